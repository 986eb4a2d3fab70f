import { describe, expect, it } from 'vitest';
import { noteWords } from '../../contract/report-view/words/reservation.ts';
import type { BegunDetection, DetectInput, DetectorPhoto } from '../../server/damage-detectors/detector.ts';
import { answerCacheIn } from '../../server/damage-detectors/vision/cache.ts';
import {
  createVisionDetector,
  type VisionDetectorOptions,
} from '../../server/damage-detectors/vision/model.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { inputFor, madePhotos } from './vision-photos.ts';
import { isFind, photosAsked, type Script, scripted } from './vision-script.ts';
import { type Asked, type Reply, startStandIn } from './vision-stand-in.ts';

const SCRIPT: Script = {
  views: { 1: 'front', 2: 'front_left', 3: 'left', 4: 'rear' },
  findings: [
    { photo: 1, part: 'front_bumper_cover', types: ['torn'], confidence: 0.9, also_photos: [2] },
    { photo: 3, part: 'front_door_shell', types: ['dent'], confidence: 0.6 },
    { photo: 4, part: 'tail_lamp', image_side: 'image_left', types: ['crack'], confidence: 0.5 },
    { photo: 5, part: 'grille', types: ['broken'], confidence: 0.7 },
    { photo: 7, part: 'hood', types: ['dent'], confidence: 0.6 },
  ],
};

async function modelOf(
  reply: (asked: Asked, count: number) => Reply | Promise<Reply> = scripted(SCRIPT),
  options: Partial<VisionDetectorOptions> = {},
) {
  const standIn = await startStandIn('openai_compatible', reply);
  const detector = () =>
    createVisionDetector({ client: standIn.client, price: { in: 2, out: 10 }, retry_ms: 5, ...options });
  return { ...standIn, detector };
}

const newCache = async () =>
  answerCacheIn(createFolderStore(await temporaryFolder()), () => new Date('2026-01-01T00:00:00Z'));

function begin(
  detector: ReturnType<typeof createVisionDetector>,
  photos: DetectorPhoto[],
  over: Partial<DetectInput> = {},
): { begun: BegunDetection; declared: DetectInput['declared'] } {
  const { photos: _, declared, ...input } = inputFor(photos, over);
  const begun = detector.begin?.(input, photos.length);
  if (!begun) throw new Error('the detector can’t begin early');
  return { begun, declared };
}

describe('photos on their way', () => {
  it('are examined batch by batch before the last one is there, none of them twice', async () => {
    const photos = await madePhotos(7);
    const { detector, asked } = await modelOf();
    const { begun, declared } = begin(detector(), photos);
    for (const photo of photos.slice(0, 5)) begun.add(photo);
    await until('the first batch was asked about', 60_000, async () => asked.length === 1);
    expect(asked.flatMap(photosAsked)).toEqual([1, 2, 3, 4]);
    const detection = await begun.detect(photos, declared);
    expect(asked.filter(isFind).map(photosAsked)).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7],
    ]);
    expect(detection.engine.examined_photos).toBe(7);
  });

  it('make the same findings as photos that are there at once', async () => {
    const photos = await madePhotos(7);
    const { detector } = await modelOf();
    const { begun, declared } = begin(detector(), photos);
    for (const photo of [...photos].reverse()) begun.add(photo);
    const early = await begun.detect(photos, declared);
    const late = await detector().detect(inputFor(photos));
    expect(early.findings).toEqual(late.findings);
    expect(early.photo_notes).toEqual(late.photo_notes);
  });

  it('get the number the report gives them, not the one they arrived under', async () => {
    const photos = await madePhotos(3);
    const { detector } = await modelOf(scripted({ findings: [{ photo: 3, part: 'hood', types: ['dent'] }] }));
    const { begun, declared } = begin(detector(), photos);
    for (const photo of photos) begun.add(photo);
    // The first turned out to repeat the second.
    const kept = photos.slice(1).map((photo, index) => ({ ...photo, index: index + 1 }));
    const { findings, photo_notes } = await begun.detect(kept, declared);
    expect(
      findings.find((finding) => finding.status === 'visible')?.evidence.map((entry) => entry.photo),
    ).toEqual([2]);
    expect(photo_notes.map((note) => note.photo)).toEqual([1, 2]);
  });

  it('cost no more than the report’s cap, early or late', async () => {
    const photos = await madePhotos(12);
    const { detector } = await modelOf(scripted(SCRIPT), { price: { in: 10, out: 30 } });
    const limits = { max_usd: 0.17, max_ms: 20_000, max_photos: 40 };
    const { begun, declared } = begin(detector(), photos, { limits });
    for (const photo of photos) begun.add(photo);
    const { engine, warnings } = await begun.detect(photos, declared);
    expect(engine.usd).toBeLessThanOrEqual(0.17);
    expect(engine.examined_photos).toBeLessThan(12);
    expect(warnings.map(noteWords).join(' ')).toContain('spend cap');
  });

  it('beyond the most that is examined are not sent, whichever comes first', async () => {
    const photos = await madePhotos(6);
    const { detector, asked } = await modelOf();
    const limits = { max_usd: 5, max_ms: 20_000, max_photos: 4 };
    const { begun, declared } = begin(detector(), photos, { limits });
    for (const photo of [...photos].reverse()) begun.add(photo);
    const { warnings } = await begun.detect(photos, declared);
    expect(asked.filter(isFind).map(photosAsked)).toEqual([[1, 2, 3, 4]]);
    expect(noteWords(warnings[0] ?? '')).toContain('2 more photos were not examined');
  });

  it('stop with the report', async () => {
    const photos = await madePhotos(5);
    const { detector, asked } = await modelOf(() => ({ hang: true }));
    const stop = new AbortController();
    const { begun, declared } = begin(detector(), photos, { signal: stop.signal });
    for (const photo of photos) begun.add(photo);
    await until('a batch is under way', 60_000, async () => asked.length > 0);
    stop.abort(new Error('cancelled'));
    await expect(begun.detect(photos, declared)).rejects.toThrow('cancelled');
  });
});

