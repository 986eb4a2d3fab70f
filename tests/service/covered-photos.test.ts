import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { gapWords, noteWords } from '../../contract/report-view/words/reservation.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import type { DetectorPhoto } from '../../server/damage-detectors/detector.ts';
import type { Box } from '../../server/damage-detectors/examination/boxes.ts';
import type { AnswerCache } from '../../server/damage-detectors/vision/cache.ts';
import { createVisionDetector } from '../../server/damage-detectors/vision/model.ts';
import { cropOf, cropped, overview } from '../../server/damage-detectors/vision/photos.ts';
import type { VisionProvider } from '../../server/damage-detectors/vision/profiles.ts';
import { addOnFolder } from '../../server/photo-reading/add-on-folder.ts';
import { createPhotoCover } from '../../server/photo-reading/covering/cover-photos.ts';
import { createTextReader } from '../../server/photo-reading/text-reader.ts';
import { installEngine } from './install-engine.ts';
import { reportWith } from './report-with-model.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

const FACE: Box = [0.3, 0.35, 0.4, 0.5];
const PLATE: Box = [0.6, 0.7, 0.8, 0.74];
/** What is filled: a fifth more of the face, half more of the plate's text. */
const FILLS: readonly Box[] = [
  [0.29, 0.335, 0.41, 0.515],
  [0.55, 0.69, 0.85, 0.75],
];
const ENGINE = `
export const findFaces = async () => [${JSON.stringify(FACE)}];
export const readText = async () => [{ text: '8ABC 123', mean: 0.9, box: ${JSON.stringify(PLATE)} }];`;
const FAILING = `
export const findFaces = async () => { throw new Error('no model'); };
export const readText = async () => [];`;
/** Found round the face, so that the second pass is sent a crop with it. */
const SCRIPT = {
  findings: [{ photo: 1, part: 'hood', types: ['torn'], confidence: 0.9, box: [250, 300, 500, 600] }],
};

async function detectorOf(provider: VisionProvider, engine: string | null, cache?: AnswerCache) {
  const dataDir = await temporaryFolder();
  if (engine !== null) await installEngine(dataDir, engine);
  const { client, asked } = await startStandIn(provider, scripted(SCRIPT));
  const reader = createTextReader(addOnFolder(dataDir));
  const detector = createVisionDetector({
    client,
    price: { in: 2, out: 10 },
    retry_ms: 5,
    cover: createPhotoCover(reader, { failed: () => {} }),
    ...(cache ? { cache } : {}),
  });
  return { client, detector, asked, reader };
}

const bytesOf = (picture: string): Buffer => Buffer.from(picture, 'base64');
const raw = (picture: Uint8Array) => sharp(picture).removeAlpha().raw().toBuffer({ resolveWithObject: true });

/** A JPEG's blocks beside an edge take from both sides of it: pixels so near are of neither. */
const EDGE = 20;
const GRAY = 128;
/** By how much a pixel may differ for having been a JPEG twice. */
const TOLERANCE = 14;

/** How a sent picture stands to what would have been sent uncovered: pixels wrong inside the fills, and outside. */
async function compared(sent: Uint8Array, uncovered: Uint8Array, fills: readonly Box[]) {
  const [one, other] = await Promise.all([raw(sent), raw(uncovered)]);
  expect(one.info).toEqual(other.info);
  const { width, height } = one.info;
  const count = { inside: 0, notGray: 0, outside: 0, changed: 0 };
  const within = (x: number, y: number, [x0, y0, x1, y1]: Box, more: number): boolean =>
    x >= x0 * width - more && x < x1 * width + more && y >= y0 * height - more && y < y1 * height + more;
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const at = (y * width + x) * 3;
      const by = (told: (channel: number) => number): number => Math.max(told(0), told(1), told(2));
      if (fills.some((fill) => within(x, y, fill, -EDGE))) {
        count.inside += 1;
        if (by((channel) => Math.abs((one.data[at + channel] ?? 0) - GRAY)) > TOLERANCE) count.notGray += 1;
      } else if (!fills.some((fill) => within(x, y, fill, EDGE))) {
        count.outside += 1;
        const differs = by((channel) =>
          Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)),
        );
        if (differs > TOLERANCE) count.changed += 1;
      }
    }
  return count;
}
const AS_COVERED = { inside: expect.toSatisfy((count: number) => count > 500), notGray: 0, changed: 0 };

