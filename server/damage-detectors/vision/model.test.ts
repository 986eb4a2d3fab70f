import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { detectionSchema } from '../../../contract/schemas/damage.ts';
import { CATEGORIES } from '../../categories/generic-categories.ts';
import type { DetectInput } from '../detector.ts';
import { IMAGE_SIDES, VIEWS } from '../examination/side.ts';
import type { VisionClient } from './client.ts';
import { createVisionDetector } from './model.ts';
import { VISION_PROFILES } from './profiles.ts';

const ids = CATEGORIES.map((category) => category.id).filter((id) => id !== 'hood');
const jpeg = await sharp({ create: { width: 120, height: 90, channels: 3, background: '#888' } })
  .jpeg()
  .toBuffer();
const photos = [1, 2, 3].map((index) => ({
  index,
  sha256: String(index).repeat(64),
  width: 120,
  height: 90,
  label: null,
  read: async () => jpeg,
}));
const input: DetectInput = {
  vehicle: { year: 2018, make: 'Toyota', model: 'Camry', body_class: 'sedan', fuel: null, engine: null },
  photos,
  declared: {
    site: 'iaai',
    primary: 'LEFT FRONT',
    secondary: 'LEFT SIDE',
    run: null,
    airbags: 'deployed',
    title: null,
    loss_type: null,
  },
  // This car has no hood, so that a finding of one is outside its vocabulary.
  taxonomy: { version: 't', categories: ids },
  limits: { max_usd: 5, max_ms: 20_000, max_photos: 20 },
  signal: new AbortController().signal,
};

const number = fc.oneof(fc.integer({ min: -2, max: 5 }), fc.double());
const word = (...words: string[]) =>
  fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...words) }, { weight: 1, arbitrary: fc.string() });
const part = word('headlamp', 'wheel', 'hood', 'quarter_panel', 'airbag_driver', 'radiator');
const side = word(...IMAGE_SIDES);
const some = <T>(entry: fc.Arbitrary<T>) =>
  fc.array(fc.oneof({ weight: 8, arbitrary: entry }, { weight: 1, arbitrary: fc.jsonValue() }), {
    maxLength: 6,
  });
const box = fc.array(fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.double({ min: -2000, max: 4000 })), {
  minLength: 3,
  maxLength: 5,
});
const found = fc.record({
  photos: some(
    fc.record({
      i: fc.integer({ min: 0, max: 4 }),
      view: word(...VIEWS),
      usable: fc.boolean(),
      notes: fc.string(),
    }),
  ),
  findings: some(
    fc.record({
      photo: fc.integer({ min: 0, max: 4 }),
      part,
      image_side: side,
      types: fc.array(word('dent', 'crack', 'missing', 'dirt', 'deployed'), { maxLength: 3 }),
      severity: fc.integer({ min: 0, max: 5 }),
      op_hint: word('repair', 'replace', 'unsure'),
      box,
      confidence: fc.double({ min: -0.2, max: 1.3 }),
      evidence: fc.string(),
      extent: fc.oneof(fc.double({ min: -1, max: 2 }), fc.constantFrom(null, undefined, 'half')),
      also_photos: fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 3 }),
    }),
  ),
  likely_hidden: some(fc.record({ part, trigger_part: part, reason: fc.string() })),
  seen_whole: some(fc.record({ part, photo: number, image_side: side, visible: number })),
  unsure: some(fc.record({ part, photo: number, image_side: side })),
  airbags_seen: some(
    fc.record({ bag: word('driver', 'curtain'), photo: number, image_side: side, box, confidence: number }),
  ),
  warnings: some(word('low_light', 'covered')),
});
const verified = fc.record({
  items: some(
    fc.record({
      item: fc.integer({ min: 0, max: 6 }),
      verdict: word('confirmed', 'not_damage', 'unsure'),
      reason: word('dirt', 'none'),
      severity: fc.integer({ min: 0, max: 5 }),
    }),
  ),
  zones: some(
    fc.record({
      zone: word('front', 'rear'),
      state: word('intact', 'damage_visible', 'not_shown'),
      photo: number,
    }),
  ),
});

it('keeps the contract and its invariants, whatever a model answers', async () => {
  await fc.assert(
    fc.asyncProperty(found, verified, async (first, second) => {
      const client: VisionClient = {
        provider: 'chaos',
        model: 'chaos',
        profile: VISION_PROFILES.openai,
        ask: async ({ pass }) => ({
          text: JSON.stringify(pass === 'find' ? first : second),
          cut: false,
          usage: { tokens_in: 1, tokens_out: 1 },
        }),
      };
      const detection = await createVisionDetector({ client, price: null, retry_ms: 0 }).detect(input);
      expect(detectionSchema.safeParse(detection).error).toBeUndefined();
      for (const finding of detection.findings) {
        expect(ids).toContain(finding.category);
        expect(finding.probability).toBeGreaterThan(0);
        if (finding.basis === 'declared') expect([finding.evidence, finding.severity]).toEqual([[], null]);
        if (finding.status === 'visible') expect(finding.evidence.length).toBeGreaterThan(0);
        for (const { photo, box: at } of finding.evidence) {
          expect([1, 2, 3]).toContain(photo);
          if (at === null) continue;
          expect(at.every((edge) => edge >= 0 && edge <= 1)).toBe(true);
          expect(at[2] - at[0] > 0.97 && at[3] - at[1] > 0.97).toBe(false);
        }
      }
      const keys = detection.findings
        .filter((entry) => entry.status === 'visible')
        .map((entry) => `${entry.category} ${entry.side} ${entry.position}`);
      expect(new Set(keys).size).toBe(keys.length);
    }),
    { numRuns: 150 },
  );
});