describe('a worker that goes down in the middle of an examination', () => {
  /** Asks until request number `last` is answered, then is gone; a new worker takes the report up. */
  async function killedAfter(last: number) {
    const photos = await madePhotos(7);
    const cache = await newCache();
    let kept = 0;
    const counted: typeof cache = {
      ...cache,
      put: async (key, answer) => {
        await cache.put(key, answer);
        kept += 1;
      },
    };
    let down = false;
    const { detector, asked } = await modelOf(
      (question, count) => (!down && count > last ? { hang: true } : scripted(SCRIPT)(question)),
      { cache: counted },
    );
    const stop = new AbortController();
    const input = inputFor(photos, { report: 'r-1' });
    const first = detector().detect({ ...input, signal: stop.signal });
    await until('the next request is under way', 60_000, async () => asked.length > last);
    // An answer of the first pass is kept photo by photo.
    const answered = asked.slice(0, last);
    const entries = answered.reduce((sum, one) => sum + (isFind(one) ? photosAsked(one).length : 1), 0);
    await until('what was answered is kept', 60_000, async () => kept >= entries);
    stop.abort(new Error('killed'));
    await expect(first).rejects.toThrow('killed');
    down = true;
    const before = asked.length;
    return { photos, cache, asked, before, detector, input };
  }

  it.each([1, 2, 3])('pays for none of its first %i answers again', async (last) => {
    const { asked, before, detector, input } = await killedAfter(last);
    const answered = new Set(asked.slice(0, last).map((entry) => entry.text));
    await detector().detect(input);
    const again = asked.slice(before).map(({ text }) => text);
    for (const text of again) expect(answered).not.toContain(text);
    // Both first-pass batches and the two questions of the second pass; one that broke off on its way may be asked again.
    expect([...new Set([...answered, ...again])]).toHaveLength(4);
  });

  it('leaves the whole cost with the report, and another report nothing to pay', async () => {
    const { asked, detector, input } = await killedAfter(2);
    const resumed = await detector().detect(input);
    expect(resumed.engine).toMatchObject({ tokens_in: 4 * 1200, tokens_out: 4 * 300 });
    const count = asked.length;
    const other = await detector().detect({ ...input, report: 'r-2' });
    expect(other.engine).toMatchObject({ tokens_in: 0, usd: 0, examined_photos: 7 });
    expect(asked).toHaveLength(count);
  });

  it('counts what it paid towards the cap of its report', async () => {
    const { detector, input } = await killedAfter(2);
    // Two answers cost $0.0108 already; nothing more fits.
    const resumed = await detector().detect({ ...input, limits: { ...input.limits, max_usd: 0.011 } });
    expect(resumed.engine.usd).toBeLessThanOrEqual(0.011);
    expect(resumed.warnings.map(noteWords).join(' ')).toContain('second look');
  });
});