/** Part of a photo as the whole of its crop. */
function inCrop([x0, y0, x1, y1]: Box, box: Box): Box {
  const [left, top, right, bottom] = cropOf(box);
  const across = (x: number): number => (x - left) / (right - left);
  const down = (y: number): number => (y - top) / (bottom - top);
  return [across(x0), down(y0), across(x1), down(y1)];
}

test('a third party’s model is sent faces and plates filled, in whole photos and crops, and all else as it is', async () => {
  const { client, detector, asked } = await detectorOf('anthropic', ENGINE);
  const photos = await madePhotos(2);
  const detection = await detector.detect(inputFor(photos));
  const finds = asked.filter(isFind);
  const sent = finds.flatMap(({ images }) => images);
  const numbers = finds.flatMap(photosAsked);
  expect(numbers.toSorted()).toEqual([1, 2]);
  for (const [at, picture] of sent.entries()) {
    const photo = photos.find(({ index }) => index === numbers[at]) as DetectorPhoto;
    const uncovered = await overview(photo, client.profile);
    expect(await compared(bytesOf(picture), uncovered.jpeg, FILLS)).toMatchObject(AS_COVERED);
  }
  const box = detection.findings.flatMap(({ evidence }) => evidence)[0]?.box as Box;
  const crop = asked.find((request) => !isFind(request))?.images.at(-1) ?? '';
  const uncovered = await cropped(photos[0] as DetectorPhoto, box, 'Item 1');
  expect(
    await compared(
      bytesOf(crop),
      uncovered.jpeg,
      FILLS.map((fill) => inCrop(fill, box)),
    ),
  ).toMatchObject(AS_COVERED);
  expect(detection.warnings).toContainEqual({ code: 'photos_covered', found: 4 });
  expect(detection.warnings).not.toContainEqual(expect.objectContaining({ code: 'photos_uncovered' }));
});

test('a photo that was not looked through in time is not sent; the others are, and the detection says which', async () => {
  const { detector, asked, reader } = await detectorOf('anthropic', ENGINE);
  const [known, unknown] = await madePhotos(2);
  const marks: { kept: unknown } = { kept: null };
  const kept = {
    ...(known as DetectorPhoto),
    marks: {
      read: async () => marks.kept,
      write: async (value: unknown) => {
        marks.kept = value;
      },
    },
  };
  await detector.detect(inputFor([kept]));
  const before = asked.length;
  const turn = Promise.withResolvers<void>();
  const held = reader.forLot(SERVICE, () => turn.promise);
  // What is known of the first needs no look, and so no time.
  const limits = { max_usd: 5, max_ms: 20_000, max_photos: 40, max_cover_ms: 1 };
  const detection = await detector.detect(inputFor([kept, unknown as DetectorPhoto], { limits }));
  turn.resolve();
  await held;
  expect(asked.slice(before).flatMap(photosAsked)).not.toContain(2);
  expect(detection.engine.examined_photos).toBe(1);
  expect(detection.warnings).toContainEqual({ code: 'photos_failed', photos: [2], why: 'not_covered' });
  expect(detection.warnings).not.toContainEqual(expect.objectContaining({ code: 'photos_uncovered' }));
});

test('the model is told which photos were covered, and of no other', async () => {
  const { detector, asked } = await detectorOf('openai', ENGINE);
  await detector.detect(inputFor(await madePhotos(2)));
  expect(asked.map(({ text }) => text).join('\n')).toMatch(/faces and plates on P1, P2, by plain gray/);
  const plain = await detectorOf('openai', null);
  await plain.detector.detect(inputFor(await madePhotos(2)));
  expect(plain.asked.map(({ text }) => text).join('\n')).not.toContain('Covered before sending');
});

test('a model of this machine is sent the photos uncovered, and nothing is said of it', async () => {
  const { client, detector, asked } = await detectorOf('openai_compatible', ENGINE);
  const photos = await madePhotos(2);
  const detection = await detector.detect(inputFor(photos));
  const sent = asked.filter(isFind).flatMap(({ images }) => images);
  const plain = await Promise.all(
    photos.map(async (photo) => Buffer.from((await overview(photo, client.profile)).jpeg).toString('base64')),
  );
  expect(sent).toEqual(plain);
  expect(detection.warnings.map(noteWords).join(' ')).not.toMatch(/faces and plates|faces or plates/);
});

