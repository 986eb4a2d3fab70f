import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Store } from '../../storage/store.ts';
import type { DetectInput, DetectorPhoto } from '../detector.ts';
import type { VisionClient, VisionQuestion } from './client.ts';
import { PROMPT_VERSION } from './prompt.ts';

/** How long answers about the same photos are good for. */
export const ANSWERS_KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** Answers by key; a missing, old or unreadable one is null. */
export type AnswerCache = {
  get<T>(key: string, schema: z.ZodType<T>): Promise<T | null>;
  put(key: string, answer: unknown): Promise<void>;
};

export const NO_CACHE: AnswerCache = { get: async () => null, put: async () => {} };

/** What was paid for an answer, and for which report: taken up again by that report, it counts as its own. */
export const paidSchema = z.object({
  report: z.string().nullable(),
  tokens_in: z.number().int().nonnegative(),
  tokens_out: z.number().int().nonnegative(),
});
export type Paid = z.infer<typeof paidSchema>;

const keyOf = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

const modelOf = ({ provider, model, profile }: VisionClient) => [
  PROMPT_VERSION,
  provider,
  model,
  profile.box_format,
];
const vocabularyOf = (taxonomy: DetectInput['taxonomy']) => [
  taxonomy.version,
  [...taxonomy.categories].sort(),
];

/**
 * What decides a look: the photos in their order, the model and how it tells places, the prompts, and what the car can
 * have. What is declared is no part of it: it decides which zones the second pass was asked about, not what is seen.
 */
export const examinationKey = (
  client: VisionClient,
  photos: readonly DetectorPhoto[],
  taxonomy: DetectInput['taxonomy'],
): string =>
  keyOf(
    ...modelOf(client),
    ...vocabularyOf(taxonomy),
    photos.map((photo) => [photo.index, photo.sha256]),
  );

/** What decides what the first pass says of one photo. */
export const photoKey = (client: VisionClient, sha256: string, taxonomy: DetectInput['taxonomy']): string =>
  keyOf('photo', ...modelOf(client), ...vocabularyOf(taxonomy), sha256);

/** A question as it is sent, pictures by their bytes. */
export const questionKey = (client: VisionClient, { images, ...question }: VisionQuestion): string =>
  keyOf(
    'question',
    ...modelOf(client),
    question,
    images.map(({ label, jpeg }) => [label, createHash('sha256').update(jpeg).digest('hex')]),
  );

const keptSchema = z.object({ at: z.iso.datetime(), answer: z.unknown() });

/** Answers lie by the 30 days they were given in, so that old ones can be deleted unread. */
const FOLDER = 'vision/';
const periodOf = (time: Date): number => Math.floor(time.getTime() / ANSWERS_KEPT_MS);
const place = (period: number, key: string): string => `${FOLDER}${period}/${key}.json`;

/** A cache in the file store, shared by every process that shares the store. */
export function answerCacheIn(store: Store, now: () => Date): AnswerCache {
  return {
    async get(key, schema) {
      const period = periodOf(now());
      const file = (await store.get(place(period, key))) ?? (await store.get(place(period - 1, key)));
      if (!file) return null;
      let json: unknown;
      try {
        json = JSON.parse(file.bytes.toString('utf8'));
      } catch {
        return null;
      }
      const kept = keptSchema.safeParse(json);
      if (!kept.success) return null;
      const age = now().getTime() - Date.parse(kept.data.at);
      if (age < 0 || age >= ANSWERS_KEPT_MS) return null;
      return schema.safeParse(kept.data.answer).data ?? null;
    },
    async put(key, answer) {
      const body = JSON.stringify({ at: now().toISOString(), answer });
      await store.put(place(periodOf(now()), key), Buffer.from(body), 'application/json');
    },
  };
}

/** Deletes answers no one takes any more; how many. */
export async function deleteOldAnswers(store: Store, now: Date): Promise<number> {
  const periods = new Set((await store.list(FOLDER)).map((key) => key.split('/')[1] ?? ''));
  let deleted = 0;
  for (const period of periods)
    if (!(Number(period) >= periodOf(now) - 1)) deleted += await store.deletePrefix(`${FOLDER}${period}/`);
  return deleted;
}

/** A cache whose failures cost only what it would have saved. */
export const forgiving = (cache: AnswerCache): AnswerCache => ({
  get: (key, schema) => cache.get(key, schema).catch(() => null),
  put: (key, answer) => cache.put(key, answer).catch(() => undefined),
});
