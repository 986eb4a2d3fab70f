import { damageTypeSchema, type SeenWhole, type UnsurePart } from '../../../contract/schemas/damage.ts';
import { type Category, categoryById } from '../../categories/generic-categories.ts';
import type { VisionImage, VisionProfile } from '../vision/client.ts';
import { type DamageType, type Found, NOT_DAMAGE, type NotDamage } from '../vision/schema.ts';
import { readBox } from './boxes.ts';
import type { Examination, PartDetection } from './examination.ts';
import { endOfPart, type ImageSide, sideOfPart, type View } from './side.ts';
import { canShow, showsBagOf } from './view-coverage.ts';

/** One batch of photos by their numbers and what the model found on it. */
export type FoundBatch = { readonly images: ReadonlyMap<number, VisionImage>; readonly found: Found };

/** Confidence of a detection on a photo too poor to judge by, or of a part the view can't show (judgement). */
const POOR = 0.5;

const damageTypes: ReadonlySet<string> = new Set(damageTypeSchema.options);
const notDamage: ReadonlySet<string> = new Set(NOT_DAMAGE);
const isDamage = (type: string): type is DamageType => damageTypes.has(type);
const isNotDamage = (type: string): type is NotDamage => notDamage.has(type);
const isRestraint = (id: string): boolean => /^(airbag_|seat_belt_)/.test(id);

type Placed = Pick<PartDetection, 'side' | 'position' | 'confidence'>;

/** Side, end and confidence of a part on a photo; a part the view can't show tells no side. */
function place(
  category: Category,
  photo: { view: View; usable: boolean },
  imageSide: ImageSide,
  confidence: number,
): Placed {
  const fits = canShow(photo.view, category);
  const view = fits ? photo.view : 'other';
  return {
    side: sideOfPart(category, view, imageSide),
    position: endOfPart(category, view, imageSide),
    confidence: confidence * (fits ? 1 : POOR) * (photo.usable ? 1 : POOR),
  };
}

export type Gathered = Pick<
  Examination,
  'photos' | 'detections' | 'seen_whole' | 'unsure' | 'hidden' | 'not_damage' | 'warnings' | 'entries'
>;

/**
 * One batch's answer in our terms. Entries about photos that were not sent, with no place or with the whole frame as
 * place, are left out and counted; what only looks like damage is set apart. A photo the answer says nothing of was not
 * examined: it is not among the photos.
 */
