import type { DetectInput, DetectorPhoto } from './detector.ts';
import { type AskTools, askFor } from './vision-ask.ts';
import { type FailureKind, VisionFailure, type VisionImage } from './vision-client.ts';
import { overview } from './vision-photos.ts';
import { FIND_INSTRUCTIONS, findText } from './vision-prompt.ts';
import { type Found, findJsonSchema, readFound } from './vision-schema.ts';

/** One batch of photos and what the model found on it. */
export type FoundBatch = { readonly images: ReadonlyMap<number, VisionImage>; readonly found: Found };
export type FindResult = {
  readonly batches: readonly FoundBatch[];
  /** Photos no answer came for, and why. */
  readonly missed: readonly { readonly photo: number; readonly why: FailureKind }[];
};

const ANSWER_BASE = 500;
/** Tokens of answer per photo: its entry, three findings, a few intact parts (judgement). */
const ANSWER_PER_PHOTO = 450;

/** Photos in even batches of at most `most`: 7 in batches of 6 is 4 and 3, not 6 and 1. */
export function batchesOf<T>(photos: readonly T[], most: number): T[][] {
  const count = Math.ceil(photos.length / most);
  const size = count === 0 ? 0 : Math.ceil(photos.length / count);
  return Array.from({ length: count }, (_, at) => photos.slice(at * size, (at + 1) * size)).filter(
    (batch) => batch.length > 0,
  );
}

/** Runs jobs with at most `atOnce` under way; answers in the jobs' order. */
export async function inParallel<T, R>(
  jobs: readonly T[],
  atOnce: number,
  run: (job: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  // One iterator for all: each takes the next job that nobody has.
  const line = jobs.entries();
  const worker = async (): Promise<void> => {
    for (const [at, job] of line) results[at] = await run(job);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, jobs.length) }, worker));
  return results;
}

/**
 * The first pass: photos in batches, side by side, each batch sent as soon as its own photos are read. A failing batch
 * costs its photos only. Throws VisionFailure when none got an answer, or the signal's reason.
 */
export async function findDamage(
  tools: AskTools,
  input: Pick<DetectInput, 'vehicle' | 'taxonomy'>,
  photos: readonly DetectorPhoto[],
): Promise<FindResult> {
  const { profile } = tools.client;
  const schema = findJsonSchema(input.taxonomy.categories);
  const reader = readFound(input.taxonomy.categories);
  const batches: FoundBatch[] = [];
  const missed: { photo: number; why: FailureKind }[] = [];
  let last: VisionFailure | null = null;
  await inParallel(batchesOf(photos, profile.photos_per_request), profile.requests_at_once, async (batch) => {
    const read = await Promise.all(
      batch.map(async (photo) => {
        try {
          return [{ photo, image: await overview(photo, profile) }];
        } catch {
          missed.push({ photo: photo.index, why: 'unreadable' });
          return [];
        }
      }),
    );
    const ready = read.flat();
    if (ready.length === 0) return;
    const images = new Map(ready.map(({ photo, image }) => [photo.index, image]));
    try {
      const found = await askFor(
        tools,
        {
          pass: 'find',
          instructions: FIND_INSTRUCTIONS,
          images: [...images.values()],
          text: findText(input.vehicle, [...images.keys()], profile.box_format),
          schema,
          max_output_tokens: ANSWER_BASE + ANSWER_PER_PHOTO * ready.length,
        },
        reader,
      );
      batches.push({ images, found });
    } catch (error) {
      if (!(error instanceof VisionFailure)) throw error;
      last = error;
      for (const index of images.keys()) missed.push({ photo: index, why: error.kind });
    }
  });
  if (batches.length === 0) {
    throw last ?? new VisionFailure('unreadable', 'no photo could be read');
  }
  missed.sort((a, b) => a.photo - b.photo);
  batches.sort((a, b) => Math.min(...a.images.keys()) - Math.min(...b.images.keys()));
  return { batches, missed };
}
