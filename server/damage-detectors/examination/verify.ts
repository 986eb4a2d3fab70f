import pLimit from 'p-limit';
import type { Zone } from '../../../contract/schemas/part.ts';
import type { DetectorPhoto } from '../detector.ts';
import { VisionFailure, type VisionImage } from '../vision/client.ts';
import { cropped } from '../vision/photos.ts';
import { VERIFY_INSTRUCTIONS, verifyText } from '../vision/prompt.ts';
import { type RequestTools, requestOnce } from '../vision/request.ts';
import {
  ASKED_ZONES,
  type AskedZone,
  readVerified,
  VERIFY_JSON_SCHEMA,
  type Verified,
} from '../vision/schema.ts';
import type { Examination, PartDetection, SeenNotDamage } from './examination.ts';
import { entriesOf } from './photo-examinations.ts';
import { zonesShown } from './view-coverage.ts';

const ITEMS_PER_REQUEST = 12;
const PHOTOS_PER_ZONE = 2;
const ANSWER_BASE = 200;
const ANSWER_PER_ITEM = 60;

export type Checked = Pick<Examination, 'detections' | 'zones' | 'entries' | 'checked'> & {
  not_damage: SeenNotDamage[];
};

type Item = { readonly item: number; readonly detection: PartDetection };

async function question(
  items: readonly Item[],
  zones: readonly string[],
  photos: ReadonlyMap<number, DetectorPhoto>,
  shown: readonly DetectorPhoto[],
  overviews: readonly VisionImage[],
) {
  const described = await Promise.all(
    items.map(async ({ item, detection }) => {
      const photo = photos.get(detection.photo);
      const box = detection.box;
      // A crop that can't be made leaves the whole photo to judge by.
      const crop = box && photo ? await cropped(photo, box, `Item ${item}`).catch(() => null) : null;
      return {
        item,
        part: [detection.position === 'none' ? '' : detection.position, detection.category]
          .filter(Boolean)
          .join(' '),
        types: detection.types,
        photo: detection.photo,
        cropped: crop !== null,
        crop,
      };
    }),
  );
  return {
    pass: 'verify' as const,
    instructions: VERIFY_INSTRUCTIONS,
    images: [...overviews, ...described.flatMap(({ crop }) => crop ?? [])],
    text: verifyText(described, zones, shown),
    schema: VERIFY_JSON_SCHEMA,
    max_output_tokens: ANSWER_BASE + ANSWER_PER_ITEM * (items.length + zones.length),
  };
}

/** What the second pass says of a detection: kept with its word and severity, or dropped and named. */
function judged(item: Item, answer: Verified | null): { keep?: PartDetection; drop?: SeenNotDamage } {
  const { detection } = item;
  const said = answer?.items.find((entry) => entry.item === item.item);
  if (!answer) return { keep: detection };
  if (!said) return { keep: { ...detection, verdict: 'unsure' } };
  if (said.verdict === 'not_damage') {
    if (said.reason === 'none') return {};
    return { drop: { what: said.reason, category: detection.category, photo: detection.photo } };
  }
  // A deployed bag has no lesser degree.
  const severity = detection.types.includes('deployed') ? detection.severity : said.severity;
  return { keep: { ...detection, severity, verdict: said.verdict } };
}

type Group = { items: Item[]; zones: AskedZone[]; shown: number[] };

/** Items in requests of at most twelve, and of no more pictures than the model takes: a crop each, each photo once. */
function groupsOf(items: readonly Item[], images: number): Group[] {
  const groups: Group[] = [];
  for (const item of items) {
    const last = groups.at(-1);
    const known = last?.shown.includes(item.detection.photo) ?? false;
    const pictures = (last?.items.length ?? 0) + (last?.shown.length ?? 0) + (known ? 1 : 2);
    if (last && last.items.length < ITEMS_PER_REQUEST && pictures <= images) {
      last.items.push(item);
      if (!known) last.shown.push(item.detection.photo);
    } else groups.push({ items: [item], zones: [], shown: [item.detection.photo] });
  }
  return groups;
}

