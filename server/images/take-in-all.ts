import { type PhotoProblemCode, type PhotoSource, type TakenPhoto, takeIn } from './ingest-photo.ts';

/** A photo's bytes, or how to get them when its turn comes. */
export type PhotoItem = PhotoSource & { bytes: Uint8Array | ((signal?: AbortSignal) => Promise<Uint8Array>) };

export type PhotoProblem = {
  /** Place in the list that was given, from 0. */
  index: number;
  label: string | null;
  sourceUrl: string | null;
  code: PhotoProblemCode | 'not_loaded' | 'too_many';
  message: string;
  /** What `bytes()` threw, for code `not_loaded`. */
  cause?: unknown;
};

/** A lot has 10 to 20 photos; what comes after this many is not read. */
const MAX_PHOTOS = 40;

/**
 * Take in a lot's photos, a few at once, in their order. A bad photo is a problem in the list and never an
 * error; only an aborted `signal` is thrown. Repeats are left in: see duplicates.ts.
 */
export async function takeInAll(
  items: readonly PhotoItem[],
  options: { concurrency?: number; signal?: AbortSignal } = {},
): Promise<{ photos: (TakenPhoto & { index: number })[]; problems: PhotoProblem[] }> {
  const { concurrency = 4, signal } = options;
  const photos: (TakenPhoto & { index: number })[] = [];
  const problems: PhotoProblem[] = [];

  async function takeOne(index: number, item: PhotoItem): Promise<void> {
    const fail = (code: PhotoProblem['code'], message: string, more: { cause?: unknown } = {}) => {
      const { label = null, sourceUrl = null } = item;
      problems.push({ index, label, sourceUrl, code, message, ...more });
    };
    if (index >= MAX_PHOTOS) return fail('too_many', `Only the first ${MAX_PHOTOS} photos are read.`);
    let bytes: Uint8Array;
    try {
      bytes = typeof item.bytes === 'function' ? await item.bytes(signal) : item.bytes;
    } catch (cause) {
      signal?.throwIfAborted();
      return fail('not_loaded', 'The photo could not be loaded.', { cause });
    }
    signal?.throwIfAborted();
    const taken = await takeIn(bytes, item);
    if (taken.ok) photos.push({ ...taken.photo, index });
    else fail(taken.code, taken.message);
  }

  const waiting = items.entries();
  async function work(): Promise<void> {
    for (const [index, item] of waiting) {
      signal?.throwIfAborted();
      await takeOne(index, item);
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  const inOrder = (a: { index: number }, b: { index: number }) => a.index - b.index;
  return { photos: photos.sort(inOrder), problems: problems.sort(inOrder) };
}
