import { clsx } from 'clsx';
import { useMemo, useState } from 'react';
import { bodySideSvg, SIDE_BOX } from '../../../contract/car-diagram/body-side.ts';
import { declaredZone } from '../../../contract/car-diagram/declared-zone.ts';
import type { Marks } from '../../../contract/car-diagram/levels.ts';
import type { BodyClass } from '../../../contract/schemas/vehicle.ts';
import { useDark } from '../use-dark.ts';

/** The drawing of a lot without a photo: its body class, with the damage a report found or the listing declares. */
export type LotDrawing = {
  bodyClass: BodyClass | null;
  panels?: Marks;
  /** The listing's words. */
  declared?: string | null;
};

/** Fixed boxes, px: nothing moves when a photo comes. */
const SIZES = { 64: 'h-11 w-16', 112: 'h-[78px] w-28', 240: 'h-40 w-60', fill: 'size-full' } as const;

type Props = {
  /** Address of a photo; null: there is none, and a drawing is shown. */
  photo: string | null;
  drawing: LotDrawing;
  size: keyof typeof SIZES;
  /** Empty next to the car's name. */
  alt: string;
};

/** A lot as a small picture: its photo, else the side view of its body class with the damage on it. */
export function LotThumb({ photo, drawing, size, alt }: Props) {
  const [broken, setBroken] = useState<string | null>(null);
  const shown = photo === broken ? null : photo;
  return (
    <span
      className={clsx(
        'block shrink-0 overflow-hidden rounded-md border border-transparent bg-sunken',
        SIZES[size],
      )}
    >
      {shown === null ? (
        <SideView {...drawing} alt={alt} />
      ) : (
        <img
          src={shown}
          alt={alt}
          loading="lazy"
          decoding="async"
          className="size-full object-cover"
          onError={() => setBroken(shown)}
        />
      )}
    </span>
  );
}

function SideView({ bodyClass, panels, declared, alt }: LotDrawing & { alt: string }) {
  const theme = useDark() ? 'dark' : 'light';
  const source = useMemo(() => {
    const svg = bodySideSvg({
      body_class: bodyClass,
      ...(panels ? { panels } : {}),
      declared: declaredZone(declared ?? null),
      theme,
    });
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }, [bodyClass, panels, declared, theme]);
  return (
    <img
      src={source}
      alt={alt}
      width={SIDE_BOX.width}
      height={SIDE_BOX.height}
      decoding="async"
      className="size-full object-contain px-1"
    />
  );
}
