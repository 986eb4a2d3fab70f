import { clsx } from 'clsx';
import { Expand } from 'lucide';
import { useMemo, useState } from 'react';
import { photoSources } from '../../../contract/report-view/photo-sources.ts';
import {
  PHOTOS_NOT_SHARED,
  photoName,
  photoProblemWords,
} from '../../../contract/report-view/photo-views.ts';
import type { ReportModel, ReportPhoto } from '../../../contract/schemas/report.ts';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { ConfirmButton } from '../confirm/confirm-button.tsx';
import { goToLine } from '../places.ts';
import { boxColor, boxesByPhoto, boxWords, type PhotoBox } from './photo-boxes.ts';

const PhotoViewer = lazyDialog(async () => (await import('./photo-viewer.tsx')).PhotoViewer);

type Props = {
  report: ReportModel;
  /** Number of the photo shown large. */
  chosen: number;
  onChoose: (number: number) => void;
  active: string | null;
  onActive: (line: string | null) => void;
};

/** Photos with the boxes of what was seen, and the pass that confirms them by eye; a box and its line light up together. */
export function PhotoPanel({ report, chosen, onChoose, active, onActive }: Props) {
  const boxes = useMemo(() => boxesByPhoto(report), [report]);
  const [large, setLarge] = useState(false);
  const photos = report.photos;
  const photo = photos.find(({ number }) => number === chosen) ?? photos[0];
  if (photo === undefined)
    return report.photos_not_shared ? (
      <p className="text-sm text-muted">{PHOTOS_NOT_SHARED}</p>
    ) : (
      <ConfirmButton report={report} />
    );
  const missing = photos.filter((other) => other.url === null);
  return (
    <section aria-labelledby="photos-title">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="photos-title" className="text-xl font-semibold">
          Photos
        </h2>
        <ConfirmButton report={report} />
      </div>
      <div className="mt-2 grid grid-cols-[minmax(0,1fr)] gap-2 lg:relative lg:pr-42">
        <BoxedPhoto
          photo={photo}
          boxes={boxes.get(photo.number) ?? []}
          active={active}
          onActive={onActive}
          onLarge={() => setLarge(true)}
        />
        <ul className="flex gap-2 overflow-x-auto p-1 lg:absolute lg:inset-y-0 lg:right-0 lg:grid lg:w-40 lg:grid-cols-2 lg:content-start lg:overflow-y-auto">
          {photos.map((other) =>
            other.thumbnail === null ? null : (
              <li key={other.number} className="w-18 shrink-0 lg:w-auto">
                <button
                  type="button"
                  onClick={() => onChoose(other.number)}
                  aria-label={`Photo ${other.number}${boxes.has(other.number) ? ', damage marked' : ''}`}
                  aria-current={other === photo || undefined}
                  className={clsx(
                    'relative block w-full overflow-hidden rounded ring-offset-2 ring-offset-paper',
                    other === photo && 'ring-2 ring-signal',
                    other !== photo &&
                      boxes.get(other.number)?.some(({ line }) => line === active) &&
                      'ring-2 ring-severity-3',
                  )}
                >
                  <img
                    src={other.thumbnail}
                    alt=""
                    loading="lazy"
                    className="aspect-4/3 w-full object-cover"
                  />
                  <span className="figures absolute bottom-0 left-0 bg-stage/80 px-1.5 text-xs text-on-stage">
                    {other.number}
                  </span>
                </button>
              </li>
            ),
          )}
        </ul>
      </div>
      {missing.length > 0 ? (
        <p className="mt-3 text-sm text-muted">
          {missing.length} of {photos.length} photos could not be downloaded:{' '}
          {photoProblemWords(missing[0]?.problem ?? 'not_loaded')}
        </p>
      ) : null}
      {large ? (
        <PhotoViewer
          photos={photos.filter(({ url }) => url !== null)}
          boxes={boxes}
          chosen={photo.number}
          onChoose={onChoose}
          onClose={() => setLarge(false)}
        />
      ) : null}
    </section>
  );
}

type BoxedProps = {
  photo: ReportPhoto;
  boxes: readonly PhotoBox[];
  active: string | null;
  onActive: (line: string | null) => void;
  onLarge: () => void;
};

function BoxedPhoto({ photo, boxes, active, onActive, onLarge }: BoxedProps) {
  if (photo.url === null)
    return (
      <p className="grid aspect-4/3 place-items-center rounded bg-sunken p-6 text-muted">
        {photoProblemWords(photo.problem ?? 'not_loaded')}
      </p>
    );
  const width = photo.width ?? 1600;
  const height = photo.height ?? 1200;
  return (
    <figure className="relative overflow-hidden rounded bg-sunken">
      <img
        src={photo.url}
        srcSet={photoSources(photo)}
        sizes="(min-width: 1024px) 36rem, (min-width: 768px) calc(100vw - 22rem), 100vw"
        loading="lazy"
        width={width}
        height={height}
        alt={photoName(photo)}
        className="h-auto w-full"
      />
      <button
        type="button"
        aria-label={`Full screen: photo ${photo.number}`}
        className="absolute inset-0 grid cursor-zoom-in items-start justify-items-end p-2 -outline-offset-2"
        onClick={onLarge}
      >
        <span className="grid size-11 place-items-center rounded-md bg-stage/75 text-on-stage">
          <Icon shape={Expand} />
        </span>
      </button>
      <svg
        className="pointer-events-none absolute inset-0 size-full"
        viewBox="0 0 1 1"
        preserveAspectRatio="none"
      >
        <title>Marked damage</title>
        {boxes.map((box) => {
          const { line, at, by_user } = box;
          const [x0, y0, x1, y1] = at;
          return (
            <a
              key={`${line}-${at.join()}`}
              href={`#line-${line}`}
              className="pointer-events-auto"
              aria-label={`${boxWords(box)}: go to its line`}
              onMouseEnter={() => onActive(line)}
              onMouseLeave={() => onActive(null)}
              onFocus={() => onActive(line)}
              onBlur={() => onActive(null)}
              onClick={(event) => {
                event.preventDefault();
                goToLine(line);
              }}
            >
              <rect
                x={x0}
                y={y0}
                width={x1 - x0}
                height={y1 - y0}
                fill={active === line ? 'rgb(255 255 255 / .22)' : 'transparent'}
                stroke={boxColor(box)}
                strokeWidth={active === line ? 4 : 2}
                strokeDasharray={by_user ? '7 4' : undefined}
                vectorEffect="non-scaling-stroke"
              />
            </a>
          );
        })}
      </svg>
    </figure>
  );
}
