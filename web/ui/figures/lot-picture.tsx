import { useEffect, useState } from 'react';
import type { ArtTheme } from '../../../contract/car-diagram/art-colors.ts';
import { drawingSvg } from '../../../contract/car-diagram/drawing-svg.ts';
import type { LineDrawing } from '../../../contract/car-diagram/drawn-car.ts';
import type { Marks } from '../../../contract/car-diagram/levels.ts';
import { type LotView, lotView } from '../../../contract/car-diagram/lot-view.ts';
import { useDark } from '../use-dark.ts';
import { type LotDrawing, LotThumb } from './lot-thumb.tsx';

type Painted = { source: string; width: number; height: number };

const drawings = new Map<string, Promise<LineDrawing>>();

/** A drawing from web/public/cars, fetched once. */
function drawingOf(name: LotView['drawing']): Promise<LineDrawing> {
  const known = drawings.get(name);
  if (known !== undefined) return known;
  const fetched = fetch(`/cars/${name}.json`).then(async (answer) => {
    if (!answer.ok) throw new Error(`The drawing ${name} was answered with ${answer.status}.`);
    return (await answer.json()) as LineDrawing;
  });
  drawings.set(name, fetched);
  // Another time it may be there.
  fetched.catch(() => drawings.delete(name));
  return fetched;
}

async function paint(view: LotView, panels: Marks | undefined, theme: ArtTheme): Promise<Painted> {
  const drawing = await drawingOf(view.drawing);
  const { width, height } = drawing;
  const { marks, zone, mirrored } = view;
  const svg = drawingSvg(drawing, 'Drawing', { theme, marks: panels ?? marks, declared: zone, mirrored });
  return { source: `data:image/svg+xml,${encodeURIComponent(svg)}`, width, height };
}

type Props = {
  drawing: LotDrawing;
  /** Of the view, `from the front left`; empty beside the car's name. */
  alt: (from: string) => string;
};

/**
 * A lot without a photo at large, filling its place: in three quarters with its declared damage in front where its body is drawn so,
 * else from the side.
 */
export function LotPicture({ drawing, alt }: Props) {
  const { bodyClass, declared = null, panels } = drawing;
  const view = lotView(bodyClass, declared);
  const theme = useDark() ? 'dark' : 'light';
  const [painted, setPainted] = useState<Painted | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const shown = lotView(bodyClass, declared);
    if (shown === null) return;
    let gone = false;
    paint(shown, panels, theme).then(
      (made) => gone || setPainted(made),
      () => gone || setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [bodyClass, declared, panels, theme]);
  if (view === null || failed)
    return <LotThumb photo={null} drawing={drawing} size="fill" alt={alt('from the side')} />;
  return (
    <span className="block size-full">
      {painted === null ? null : (
        <img
          src={painted.source}
          width={painted.width}
          height={painted.height}
          alt={alt(view.words)}
          className="size-full object-contain"
        />
      )}
    </span>
  );
}
