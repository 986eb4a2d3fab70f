import { expect, test } from 'vitest';
import { gapWords } from '../../contract/report-view/words/reservation.ts';
import type { DetectorPhoto } from '../../server/damage-detectors/detector.ts';
import { createVisionDetector } from '../../server/damage-detectors/vision/model.ts';
import { overview } from '../../server/damage-detectors/vision/photos.ts';
import type { VisionProvider } from '../../server/damage-detectors/vision/profiles.ts';
import { reportWith } from './report-with-model.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { isFind, photosAsked, scripted } from './vision-script.ts';
import { startStandIn } from './vision-stand-in.ts';

const LABELS = ['DSFA', 'VINS', 'CKPT', 'ODOM'];
/** Found on a photo of its own, so that a second pass with crops follows. */
const SCRIPT = { findings: [{ photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9 }] };

async function labeledPhotos(): Promise<DetectorPhoto[]> {
  return (await madePhotos(LABELS.length)).map((photo, at) => ({ ...photo, label: LABELS[at] ?? null }));
}

async function detectorOf(provider: VisionProvider) {
  const { client, asked } = await startStandIn(provider, scripted(SCRIPT));
  const detector = createVisionDetector({ client, price: { in: 2, out: 10 }, retry_ms: 5 });
  return { client, detector, asked, pictures: () => asked.flatMap(({ images }) => images) };
}

test('photos labeled VIN or odometer never leave for a third party’s model, and the detection names them', async () => {
  const { client, detector, asked, pictures } = await detectorOf('openai');
  const photos = await labeledPhotos();
  const detection = await detector.detect(inputFor(photos));
  const sent = pictures();
  const asSent = await Promise.all(
    photos.map(async (photo) => Buffer.from((await overview(photo, client.profile)).jpeg).toString('base64')),
  );
  expect(asSent.map((picture) => sent.includes(picture))).toEqual([true, false, true, false]);
  expect(asked.filter(isFind).flatMap(photosAsked)).toEqual([1, 3]);
  expect(JSON.stringify(asked.map(({ body }) => body))).not.toMatch(/\bP[24]\b/);
  expect(detection.engine.examined_photos).toBe(2);
  expect(detection.warnings).toContainEqual({ code: 'photos_held_back', photos: [2, 4] });
});

test('photos that arrive one by one are held back before the model is asked', async () => {
  const { detector, asked } = await detectorOf('anthropic');
  const photos = await labeledPhotos();
  const { photos: _, declared, ...input } = inputFor(photos);
  const begun = detector.begin(input, photos.length);
  for (const photo of photos) begun.add(photo);
  await begun.detect(photos, declared);
  expect(asked.filter(isFind).flatMap(photosAsked).sort()).toEqual([1, 3]);
});

test('where every photo is held back no model is asked, and the report rests on the declared damage', async () => {
  const { detector, asked } = await detectorOf('google');
  const photos = (await labeledPhotos()).map((photo) => ({ ...photo, label: 'VINS' }));
  const detection = await detector.detect(inputFor(photos));
  expect(asked).toHaveLength(0);
  expect(detection.engine).toMatchObject({ id: 'declared', examined_photos: 0 });
  expect(detection.warnings[0]).toEqual({ code: 'photos_held_back', photos: [1, 2, 3, 4] });
});

test('a model of this machine is no third party: it is asked about every photo', async () => {
  const { detector, asked } = await detectorOf('openai_compatible');
  const detection = await detector.detect(inputFor(await labeledPhotos()));
  expect(asked.filter(isFind).flatMap(photosAsked)).toEqual([1, 2, 3, 4]);
  expect(detection.warnings).not.toContainEqual(expect.objectContaining({ code: 'photos_held_back' }));
});

test('a report made with a third party’s model says which photos were held back, and that faces were not covered', async () => {
  const { site, asked } = await startStandIn('openai', scripted({}));
  const { model } = await reportWith(site.origin, {
    VISION_PROVIDER: 'openai',
    VISION_MODEL: 'gpt-5.5',
    VISION_API_KEY: 'key-1',
  });
  const held = model.photos.flatMap(({ number, label }) => (label === 'ODOM' ? [number] : []));
  expect(held.length).toBeGreaterThan(0);
  const about = asked.filter(isFind).flatMap(photosAsked);
  expect(about.toSorted((a, b) => a - b)).toEqual(
    model.photos.map(({ number }) => number).filter((number) => !held.includes(number)),
  );
  expect(model.examined.photos_examined).toBe(model.photos.length - held.length);
  expect(model.gaps.map(gapWords)).toContainEqual(
    expect.stringMatching(/^1 photo was held back from the photo model/),
  );
  expect(model.gaps.map(gapWords)).toContainEqual(
    expect.stringMatching(/^For the photo model, which others run, no faces or plates were covered/),
  );
});
