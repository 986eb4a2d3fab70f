import { z } from 'zod';
import type { LotImage } from '../../../contract/schemas/lot.ts';
import { lotImage } from '../auction-site.ts';
import { field, listOf, recordOf } from '../page/json-values.ts';
import { numberOf, textOf } from '../page/listing-values.ts';

/** Copart's photo lists in all three shapes they have had. */

const photoUrl = (value: unknown): string | null => {
  const text = textOf(value);
  if (text === null || !URL.canParse(text)) return null;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' && /(^|\.)copart\.(com|ca)$/.test(hostname) ? text : null;
};

const entrySchema = z.object({
  highResUrl: field(photoUrl),
  fullUrl: field(photoUrl),
  thumbnailUrl: field(photoUrl),
  url: field(photoUrl),
  imageTypeEnum: field(textOf),
  imageTypeCode: field(textOf),
  imageTypeDescription: field(textOf),
  imageSeqNumber: field(numberOf),
  sequenceNumber: field(numberOf),
  imageLabelCode: field(textOf),
  ln: field(numberOf),
  lotNumberStr: field(textOf),
});
type Entry = z.infer<typeof entrySchema>;

const entryOf = (value: unknown): Entry | null => entrySchema.safeParse(value).data ?? null;
/** A lot has some twenty photos, each in four sizes (judgement). */
const MOST_ENTRIES = 1_000;
const entriesOf = (value: unknown): Entry[] =>
  listOf(value)
    .slice(0, MOST_ENTRIES)
    .flatMap((item) => entryOf(item) ?? []);

type Listed = { url: string; thumbnail: string | null; label: string | null; sequence: number };

/** The photos of lot `number` in one answer's `imagesList`, in the site's order; panoramas and videos left out. */
export function copartImages(imagesList: unknown, number: string): LotImage[] {
  const list = recordOf(imagesList);
  const entries = Array.isArray(imagesList)
    ? entriesOf(imagesList)
    : list
      ? entriesOf(list.content ?? list.IMAGE)
      : [];
  const photos = entries
    .filter((entry) => isPhoto(entry) && isOwn(entry, number))
    .flatMap((entry) => listed(entry) ?? []);
  return inOrder(photos.length > 0 || list === null ? photos : keyedBySize(list));
}

const isPhoto = ({ imageTypeEnum, imageTypeCode, imageTypeDescription }: Entry): boolean =>
  imageTypeEnum === null
    ? (imageTypeCode === null || imageTypeCode === 'IMG') && !/360|VIDEO/i.test(imageTypeDescription ?? '')
    : imageTypeEnum === 'IMAGE';

function isOwn(entry: Entry, number: string): boolean {
  const own = entry.lotNumberStr ?? (entry.ln === null ? null : String(entry.ln));
  return own === null || own === number;
}

function listed(entry: Entry): Listed | null {
  const url = entry.highResUrl ?? entry.fullUrl ?? entry.url ?? largerThan(entry.thumbnailUrl);
  if (url === null || /\.(mp4|m3u8)$/i.test(url)) return null;
  return {
    url,
    thumbnail: entry.thumbnailUrl,
    label: entry.imageLabelCode,
    sequence: entry.imageSeqNumber ?? entry.sequenceNumber ?? 0,
  };
}

/** The shape of 2021: one list a size, put together by sequence number. */
function keyedBySize(list: Record<string, unknown>): Listed[] {
  const bySequence = new Map<number, { high?: string; full?: string; thumb?: string }>();
  const sizes = [
    ['high', list.HIGH_RESOLUTION_IMAGE],
    ['full', list.FULL_IMAGE],
    ['thumb', list.THUMBNAIL_IMAGE],
  ] as const;
  for (const [size, entries] of sizes)
    for (const { url, sequenceNumber } of entriesOf(entries))
      if (url !== null)
        bySequence.set(sequenceNumber ?? 0, { ...bySequence.get(sequenceNumber ?? 0), [size]: url });
  return [...bySequence].flatMap(([sequence, { high, full, thumb }]) => {
    const url = high ?? full ?? largerThan(thumb ?? null);
    return url === null ? [] : [{ url, thumbnail: thumb ?? null, label: null, sequence }];
  });
}

function inOrder(photos: Listed[]): LotImage[] {
  const seen = new Set<string>();
  return photos
    .toSorted((a, b) => a.sequence - b.sequence)
    .filter(({ url }) => !seen.has(url) && seen.add(url))
    .map(({ url, thumbnail, label }) => lotImage(url, thumbnail, label));
}

/** The full size of a thumbnail address; the largest may not exist. */
export const largerThan = (thumbnail: string | null): string | null =>
  thumbnail?.replace(/_(v?)thb(\.\w{3,4})$/i, '_$1ful$2') ?? null;

/** The one photo a lot's own data names. */
export function copartThumbnail(value: unknown): LotImage[] {
  const thumbnail = photoUrl(value);
  const url = largerThan(thumbnail);
  return url === null ? [] : [lotImage(url, thumbnail, null)];
}