export function detectionsIn(
  { images, found }: FoundBatch,
  { box_format: format, boxes_measured }: Pick<VisionProfile, 'box_format' | 'boxes_measured'>,
  taxonomy: ReadonlySet<string>,
): Gathered {
  const told = new Map(found.photos.map((photo) => [photo.i, photo]));
  const spokenOf = new Set(
    [...found.findings, ...found.seen_whole, ...found.unsure, ...found.airbags_seen].map(
      ({ photo }) => photo,
    ),
  );
  const photos = [...images.keys()]
    .filter((photo) => told.has(photo) || spokenOf.has(photo))
    .map((photo) => {
      const entry = told.get(photo);
      const look = images.get(photo)?.look;
      return {
        photo,
        view: entry?.view ?? ('other' as const),
        usable: entry?.usable ?? false,
        ...(look && { look }),
      };
    });
  const notSent = found.photos.filter(({ i }) => !images.has(i)).length;
  const entries = { ...found.entries, unusable: found.entries.unusable + notSent };
  const byNumber = new Map(photos.map((photo) => [photo.photo, photo]));
  const known = (id: string): Category | undefined => (taxonomy.has(id) ? categoryById(id) : undefined);

  const detections: PartDetection[] = [];
  const not_damage: Examination['not_damage'] = [];
  for (const finding of found.findings) {
    const photo = byNumber.get(finding.photo);
    const image = images.get(finding.photo);
    const category = known(finding.part);
    if (!photo || !image || !category) {
      entries.unusable += 1;
      continue;
    }
    const types = finding.types
      .filter(isDamage)
      .filter((type) => type !== 'deployed' || isRestraint(category.id));
    const [only] = finding.types.filter(isNotDamage);
    if (types.length === 0) {
      if (only) not_damage.push({ what: only, category: category.id, photo: photo.photo });
      else entries.unusable += 1;
      continue;
    }
    const box = readBox(finding.box, format, image, boxes_measured);
    // A model that can't tell places still tells what is damaged.
    if (box === null && format !== 'none') {
      entries.unusable += 1;
      continue;
    }
    detections.push({
      photo: photo.photo,
      category: category.id,
      ...place(category, photo, finding.image_side, finding.confidence),
      types,
      severity: finding.severity,
      op_hint: finding.op_hint,
      ...(typeof finding.extent === 'number' && finding.extent > 0 ? { extent: finding.extent } : {}),
      box: box === null ? null : [...box],
      also: [...new Set(finding.also_photos)].filter(
        (value) => value !== photo.photo && byNumber.get(value)?.usable === true,
      ),
      verdict: 'unchecked',
    });
  }
  for (const bag of found.airbags_seen) {
    const photo = byNumber.get(bag.photo);
    const image = images.get(bag.photo);
    const category = known(`airbag_${bag.bag}`);
    if (!photo || !image || !category) {
      entries.unusable += 1;
      continue;
    }
    const box = readBox(bag.box, format, image, boxes_measured);
    detections.push({
      photo: photo.photo,
      category: category.id,
      ...place(category, photo, bag.image_side, bag.confidence),
      types: ['deployed'],
      severity: 4,
      op_hint: 'replace',
      box: box === null ? null : [...box],
      also: [],
      verdict: 'unchecked',
    });
  }
  const seen_whole: SeenWhole[] = [];
  for (const { part, photo: number, image_side, visible } of found.seen_whole) {
    const photo = byNumber.get(number);
    const category = known(part);
    if (!photo || !category) {
      entries.unusable += 1;
      continue;
    }
    // What can't be judged, or is not in the picture, was not seen to be whole either.
    if (!photo.usable || !canShow(photo.view, category) || !showsBagOf(photo.view, category.id)) continue;
    const { side, position } = place(category, photo, image_side, 1);
    const same = seen_whole.find(
      (entry) =>
        entry.category === part &&
        entry.side === side &&
        entry.position === position &&
        entry.photo === number,
    );
    if (same) same.visible = Math.min(same.visible, visible);
    else seen_whole.push({ category: part, side, position, photo: number, visible });
  }
  const unsure = new Map<string, UnsurePart>();
  for (const { part, photo: number, image_side } of found.unsure) {
    const photo = byNumber.get(number);
    const category = known(part);
    if (!photo || !category) {
      entries.unusable += 1;
      continue;
    }
    if (!canShow(photo.view, category)) continue;
    const { side, position } = place(category, photo, image_side, 1);
    unsure.set([part, side, position, number].join('|'), { category: part, side, position, photo: number });
  }
  const hidden = found.likely_hidden.flatMap(({ part, trigger_part }) =>
    known(part) && known(trigger_part) && part !== trigger_part
      ? [{ category: part, trigger: trigger_part }]
      : [],
  );
  entries.unusable += found.likely_hidden.length - hidden.length;
  return {
    photos,
    detections,
    seen_whole,
    unsure: [...unsure.values()],
    hidden,
    not_damage,
    warnings: [...new Set(found.warnings)],
    entries,
  };
}

/** What a front bag is behind: seen whole, no bag has come out of it. */
const BAG_BEHIND: Readonly<Record<string, string>> = {
  steering_wheel: 'airbag_driver',
  instrument_panel: 'airbag_passenger',
};

/**
 * Parts seen whole, with the front bags behind a steering wheel and a dash that a photo of the cabin shows whole. A bag that any photo
 * shows hanging out is behind nothing.
 */
export function withClosedBags({
  photos,
  detections,
  seen_whole,
}: Pick<Examination, 'photos' | 'detections' | 'seen_whole'>): SeenWhole[] {
  const viewOf = new Map(photos.map(({ photo, view }) => [photo, view]));
  const closed = seen_whole.flatMap((cover): SeenWhole[] => {
    const bag = BAG_BEHIND[cover.category];
    const view = viewOf.get(cover.photo);
    if (bag === undefined || view === undefined || !showsBagOf(view, bag)) return [];
    const told = seen_whole.some(({ category, photo }) => category === bag && photo === cover.photo);
    const out = detections.some(({ category }) => category === bag);
    return told || out ? [] : [{ ...cover, category: bag, side: 'none', position: 'none' }];
  });
  return [...seen_whole, ...closed];
}

/** Whether two places may be one piece, as far as both tell side and end. */
export const maySame = (a: Omit<UnsurePart, 'photo'>, b: Omit<UnsurePart, 'photo'>): boolean =>
  a.category === b.category &&
  (a.side === b.side || a.side === 'unknown' || b.side === 'unknown') &&
  (a.position === b.position || a.position === 'none' || b.position === 'none');

/** Parts that the model could not judge on a photo and that no other photo settles, whole or damaged. */
export const stillUnsure = (
  unsure: readonly UnsurePart[],
  whole: readonly SeenWhole[],
  detections: Examination['detections'],
): UnsurePart[] =>
  unsure.filter(
    (part) =>
      !whole.some((entry) => maySame(part, entry)) &&
      !detections.some((entry) => entry.verdict !== 'unsure' && maySame(part, entry)),
  );
