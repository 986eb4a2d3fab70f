import { clsx } from 'clsx';
import { useMemo } from 'react';
import type { ReportModel, ReportPhoto } from '../../../contract/schemas/report.ts';
import { goToLine } from './panel-diagram.tsx';

type Props = {
  report: ReportModel;
  /** Number of the photo shown large. */
  chosen: number;
  onChoose: (number: number) => void;
  active: string | null;
  onActive: (line: string | null) => void;
};
type Box = { line: string; name: string; severity: number; at: readonly [number, number, number, number] };

/** Photos with the boxes of what was seen; a box and its line light up together. */
export function PhotoPanel({ report, chosen, onChoose, active, onActive }: Props) {
  const boxes = useMemo(() => boxesByPhoto(report), [report]);
  const photos = report.photos;
  const photo = photos.find(({ number }) => number === chosen) ?? photos[0];
  if (photo === undefined) return null;
  const missing = photos.filter((other) => other.url === null);
  return (
    <section aria-labelledby="photos-title">
      <h2 id="photos-title" className="text-xl font-semibold">
        Photos
      </h2>
      <div className="mt-4 grid gap-3">
        <BoxedPhoto photo={photo} boxes={boxes.get(photo.number) ?? []} active={active} onActive={onActive} />
        <ul className="grid grid-cols-4 content-start gap-2 sm:grid-cols-6">
          {photos.map((other) =>
            other.thumbnail === null ? null : (
              <li key={other.number}>
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
                  <span className="figures absolute bottom-0 left-0 bg-black/65 px-1.5 text-xs text-white">
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
          {missing.length} of {photos.length} photos could not be taken in: {missing[0]?.problem}
        </p>
      ) : null}
    </section>
  );
}

function boxesByPhoto(report: ReportModel): Map<number, Box[]> {
  const boxes = new Map<number, Box[]>();
  for (const line of report.estimate.lines)
    for (const { photo, box } of line.evidence)
      if (box !== null)
        boxes.set(photo, [
          ...(boxes.get(photo) ?? []),
          { line: line.id, name: line.name, severity: line.severity ?? 1, at: box },
        ]);
  return boxes;
}

type BoxedProps = {
  photo: ReportPhoto;
  boxes: readonly Box[];
  active: string | null;
  onActive: (line: string | null) => void;
};

function BoxedPhoto({ photo, boxes, active, onActive }: BoxedProps) {
  if (photo.url === null)
    return (
      <p className="grid aspect-4/3 place-items-center rounded bg-sunken p-6 text-muted">{photo.problem}</p>
    );
  return (
    <figure className="relative overflow-hidden rounded bg-sunken">
      <img
        src={photo.url}
        width={photo.width ?? 1600}
        height={photo.height ?? 1200}
        alt={`${photo.number}${photo.label ? `: ${photo.label}` : ''}`}
        className="h-auto w-full"
      />
      <svg className="absolute inset-0 size-full" viewBox="0 0 1 1" preserveAspectRatio="none">
        <title>Marked damage</title>
        {boxes.map(({ line, severity, at: [x0, y0, x1, y1], name }) => (
          <a
            key={`${line}-${x0}-${y0}`}
            href={`#line-${line}`}
            aria-label={`${name}, severity ${severity}: go to its line`}
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
              stroke={`var(--severity-${severity})`}
              strokeWidth={active === line ? 4 : 2}
              vectorEffect="non-scaling-stroke"
            />
          </a>
        ))}
      </svg>
    </figure>
  );
}
