import type { PanelId } from '../car-diagram/car-geometry.ts';
import { panelsOf } from '../car-diagram/panels-of.ts';
import { PHOTO_PROBLEMS, type PhotoProblem } from '../facts/photo-problem.ts';
import type { EstimateLine } from '../schemas/estimate.ts';
import type { ReportModel, ReportPhoto } from '../schemas/report.ts';
import { inSentence } from './words/in-sentence.ts';

const PROBLEMS: Record<PhotoProblem, string> = {
  empty: 'The file is empty.',
  too_large: 'The file is larger than 15 MB.',
  unsupported_image: 'Files of this kind are not supported.',
  not_an_image: 'The file is not an image.',
  too_many_pixels: 'The image has more than 40 megapixels.',
  too_small: 'The image is too small.',
  broken_image: 'The image is damaged or incomplete.',
  timeout: 'The image took too long to read.',
  missing: 'The listing has no address for the photo.',
  refused_by_server: 'The photo’s server did not hand it out.',
  not_allowed: 'The photo lies where this service does not fetch from, or is too large.',
  not_loaded: 'The photo could not be downloaded.',
};
/** In place of the photos of a report that is shared without them. */
export const PHOTOS_NOT_SHARED = 'The photos are left out of this shared report.';
const isProblem = (text: string): text is PhotoProblem => PHOTO_PROBLEMS.some((problem) => problem === text);

/** Why a photo is not held, in a sentence; as it was stored where that was no code yet. */
export const photoProblemWords = (problem: string): string =>
  isProblem(problem) ? PROBLEMS[problem] : problem;

/**
 * What the codes say with which Copart labels its photos: a judgment, for it publishes no list. Codes that may as well mean something
 * else are left out until somebody has compared them with photos.
 */
const LABELS: Readonly<Record<string, { readonly view: string; readonly words: string }>> = {
  DSFA: { view: 'front_left', words: 'Front, driver side' },
  DSRA: { view: 'rear_left', words: 'Rear, driver side' },
  PSRA: { view: 'rear_right', words: 'Rear, passenger side' },
  PSFA: { view: 'front_right', words: 'Front, passenger side' },
  CKPT: { view: 'interior_front', words: 'Cockpit' },
  ODOM: { view: 'dash', words: 'Odometer' },
  ENGN: { view: 'engine_bay', words: 'Engine bay' },
  VINS: { view: 'vin_or_label', words: 'VIN plate' },
};

/** The view a site's label names; null: none, or a code we do not know. */
export const labeledView = ({ label }: Pick<ReportPhoto, 'label'>): string | null =>
  LABELS[label ?? '']?.view ?? null;

/** A photo's label in words; as the site has it where that is no code we know, null: it has none. */
const photoLabel = ({ label }: Pick<ReportPhoto, 'label'>): string | null =>
  label === null ? null : (LABELS[label]?.words ?? label);

/** What a photo is called, whoever looks at it or hears of it. */
export const photoName = (photo: Pick<ReportPhoto, 'number' | 'label'>): string =>
  [`Photo ${photo.number}`, photoLabel(photo)].filter(Boolean).join(': ');

/**
 * What a photo at the head shows, for who does not see it: `Photo 1 of 8, front, driver side: 2014 BMW 3 Series, front end`. `damage`:
 * the listing's words, empty where it names none.
 */
export function photoAlt(
  photo: Pick<ReportPhoto, 'number' | 'label'>,
  { total, car, damage, sample }: { total: number; car: string; damage: string; sample: boolean },
): string {
  const side = inSentence(photoLabel(photo) ?? 'side not stated');
  const shown = [car, inSentence(damage), sample ? 'drawn, not a photo' : ''].filter(Boolean).join(', ');
  return `Photo ${photo.number} of ${total}, ${side}: ${shown}`;
}

/** The views that show a panel, best first. */
function viewsOf(panel: PanelId): readonly string[] {
  const side = /_(left|right)$/.exec(panel)?.[1];
  if (panel === 'interior') return ['interior_front', 'dash', 'interior_rear'];
  if (panel === 'underbody') return ['underbody'];
  if (panel === 'roof') return ['roof', 'front_left', 'front_right', 'front'];
  if (/^(tail_lamp|quarter|rear_bumper|trunk|back_glass|structure_rear|wheel_rear)/.test(panel))
    return side ? [`rear_${side}`, side, 'rear'] : ['rear', 'rear_left', 'rear_right'];
  if (/^(front_door|mirror|rear_door|rocker)_/.test(panel)) {
    const [near, far] = panel.startsWith('rear_door') ? ['rear', 'front'] : ['front', 'rear'];
    return [`${side}`, `${near}_${side}`, `${far}_${side}`];
  }
  return side ? [`front_${side}`, 'front', side] : ['front', 'front_left', 'front_right'];
}

type Shown = Pick<EstimateLine, 'category' | 'side' | 'position' | 'evidence'>;

/** The views on which a line's part is to be looked for, best first; of an open side those of both, in turn. */
export function viewsOfLine({ category, side, position }: Shown): readonly string[] {
  const all = (category === null ? [] : panelsOf(category, side, position)).map(viewsOf);
  const longest = Math.max(0, ...all.map((views) => views.length));
  return [
    ...new Set(Array.from({ length: longest }, (_, at) => all.flatMap((views) => views[at] ?? [])).flat()),
  ];
}

const area = ([x0, y0, x1, y1]: readonly [number, number, number, number]): number => (x1 - x0) * (y1 - y0);

/** What each photo shows, by number, as far as anybody told: a model that could use it, else the site's label. */
export function viewsTold({
  photos,
  detection,
}: Pick<ReportModel, 'photos' | 'detection'>): Map<number, string> {
  const noted = new Map(
    detection.photo_notes.map(({ photo, view, usable }) => [photo, usable ? view : null]),
  );
  return new Map(
    photos.flatMap((photo) => {
      const view = noted.get(photo.number) ?? labeledView(photo);
      return view === null ? [] : [[photo.number, view] as const];
    }),
  );
}

/**
 * The photo (by number) that shows a line's part best, as far as anybody told what the photos show: with its largest box, named
 * by its evidence, or of a view it shows in; null: nobody told.
 */
export function photoOfLine(line: Shown, report: ReportModel): number | null {
  const held = new Set(report.photos.flatMap((photo) => (photo.url === null ? [] : [photo.number])));
  const seen = line.evidence
    .filter(({ photo }) => held.has(photo))
    .toSorted((a, b) => (b.box ? area(b.box) : 0) - (a.box ? area(a.box) : 0));
  if (seen[0]) return seen[0].photo;
  const told = viewsTold(report);
  for (const view of viewsOfLine(line))
    for (const number of held) if (told.get(number) === view) return number;
  return null;
}
