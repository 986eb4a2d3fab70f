import { z } from 'zod';
import { hashDistance } from './perceptual-hash.ts';

/** What a picture is like at a glance: enough to tell repeats of a view and poor pictures, and no picture of anything. */
export const photoLookSchema = z.object({
  /** 64 bits in hex: at each of 8 × 8 places, whether it gets darker to the right. */
  hash: z.string().regex(/^[0-9a-f]{16}$/),
  /** Mean red, green and blue, 0–255. */
  color: z.tuple([z.number(), z.number(), z.number()]),
  /** Of edges; comparable between pictures of about the same size. */
  sharpness: z.number(),
});
export type PhotoLook = z.infer<typeof photoLookSchema>;

/** Bits of 64: the same view with a tenth cut off was measured 11 apart, the mirrored one 25, another corner of the car 32. */
const NEAR_BITS = 12;
/** One camera takes a view twice in the same light (judgement). */
const NEAR_COLOR = 16;
/** Mean brightness; a photo taken in the dark was measured at 20, a lit dash at 27 (the limit: judgement). */
const DARK = 22;
/** Share of the lot's median sharpness; a photo too blurred to read was measured at a tenth of it (the limit: judgement). */
const BLURRED = 0.25;
/** Of fewer photos the median says nothing. */
const LEAST_PHOTOS = 4;

/** Looks at a picture; throws when it is none. */
export async function photoLook(picture: Uint8Array): Promise<PhotoLook> {
  // The decoder takes 30 MB, which a process that looks at no picture does without.
  const { default: sharp } = await import('sharp');
  const grey = await sharp(picture).greyscale().resize(9, 8, { fit: 'fill' }).raw().toBuffer();
  let bits = 0n;
  for (let y = 0; y < 8; y += 1)
    for (let x = 0; x < 8; x += 1) {
      const at = y * 9 + x;
      bits = (bits << 1n) | ((grey[at] ?? 0) > (grey[at + 1] ?? 0) ? 1n : 0n);
    }
  const { channels, sharpness } = await sharp(picture).stats();
  const [red = 0, green = red, blue = red] = channels.map(({ mean }) => mean);
  return { hash: bits.toString(16).padStart(16, '0'), color: [red, green, blue], sharpness };
}

const isNear = (a: PhotoLook, b: PhotoLook): boolean =>
  hashDistance(a.hash, b.hash) <= NEAR_BITS &&
  a.color.every((value, channel) => Math.abs(value - (b.color[channel] ?? 0)) <= NEAR_COLOR);

type Looked = { readonly photo: number; readonly look?: PhotoLook | undefined };

/** Photos that nearly repeat an earlier one, and which; copies are taken out long before. */
export function nearRepeats(photos: readonly Looked[]): Map<number, number> {
  const first: { photo: number; look: PhotoLook }[] = [];
  const repeats = new Map<number, number>();
  for (const { photo, look } of photos.toSorted((a, b) => a.photo - b.photo)) {
    if (look === undefined) continue;
    const same = first.find((earlier) => isNear(earlier.look, look));
    if (same) repeats.set(photo, same.photo);
    else first.push({ photo, look });
  }
  return repeats;
}

/** Photos that show little whoever looks at them, and why: dark, or blurred beside the others of their lot. */
export function unclearPhotos(photos: readonly Looked[]): Map<number, 'dark' | 'blurred'> {
  const looked = photos.flatMap(({ photo, look }) => (look === undefined ? [] : [{ photo, ...look }]));
  const sorted = looked.map(({ sharpness }) => sharpness).sort((a, b) => a - b);
  const median = sorted.length < LEAST_PHOTOS ? 0 : (sorted[Math.floor(sorted.length / 2)] ?? 0);
  return new Map(
    looked.flatMap(({ photo, color: [red, green, blue], sharpness }): [number, 'dark' | 'blurred'][] => {
      if (0.2126 * red + 0.7152 * green + 0.0722 * blue < DARK) return [[photo, 'dark']];
      return sharpness < BLURRED * median ? [[photo, 'blurred']] : [];
    }),
  );
}
