import { ChevronLeft, ChevronRight } from 'lucide';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import type { LotImage } from '../../../contract/schemas/lot.ts';
import { lazyPart } from '../../ui/act/lazy-part.tsx';
import type { LotDrawing } from '../../ui/figures/lot-thumb.tsx';
import { Icon } from '../../ui/icon.tsx';

const LotPicture = lazyPart(async () => (await import('../../ui/figures/lot-picture.tsx')).LotPicture);

const ADVANCE_MS = 2500;
const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

type Props = {
  images: readonly LotImage[];
  name: string;
  /** Said where there are none. */
  none: string;
  /** Drawn where there are none. */
  drawing: LotDrawing;
  /** Hears that none of the photos could be loaded. */
  onNone: () => void;
};

/** The lot's photos; moves on every 2.5 s until pointed at, focused or stopped. Only photos we hold are shown. */
export function Carousel({ images, name, none, drawing, onNone }: Props) {
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set());
  const photos = images.flatMap(({ served_url }) =>
    served_url && !broken.has(served_url) ? [served_url] : [],
  );
  const [position, setAt] = useState(0);
  const [stopped, setStopped] = useState(still);
  const [held, setHeld] = useState(false);
  const index = photos.length === 0 ? 0 : position % photos.length;

  useEffect(() => {
    if (stopped || held || photos.length < 2) return;
    const timer = setInterval(() => setAt((now) => now + 1), ADVANCE_MS);
    return () => clearInterval(timer);
  }, [stopped, held, photos.length]);

  const current = photos[index];
  const tellNone = useEffectEvent(onNone);
  useEffect(() => {
    if (current === undefined) tellNone();
  }, [current]);
  if (current === undefined)
    return (
      <figure className="grid aspect-4/3 grid-rows-[minmax(0,1fr)_auto] rounded-md bg-sunken p-4 text-center text-sm text-muted">
        <Suspense fallback={<span />}>
          <LotPicture drawing={drawing} alt={() => ''} />
        </Suspense>
        <figcaption>
          {images.length === 0 ? none : 'The photos could not be loaded from the auction.'} Drawing, not a
          photo.
        </figcaption>
      </figure>
    );
  return (
    <section
      aria-roledescription="carousel"
      aria-label={`Photos of ${name}`}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <div className="relative aspect-4/3 overflow-hidden rounded-md bg-sunken">
        <img
          key={current}
          src={current}
          alt={`${name}, ${index + 1} of ${photos.length}`}
          className="size-full object-cover"
          onError={() => setBroken(new Set(broken).add(current))}
        />
        {photos.length > 1 ? (
          <>
            <Arrow side="left" onClick={() => setAt(index + photos.length - 1)} />
            <Arrow side="right" onClick={() => setAt(index + 1)} />
          </>
        ) : null}
      </div>
      {photos.length > 1 ? (
        <div className="mt-2 flex items-center gap-2">
          <button
            type="button"
            className="min-h-8 pointer-coarse:min-h-11 rounded px-2 text-sm text-muted hover:text-ink"
            onClick={() => setStopped(!stopped)}
          >
            {stopped ? 'Play' : 'Stop'}
          </button>
          <ul className="flex flex-wrap">
            {photos.map((photo, i) => (
              <li key={photo}>
                <button
                  type="button"
                  aria-label={`Photo ${i + 1}`}
                  aria-current={i === index || undefined}
                  onClick={() => setAt(i)}
                  className="grid size-6 place-items-center pointer-coarse:h-11"
                >
                  <span
                    className={`block size-2 rounded-full ${i === index ? 'bg-ink' : 'bg-rule-strong/50'}`}
                  />
                </button>
              </li>
            ))}
          </ul>
        </div>
      ) : null}
    </section>
  );
}

function Arrow({ side, onClick }: { side: 'left' | 'right'; onClick: () => void }) {
  return (
    <button
      type="button"
      onClick={onClick}
      aria-label={side === 'left' ? 'Previous photo' : 'Next photo'}
      className={`absolute inset-y-0 ${side === 'left' ? 'left-0' : 'right-0'} grid w-12 place-items-center`}
    >
      <span className="rounded-full bg-stage/75 p-2 text-on-stage">
        <Icon shape={side === 'left' ? ChevronLeft : ChevronRight} size={22} />
      </span>
    </button>
  );
}