test('where the add-on is absent photos leave as they are, and the detection says so', async () => {
  const { client, detector, asked } = await detectorOf('google', null);
  const photos = await madePhotos(2);
  const detection = await detector.detect(inputFor(photos));
  const plain = await Promise.all(
    photos.map(async (photo) => Buffer.from((await overview(photo, client.profile)).jpeg).toString('base64')),
  );
  expect(asked.filter(isFind).flatMap(({ images }) => images)).toEqual(plain);
  expect(detection.warnings).toContainEqual({ code: 'photos_uncovered', photos: [1, 2], why: 'absent' });
});

test('a photo whose look for faces and plates fails is not sent, and the detection says so', async () => {
  const { detector, asked } = await detectorOf('google', FAILING);
  const detection = await detector.detect(inputFor(await madePhotos(2)));
  expect(asked).toEqual([]);
  expect(detection.engine.examined_photos ?? 0).toBe(0);
  expect(detection.warnings).toContainEqual({ code: 'not_examined', why: 'not_covered' });
  expect(detection.warnings).not.toContainEqual(expect.objectContaining({ code: 'photos_uncovered' }));
});

test('photos that arrive one by one are covered before the model is asked', async () => {
  const { client, detector, asked } = await detectorOf('anthropic', ENGINE);
  const photos = await madePhotos(1);
  const { photos: _, declared, ...input } = inputFor(photos);
  const begun = detector.begin(input, photos.length);
  for (const photo of photos) begun.add(photo);
  await begun.detect(photos, declared);
  const finds = asked.filter(isFind);
  expect(finds).toHaveLength(1);
  const uncovered = await overview(photos[0] as DetectorPhoto, client.profile);
  expect(await compared(bytesOf(finds[0]?.images[0] ?? ''), uncovered.jpeg, FILLS)).toMatchObject(AS_COVERED);
});

test('what a model said of a photo uncovered is not taken for the covered one, and the other way round', async () => {
  const kept = new Map<string, unknown>();
  const cache: AnswerCache = {
    get: async (key, schema) => schema.safeParse(kept.get(key)).data ?? null,
    put: async (key, answer) => void kept.set(key, answer),
  };
  const photos = await madePhotos(1);
  const askedWith = async (engine: string | null): Promise<number> => {
    const { detector, asked } = await detectorOf('openai', engine, cache);
    await detector.detect(inputFor(photos));
    return asked.length;
  };
  const uncovered = await askedWith(null);
  expect(uncovered).toBeGreaterThan(0);
  expect(await askedWith(ENGINE)).toBe(uncovered);
  expect(await askedWith(ENGINE)).toBe(0);
  expect(await askedWith(null)).toBe(0);
});

test('a report made with a third party’s model says how many faces or plates were covered', async () => {
  const { site, asked } = await startStandIn('openai', scripted({}));
  const { model } = await reportWith(
    site.origin,
    { VISION_PROVIDER: 'openai', VISION_MODEL: 'gpt-5.5', VISION_API_KEY: 'key-1' },
    {
      engine: `
export const findFaces = async () => [${JSON.stringify(FACE)}];
export const readText = async () => [];`,
    },
  );
  const sent = new Set(asked.filter(isFind).flatMap(photosAsked)).size;
  expect(sent).toBeGreaterThan(1);
  expect(model.gaps.map(gapWords)).toContain(
    `For the photo model, which others run, ${sent} faces or plates found on the photos were covered.`,
  );
});

test('a second report of a lot looks through none of its photos again, and covers the same', async () => {
  const { site, asked } = await startStandIn('openai', scripted({}));
  const looks = path.join(await temporaryFolder(), 'looks');
  const { model } = await reportWith(
    site.origin,
    { VISION_PROVIDER: 'openai', VISION_MODEL: 'gpt-5.5', VISION_API_KEY: 'key-1' },
    {
      reports: 2,
      engine: `
import fs from 'node:fs';
export const findFaces = async () => {
  fs.appendFileSync(${JSON.stringify(looks)}, 'x');
  return [${JSON.stringify(FACE)}];
};
export const readText = async () => [];`,
    },
  );
  const sent = new Set(asked.filter(isFind).flatMap(photosAsked)).size;
  expect(sent).toBeGreaterThan(1);
  expect((await fs.readFile(looks, 'utf8')).length).toBe(sent);
  expect(model.gaps.map(gapWords)).toContainEqual(
    expect.stringMatching(`, ${sent} faces or plates found on the photos were covered`),
  );
});