/**
 * The second pass: every detection on a crop from the bytes we hold, twelve to a request, and the zones in which damage is
 * declared but none was found. A request that fails leaves its detections unchecked. Throws only the signal's reason.
 */
export async function verifyDetections(
  tools: RequestTools,
  examination: Pick<Examination, 'detections' | 'photos'>,
  photos: ReadonlyMap<number, DetectorPhoto>,
  overviewOf: (photo: DetectorPhoto) => Promise<VisionImage | null>,
  declared: ReadonlySet<Zone>,
): Promise<Checked> {
  const ordered = [...examination.detections].sort(
    (a, b) => a.photo - b.photo || b.confidence - a.confidence,
  );
  const items = ordered.map((detection, position): Item => ({ item: position + 1, detection }));
  if (tools.client.profile.second_pass === false) {
    return {
      detections: ordered,
      zones: [],
      not_damage: [],
      entries: { given: 0, unusable: 0 },
      checked: false,
    };
  }
  const groups = groupsOf(items, tools.client.profile.images_per_request);
  const open = openZones(examination, declared);
  if (open.length > 0) {
    groups.push({
      items: [],
      zones: open.map(({ zone }) => zone),
      shown: [...new Set(open.flatMap((entry) => entry.photos))].slice(
        0,
        tools.client.profile.images_per_request,
      ),
    });
  }

  const result: Checked = {
    detections: [],
    zones: [],
    not_damage: [],
    entries: { given: 0, unusable: 0 },
    checked: true,
  };
  const limit = pLimit(tools.client.profile.requests_at_once);
  const check = async (group: Group): Promise<void> => {
    let answer: Verified | null = null;
    try {
      const shown = group.shown.flatMap((index) => photos.get(index) ?? []);
      const overviews = await Promise.all(shown.map(overviewOf));
      const asked = await question(
        group.items,
        group.zones,
        photos,
        shown,
        overviews.filter((entry) => entry !== null),
      );
      answer = await requestOnce(tools, asked, readVerified(new Set(group.items.map(({ item }) => item))));
    } catch (error) {
      if (!(error instanceof VisionFailure)) throw error;
      result.checked = false;
    }
    if (answer) result.entries = entriesOf([result.entries, answer.entries]);
    for (const item of group.items) {
      const { keep, drop } = judged(item, answer);
      if (keep) result.detections.push(keep);
      if (drop) result.not_damage.push(drop);
    }
    for (const said of answer?.zones ?? []) {
      if (!group.zones.includes(said.zone)) continue;
      result.zones.push({ ...said, photo: group.shown.includes(said.photo) ? said.photo : null });
    }
  };
  await Promise.all(groups.map((group) => limit(() => check(group))));
  result.detections.sort((a, b) => a.photo - b.photo || a.category.localeCompare(b.category));
  return result;
}

/** Declared zones that usable photos show and no detection touches, with the photos to judge them by. */
function openZones(
  examination: Pick<Examination, 'detections' | 'photos'>,
  declared: ReadonlySet<Zone>,
): { zone: AskedZone; photos: number[] }[] {
  const viewOf = new Map(examination.photos.map((photo) => [photo.photo, photo.view]));
  const touched = new Set(
    examination.detections.flatMap((detection) => {
      const view = viewOf.get(detection.photo);
      return view ? zonesShown(view) : [];
    }),
  );
  return ASKED_ZONES.filter((zone) => declared.has(zone) && !touched.has(zone)).flatMap((zone) => {
    const shown = examination.photos.filter((photo) => photo.usable && zonesShown(photo.view).includes(zone));
    return shown.length === 0
      ? []
      : [{ zone, photos: shown.slice(0, PHOTOS_PER_ZONE).map((entry) => entry.photo) }];
  });
}
