import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhotoSighting } from '../../../contract/evidence.ts';
import {
  CALIBRATION_FORMS,
  DAMAGE_LOOKS,
  type DetectionRates,
  detectionRatesSchema,
  PART_KINDS,
} from '../../../contract/schemas/damage.ts';
import { photoSighting } from '../fixtures/photo-sighting.ts';
import { FIRST_RATES, ratesOf } from './inference-table.ts';
import { type Steps, sightingSteps } from './photo-likelihood.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const specificity = fc.double({ min: 0, max: 0.999, noNaN: true });
const positive = fc.double({ min: 0.001, max: 1, noNaN: true });
const three = fc.tuple(share, share, share);
const rising = three.map(([a, b, c]): [number, number, number] => {
  const [low = 0, middle = 0, high = 0] = [a, b, c].sort((one, other) => one - other);
  return [low, middle, high];
});
const counts = fc.constant({ damaged: 9, whole: 9 });
const everyOf = <Key extends string, Value>(keys: readonly Key[], value: fc.Arbitrary<Value>) =>
  fc
    .tuple(...keys.map(() => value))
    .map((values) => Object.fromEntries(keys.map((key, at) => [key, values[at]])));
const measured: fc.Arbitrary<DetectionRates> = fc
  .record({
    whole: everyOf(PART_KINDS, fc.record({ sens: rising, spec: specificity, n: counts })),
    kinds: everyOf(DAMAGE_LOOKS, fc.record({ sens: share, spec: specificity, n: counts })),
    stated_severity: fc.record({
      minor: fc.tuple(positive, positive, positive),
      moderate: three,
      severe: three,
      n: fc.constant(9),
    }),
    calibration: fc.record({
      rising: fc.double({ min: 0, max: 3, noNaN: true }),
      falling: fc.double({ min: 0, max: 3, noNaN: true }),
      offset: fc.double({ min: -3, max: 3, noNaN: true }),
      labels: fc.constant(300),
      form: fc.constantFrom(...CALIBRATION_FORMS),
      points: fc.option(
        fc.constantFrom<[number, number][]>(
          [[0.5, 0.6]],
          [
            [0.1, 0.02],
            [0.9, 0.97],
          ],
        ),
        { nil: undefined },
      ),
      looks: fc.option(
        fc.record({
          dent: fc.record({ offset: fc.double({ min: -3, max: 3, noNaN: true }), labels: fc.constant(60) }),
        }),
        { nil: undefined },
      ),
    }),
  })
  .map((rates) =>
    detectionRatesSchema.parse({
      version: 1,
      source: 'made up',
      model: 'eye',
      prompt_version: 'vision-0',
      dated: '2026-11-20',
      lots: 9,
      photos: 9,
      ...rates,
    }),
  );

const damaged = (severity: number, confidence = 0.8): PhotoSighting['look'] => ({
  state: 'damaged',
  severity,
  confidence,
  types: ['dent'],
});
const atMost = (less: Steps, more: Steps): boolean =>
  less.every((step, at) => step <= (more[at] ?? 0) + 1e-9);

describe('what a sighting says by measured rates', () => {
  it('rises from whole to minor, moderate and severe, whatever was measured', () => {
    fc.assert(
      fc.property(
        measured,
        share,
        fc.constantFrom('hood', 'headlamp', 'windshield', 'tire'),
        (rates, confidence, category) => {
          const by = (look: PhotoSighting['look']) =>
            sightingSteps(photoSighting(look, { category }), ratesOf(rates));
          const [whole, minor, moderate, severe] = [
            by({ state: 'whole' }),
            ...[2, 3, 4].map((severity) => by(damaged(severity, confidence))),
          ];
          if (!whole || !minor || !moderate || !severe) throw new Error('four sightings');
          expect([...whole, ...minor, ...moderate, ...severe].every(Number.isFinite)).toBe(true);
          expect(atMost(whole, [0, 0, 0])).toBe(true);
          expect(atMost(whole, minor)).toBe(true);
          expect(atMost(minor, moderate)).toBe(true);
          expect(atMost([0, 0, 0], moderate)).toBe(true);
          expect(atMost(moderate, severe)).toBe(true);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('is that of the first values where nothing was measured', () => {
    expect(sightingSteps(photoSighting(damaged(3)), ratesOf(undefined))).toEqual(
      sightingSteps(photoSighting(damaged(3))),
    );
  });

  const panel = (over: object) => ({
    ...FIRST_RATES,
    by_size: false,
    whole: { ...FIRST_RATES.whole, panel: { ...FIRST_RATES.whole.panel, ...over } },
  });

  it('makes a part seen whole count more for a model that finds more damage', () => {
    const whole = photoSighting({ state: 'whole' });
    const [usual] = sightingSteps(whole);
    expect(sightingSteps(whole, panel({ sens: [0.9, 0.95, 0.99] }))[0]).toBeLessThan(usual);
    expect(sightingSteps(whole, panel({ sens: [0.1, 0.2, 0.3] }))[0]).toBeGreaterThan(usual);
  });

  it('holds nothing of its size against a model that was measured', () => {
    const small = { witness: { kind: 'model' as const, family: 'qwen', small: true } };
    const look = damaged(3);
    expect(sightingSteps(photoSighting(look, small), panel({}))).toEqual(sightingSteps(photoSighting(look)));
    expect(sightingSteps(photoSighting(look, small))).not.toEqual(sightingSteps(photoSighting(look)));
  });

  it('takes confidence by the measured curve', () => {
    const doubtful = { ...FIRST_RATES, calibration: { rising: 0.6, falling: 0.6, offset: -3 } };
    const found = photoSighting(damaged(3));
    expect(sightingSteps(found, doubtful)[0]).toBeLessThan(sightingSteps(found)[0]);
  });

  it('takes a model at its measured word where it says that it is certain', () => {
    const found = photoSighting(damaged(3, 1));
    const points: [number, number][] = [[0.5, 0.3]];
    const steps = { ...FIRST_RATES.calibration, form: 'isotonic' as const, points };
    expect(sightingSteps(found, { ...FIRST_RATES, calibration: steps })[0]).toBeLessThan(
      sightingSteps(found)[0],
    );
  });

  it('takes confidence by what the damage looks like, where that was measured', () => {
    const looks = { dent: { offset: -2, labels: 80 } };
    const apart = {
      ...FIRST_RATES,
      calibration: { ...FIRST_RATES.calibration, form: 'beta' as const, looks },
    };
    const dent = photoSighting(damaged(3));
    const scratch = photoSighting({ state: 'damaged', severity: 3, confidence: 0.8, types: ['scratch'] });
    expect(sightingSteps(dent, apart)[0]).toBeLessThan(sightingSteps(dent)[0]);
    expect(sightingSteps(scratch, apart)[0]).toBeCloseTo(sightingSteps(scratch)[0], 9);
  });
});

describe('a bag seen not to have gone off', () => {
  const bag = (visible_fraction: number): PhotoSighting =>
    photoSighting({ state: 'whole' }, { category: 'airbag_driver', position: 'none', visible_fraction });

  it('is one in twenty as likely where it did, however much of its cover is in view', () => {
    for (const fraction of [0.3, 0.6, 1]) {
      const [minor, moderate, severe] = sightingSteps(bag(fraction));
      expect(Math.exp(minor)).toBeCloseTo(0.05 / 0.97, 9);
      expect([moderate, severe]).toEqual([0, 0]);
    }
  });

  it('says nothing where less than three tenths of its cover are in view', () => {
    expect(sightingSteps(bag(0.2))).toEqual([0, 0, 0]);
  });
});
