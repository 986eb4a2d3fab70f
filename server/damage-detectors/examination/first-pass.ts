import pLimit from 'p-limit';
import type { DetectInput, DetectorPhoto } from '../detector.ts';
import { photoKey } from '../vision/cache.ts';
import { type FailureKind, VisionFailure, type VisionImage, type VisionUsage } from '../vision/client.ts';
import { overview } from '../vision/photos.ts';
import { FIRST_PASS_INSTRUCTIONS, firstPassText } from '../vision/prompt.ts';
import { countPaid, type RequestTools, requestAnswer } from '../vision/request.ts';
import { firstPassJsonSchema, readFound } from '../vision/schema.ts';
import { detectionsIn } from './detections.ts';
import { byPhoto, entriesOf, keptPhotoSchema, type PhotoExamination, shareOf } from './photo-examinations.ts';

const ANSWER_BASE = 500;
/** Tokens of answer per photo: its entry, three findings, a dozen parts seen whole (judgement). */
const ANSWER_PER_PHOTO = 750;

/** What the first pass says of a photo, or why it says nothing. */
export type PhotoAnswer = { readonly examination: PhotoExamination } | { readonly why: FailureKind };

export type FirstPass = {
  /** A photo that is here; its batch is sent as soon as it is full. */
  add(photo: DetectorPhoto): void;
  /** Sends what is left and waits for all answers, in the photos' order. Throws the signal's reason. */
  finish(photos: readonly DetectorPhoto[]): Promise<PhotoAnswer[]>;
  /** The photo as it was or would be sent, under its number in the report. Throws when it is no picture. */
  overviewOf(photo: DetectorPhoto): Promise<VisionImage>;
};

/** Photos in even batches of at most `most`: 7 in batches of 6 is 4 and 3, not 6 and 1. */
export function batchesOf<T>(photos: readonly T[], most: number): T[][] {
  const size = batchSize(photos.length, most);
  return Array.from({ length: Math.ceil(photos.length / size) }, (_, index) =>
    photos.slice(index * size, (index + 1) * size),
  );
}
const batchSize = (count: number, most: number): number =>
  Math.max(1, Math.ceil(count / Math.ceil(Math.max(1, count) / most)));

const inOrder = (photos: DetectorPhoto[]) => photos.sort((a, b) => a.index - b.index);

/** A batch's cost shared out to its photos, so that the shares add up to it. */
const shared = (usage: VisionUsage, count: number, index: number): VisionUsage => ({
  tokens_in: shareOf(usage.tokens_in, count, index),
  tokens_out: shareOf(usage.tokens_out, count, index),
});
/** An answer that broke off lost the entry it broke off in, at least. */
const CUT_OFF = { given: 1, unusable: 1 };

/**
 * The first pass: photos in batches, side by side, each sent as soon as its photos are there. A photo is asked about once,
 * answers are kept by its hash; a failing batch costs its photos only. `expected`: how many photos there will be.
 */
export function startFirstPass(
  tools: RequestTools,
  input: Pick<DetectInput, 'vehicle' | 'taxonomy'>,
  expected: number,
): FirstPass {
  const { client, cache, report } = tools;
  const { profile } = client;
  const { categories } = input.taxonomy;
  const schema = firstPassJsonSchema(categories);
  const reader = readFound(categories);
  const vocabulary = new Set(categories);
  const limit = pLimit(profile.requests_at_once);
  const size = batchSize(expected, profile.photos_per_request);
  const answers = new Map<string, PromiseWithResolvers<PhotoAnswer>>();
  const images = new Map<string, Promise<VisionImage>>();
  const lookups: Promise<void>[] = [];
  const waiting: DetectorPhoto[] = [];
  let finishing = false;

  const settle = (photo: DetectorPhoto, answer: PhotoAnswer) => answers.get(photo.sha256)?.resolve(answer);

  async function overviewOf(photo: DetectorPhoto): Promise<VisionImage> {
    const known = images.get(photo.sha256) ?? overview(photo, profile);
    images.set(photo.sha256, known);
    return { ...(await known), label: `Photo P${photo.index}` };
  }

  async function ask(batch: readonly DetectorPhoto[]): Promise<void> {
    const sent = new Map<number, VisionImage>();
    for (const photo of batch) {
      const image = await overviewOf(photo).catch(() => null);
      if (image) sent.set(photo.index, image);
      else settle(photo, { why: 'unreadable' });
    }
    const photos = batch.filter((photo) => sent.has(photo.index));
    if (photos.length === 0) return;
    const question = {
      pass: 'find' as const,
      instructions: FIRST_PASS_INSTRUCTIONS,
      images: [...sent.values()],
      text: firstPassText(input.vehicle, photos, profile.box_format),
      schema,
      max_output_tokens: ANSWER_BASE + ANSWER_PER_PHOTO * photos.length,
    };
    try {
      const { value: found, usage, cut } = await requestAnswer(tools, question, reader);
      const gathered = detectionsIn({ images: sent, found }, profile, vocabulary);
      const entries = cut ? entriesOf([gathered.entries, CUT_OFF]) : gathered.entries;
      const examinations = byPhoto(photos, { ...gathered, entries });
      for (const [index, photo] of photos.entries()) {
        const examination = examinations.get(photo.sha256);
        if (!examination) {
          settle(photo, { why: 'unreadable' });
          continue;
        }
        const paid = { report, ...shared(usage, photos.length, index) };
        // What was lost of an answer is asked for again next time.
        if (entries.unusable === 0)
          await cache.put(photoKey(client, photo.sha256, input.taxonomy), { paid, examination });
        settle(photo, { examination });
      }
    } catch (error) {
      if (!(error instanceof VisionFailure)) throw error;
      if (error.split && photos.length > 1) {
        const half = Math.ceil(photos.length / 2);
        await ask(photos.slice(0, half));
        await ask(photos.slice(half));
        return;
      }
      for (const photo of photos) settle(photo, { why: error.kind });
    }
  }

  function send(batch: readonly DetectorPhoto[]): void {
    limit(() => ask(batch)).catch((error: unknown) => {
      for (const photo of batch) answers.get(photo.sha256)?.reject(error);
    });
  }

  async function lookUp(photo: DetectorPhoto): Promise<void> {
    const kept = await cache.get(photoKey(client, photo.sha256, input.taxonomy), keptPhotoSchema);
    if (kept) {
      countPaid(tools, kept.paid);
      settle(photo, { examination: kept.examination });
      return;
    }
    waiting.push(photo);
    if (!finishing && waiting.length >= size) send(inOrder(waiting.splice(0)));
  }

  function add(photo: DetectorPhoto): void {
    if (answers.has(photo.sha256)) return;
    const answer = Promise.withResolvers<PhotoAnswer>();
    // Whoever waits for it hears of a failure; before that nobody may.
    answer.promise.catch(() => undefined);
    answers.set(photo.sha256, answer);
    lookups.push(lookUp(photo));
  }

  return {
    add,
    overviewOf,
    async finish(photos) {
      finishing = true;
      for (const photo of photos) add(photo);
      await Promise.all(lookups);
      for (const batch of batchesOf(inOrder(waiting.splice(0)), profile.photos_per_request)) send(batch);
      return await Promise.all(
        photos.map((photo) => answers.get(photo.sha256)?.promise ?? { why: 'unreadable' as const }),
      );
    },
  };
}
