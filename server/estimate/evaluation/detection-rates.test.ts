import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damageTypeSchema, detectionRatesSchema } from '../../../contract/schemas/damage.ts';
import type { ScoredLot } from '../../damage-detectors/evaluation/score.ts';
import { FIRST_RATES } from '../inference/inference-table.ts';
import { detectionRates } from './detection-rates.ts';

const ABOUT = { source: 'made up', model: 'eye', prompt_version: 'vision-0', dated: '2026-11-20' };
const CATEGORIES = ['hood', 'headlamp', 'windshield', 'tire', 'front_bumper_cover'] as const;

const part = (
  category: string,
  more: Partial<ScoredLot['truth'][number]> = {},
): ScoredLot['truth'][number] => ({
  category,
  side: 'none',
  position: 'none',
  severity: 2,
  operation: null,
  types: [],
  ...more,
});
const finding = (
  category: string,
  more: Partial<ScoredLot['found'][number]> = {},
): ScoredLot['found'][number] => ({
  category,
  side: 'none',
  position: 'none',
  severity: 2,
  operation: 'repair',
  probability: 0.8,
  types: ['dent'],
  ...more,
});
const lot = (over: Partial<ScoredLot>): ScoredLot => ({
  lot: 'a',
  truth: [],
  truly_whole: [],
  found: [],
  named_whole: [],
  photos: 1,
  ...over,
});
const times = (count: number, one: ScoredLot): ScoredLot[] =>
  Array.from({ length: count }, (_, at) => ({ ...one, lot: `${at}` }));

describe('detection rates', () => {
  it('are the first values where nothing is labelled', () => {
    const rates = detectionRates([lot({})], ABOUT);
    expect(rates.whole.panel).toEqual({ ...FIRST_RATES.whole.panel, n: { damaged: 0, whole: 0 } });
    expect(rates.stated_severity.minor).toEqual(FIRST_RATES.stated_severity.minor);
    expect(rates.calibration).toEqual({ ...FIRST_RATES.calibration, form: 'first_values', labels: 0 });
  });

  it('go from the first value to what is counted, which as many labels as it counts for pull half way', () => {
    const missed = detectionRates(times(20, lot({ truth: [part('hood', { severity: 4 })] })), ABOUT);
    // .94 at first, none of twenty found: .47; as lighter damage can't be found more often, all three come to one mean.
    const mean = (0.6 * 20 + 0.8 * 20 + 0.47 * 40) / 80;
    for (const rate of missed.whole.panel.sens) expect(rate).toBeCloseTo(mean, 9);
    expect(missed.whole.panel.n).toEqual({ damaged: 20, whole: 0 });
  });

  it('count a whole part called damaged against specificity, and one that nobody named not at all', () => {
    const hood = { category: 'hood', side: 'none' as const, position: 'none' as const };
    const called = detectionRates(times(20, lot({ truly_whole: [hood], found: [finding('hood')] })), ABOUT);
    expect(called.whole.panel.spec).toBeCloseTo(FIRST_RATES.whole.panel.spec / 2, 4);
    expect(called.kinds.dent.spec).toBeCloseTo(FIRST_RATES.kinds.dent.spec / 2, 4);
    expect(called.kinds.torn.spec).toBeGreaterThan(FIRST_RATES.kinds.torn.spec);
    const silent = detectionRates(times(20, lot({ truly_whole: [hood] })), ABOUT);
    expect(silent.whole.panel.spec).toBe(FIRST_RATES.whole.panel.spec);
  });

  it('take a finding on the wrong side for none, and one whose side is open for one', () => {
    const lamp = (side: 'left' | 'right' | 'unknown') =>
      detectionRates(
        times(
          20,
          lot({ truth: [part('headlamp', { side: 'left' })], found: [finding('headlamp', { side })] }),
        ),
        ABOUT,
      ).whole.lamp.sens[0];
    expect(lamp('right')).toBeLessThan(FIRST_RATES.whole.lamp.sens[0]);
    expect(lamp('unknown')).toBeGreaterThan(FIRST_RATES.whole.lamp.sens[0]);
    expect(lamp('left')).toBe(lamp('unknown'));
  });

  it('count how severities are stated', () => {
    const overstated = times(
      20,
      lot({ truth: [part('hood', { severity: 1 })], found: [finding('hood', { severity: 4 })] }),
    );
    const { minor, n } = detectionRates(overstated, ABOUT).stated_severity;
    expect(n).toBe(20);
    expect(minor[2]).toBeCloseTo((20 + 20 * 0.1) / 40, 9);
  });

  it('are of a form the inference takes, whatever is labelled and found', () => {
    const side = fc.constantFrom('left' as const, 'right' as const, 'none' as const);
    const severity = fc.option(fc.integer({ min: 1, max: 4 }));
    const types = fc.array(fc.constantFrom(...damageTypeSchema.options), { maxLength: 2 });
    const category = fc.constantFrom(...CATEGORIES);
    const place = fc.record({ category, side, position: fc.constant('none' as const) });
    const any = fc.record({
      lot: fc.string(),
      truth: fc.array(
        fc
          .tuple(place, severity, types)
          .map(([at, of, kinds]) => ({ ...at, severity: of, operation: null, types: kinds })),
        { maxLength: 6 },
      ),
      truly_whole: fc.array(place, { maxLength: 6 }),
      named_whole: fc.array(place, { maxLength: 6 }),
      found: fc.array(
        fc
          .tuple(place, severity, types, fc.double({ min: 0, max: 1, noNaN: true }))
          .map(([at, of, kinds, probability]) =>
            finding(at.category, { ...at, severity: of, types: kinds, probability }),
          ),
        { maxLength: 6 },
      ),
      photos: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 30 }), (lots) => {
        const rates = detectionRates(lots, ABOUT);
        expect(detectionRatesSchema.parse(JSON.parse(JSON.stringify(rates)))).toEqual(rates);
      }),
      { numRuns: 30 },
    );
  });
});
