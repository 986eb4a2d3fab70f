import { Images } from 'lucide';
import { Suspense } from 'react';
import { declaredWords } from '../../contract/lot-words.ts';
import { HEAD_PHOTO_SIZES, photoSources } from '../../contract/report-view/photo-sources.ts';
import { photoAlt } from '../../contract/report-view/photo-views.ts';
import type { ReportModel } from '../../contract/schemas/report.ts';
import { lazyPart } from '../ui/act/lazy-part.tsx';
import { Icon } from '../ui/icon.tsx';
import { goToPlace } from './places.ts';

const DrawnHead = lazyPart(async () => (await import('./drawn-head.tsx')).DrawnHead);

/** Thumbnails under the photo. */
const THUMBS = 4;

type Props = {
  report: ReportModel;
  name: string;
  /** Shows a photo among the others; undefined: it is to look at only. */
  onPhoto?: ((number: number) => void) | undefined;
};

/** The car at the head: its first photo with the next ones under it, else its drawing. The place is the same with and without. */
export function HeadPhoto({ report, name, onPhoto }: Props) {
  const held = report.photos.filter(({ url }) => url !== null);
  const [first] = held;
  const drawn = report.sample ? ' · drawn, not a photo' : '';
  if (first?.url == null)
    return (
      <figure className="relative aspect-16/9 overflow-hidden rounded-lg bg-sunken px-4 pt-3 pb-8 sm:aspect-3/2 sm:px-6 sm:pt-6 sm:pb-10">
        <Suspense>
          <DrawnHead report={report} name={name} />
        </Suspense>
        <figcaption className="absolute bottom-2 left-2 rounded bg-stage/80 px-2 py-0.5 text-xs text-on-stage">
          No photos. Drawing, not a photo
        </figcaption>
      </figure>
    );
  const shown = held.slice(0, THUMBS);
  const more = held.length - shown.length;
  return (
    <div className="min-w-0">
      <figure className="relative aspect-16/9 overflow-hidden rounded-lg bg-sunken sm:aspect-3/2">
        <img
          src={first.url}
          srcSet={photoSources(first)}
          sizes={HEAD_PHOTO_SIZES}
          width={first.width ?? 1600}
          height={first.height ?? 1200}
          fetchPriority="high"
          alt={photoAlt(first, {
            total: report.photos.length,
            car: name,
            damage: declaredWords(report.lot),
            sample: report.sample,
          })}
          className="size-full object-cover"
        />
        <figcaption className="figures absolute bottom-2 left-2 rounded bg-stage/80 px-2 py-0.5 text-xs text-on-stage">
          {first.number} of {report.photos.length}
          {drawn}
        </figcaption>
      </figure>
      {onPhoto === undefined || held.length < 2 ? null : (
        <ul className="mt-2 grid grid-cols-5 gap-2 max-sm:hidden print:hidden">
          {shown.map((photo) => (
            <li key={photo.number}>
              <button
                type="button"
                aria-label={`Show photo ${photo.number}`}
                className="block aspect-3/2 w-full overflow-hidden rounded-md border border-transparent bg-sunken hover:border-ink"
                onClick={() => onPhoto(photo.number)}
              >
                <img
                  src={photo.thumbnail ?? photo.url ?? ''}
                  alt=""
                  loading="lazy"
                  className="size-full object-cover"
                />
              </button>
            </li>
          ))}
          <li>
            <button
              type="button"
              className="figures grid aspect-3/2 w-full place-items-center rounded-md border border-transparent bg-sunken text-sm hover:border-ink"
              onClick={() => goToPlace('photos-title')}
            >
              <span>
                {more > 0 ? `+${more} ` : <Icon shape={Images} size={18} />}
                <span className="sr-only">photos</span>
              </span>
            </button>
          </li>
        </ul>
      )}
    </div>
  );
}
