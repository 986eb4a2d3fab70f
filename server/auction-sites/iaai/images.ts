import type { LotImage } from '../../../contract/schemas/lot.ts';
import { lotImage } from '../auction-site.ts';
import { numberOf } from '../page/listing-values.ts';

/** IAAI's photo keys → addresses. Only width and height may be chosen freely. */

const RESIZER = 'https://vis.iaai.com/resizer';
const THUMBNAIL = { width: 400, height: 300 };
/** Asked where the key does not tell the photo's own size: the site's standard one. */
const STANDARD = { width: 845, height: 633 };

type Size = { width: number; height: number };
export type PhotoKey = { key: string; size: Size | null };

const address = (key: string, size: Size): string =>
  `${RESIZER}?imageKeys=${key}&width=${size.width}&height=${size.height}`;

/** `45293605~SID~B518~S1~I1~RW2576~H1932~TH0` or `45293605~SID~I1`, or null. */
export function photoKeyOf(value: unknown, width: unknown, height: unknown): PhotoKey | null {
  if (typeof value !== 'string') return null;
  const key = keyInAddress(value) ?? value.trim();
  if (!/^\w{1,24}~SID(?:~[A-Z]{1,4}-?\d{0,10}){1,8}$/.test(key)) return null;
  const own = /~RW(\d{2,5})~H(\d{2,5})(?:~|$)/.exec(key);
  const size = own ? { width: own[1], height: own[2] } : { width, height };
  const wide = numberOf(size.width);
  const high = numberOf(size.height);
  return {
    key,
    size: wide !== null && high !== null && wide > 0 && high > 0 ? { width: wide, height: high } : null,
  };
}

function keyInAddress(value: string): string | null {
  if (!/^https?:\/\//i.test(value) || !URL.canParse(value)) return null;
  for (const [name, key] of new URL(value).searchParams) if (/^imagekeys?$/i.test(name)) return key;
  return null;
}

/** Photos of salvage id `salvageId` (null: whatever id comes first), at their own size, each once, in the order given. */
export function iaaiImages(keys: readonly PhotoKey[], salvageId: string | null): LotImage[] {
  const photos = new Map<string, PhotoKey>();
  const owner = salvageId ?? keys[0]?.key.split('~', 1)[0];
  for (const photo of keys) {
    if (photo.key.split('~', 1)[0] !== owner) continue;
    const number = /~I(\d+)(?:~|$)/.exec(photo.key)?.[1] ?? photo.key;
    const known = photos.get(number);
    if (known === undefined || (known.size === null && photo.size !== null)) photos.set(number, photo);
  }
  return [...photos.values()].map(({ key, size }) =>
    lotImage(address(key, size ?? STANDARD), address(key, THUMBNAIL), null),
  );
}
