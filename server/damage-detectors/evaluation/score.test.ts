import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bootstrapInterval } from './interval.ts';
import {
  calibrationError,
  evaluate,
  labelledPartSchema,
  quadraticKappa,
  type ScoredLot,
  scoresOf,
} from './score.ts';

const label = (category: string, side = 'none', more: object = {}) =>
  labelledPartSchema.parse({ category, side, position: 'front', ...more });
const said = (
  category: string,
  side: 'left' | 'right' | 'none' | 'unknown' = 'none',
  more: Partial<ScoredLot['found'][number]> = {},
): ScoredLot['found'][number] => ({
  category,
  side,
  position: 'front',
  severity: 3,
  operation: 'replace',
  probability: 0.9,
  types: [],
  ...more,
});
const lot = (truth: ScoredLot['truth'], found: ScoredLot['found'], photos = 4): ScoredLot => ({
  lot: 'x',
  truth,
  truly_whole: [],
  found,
  named_whole: [],
  photos,
});

describe('the figures of an evaluation', () => {
  // Two hits (one on the wrong side), one false finding, one miss.
  const lots = [
    lot(
      [
        label('headlamp', 'left', { severity: 3, operation: 'replace' }),
        label('fender', 'left', { severity: 2, operation: 'repair' }),
        label('hood'),
      ],
      [said('headlamp', 'left'), said('fender', 'right', { severity: 4 }), said('grille')],
    ),
  ];

  it('count hits, false findings and misses without side', () => {
    expect(evaluate(lots).without_side).toEqual({
      counts: { tp: 2, fp: 1, fn: 1 },
      micro: { precision: 2 / 3, recall: 2 / 3, f1: 2 / 3 },
      // headlamp 1, fender 1, hood 0, grille 0
      macro_f1: 0.5,
    });
  });

  it('count a wrong side as one false finding and one miss', () => {
    expect(evaluate(lots).with_side.counts).toEqual({ tp: 1, fp: 2, fn: 2 });
  });

  it('tell each part apart', () => {
    expect(evaluate(lots).per_part.fender).toEqual({
      without_side: { tp: 1, fp: 0, fn: 0, precision: 1, recall: 1, f1: 1 },
      with_side: { tp: 0, fp: 1, fn: 1, precision: 0, recall: 0, f1: 0 },
    });
  });

  it('compare side, severity and operation on hits only', () => {
    const figures = evaluate(lots);
    expect(figures.side).toEqual({ sided_pairs: 2, right: 0.5, unknown: 0 });
    expect(figures.severity).toMatchObject({ pairs: 2, exact: 0.5, within_one: 0.5 });
    expect(figures.operation).toEqual({
      pairs: 2,
      right: 0.5,
      replace_called_repair: 0,
      repair_called_replace: 1,
    });
  });

  it('want two findings for two labelled lamps, also without side', () => {
    const two = [lot([label('headlamp', 'left'), label('headlamp', 'right')], [said('headlamp', 'unknown')])];
    expect(evaluate(two).without_side.counts).toEqual({ tp: 1, fp: 0, fn: 1 });
    expect(evaluate(two).side.unknown).toBe(1);
  });

  it('pair a finding with the label of its own side before another', () => {
    const lamps = [
      lot(
        [label('headlamp', 'left', { severity: 1 }), label('headlamp', 'right', { severity: 4 })],
        [said('headlamp', 'right', { severity: 4 })],
      ),
    ];
    expect(evaluate(lamps).severity.exact).toBe(1);
  });

  it('tell of the parts labelled whole how many were called damaged, and which damaged ones passed for whole', () => {
    const piece = (category: string, side: 'left' | 'right' | 'none' = 'none') => ({
      category,
      side,
      position: 'front' as const,
    });
    const one: ScoredLot = {
      ...lot([label('grille'), label('fender', 'left')], [said('hood'), said('headlamp', 'left')]),
      truly_whole: [
        piece('hood'),
        piece('headlamp', 'left'),
        piece('headlamp', 'right'),
        piece('windshield'),
        piece('fender', 'right'),
      ],
      // Said both whole and damaged, the hood counts as damaged.
      named_whole: [piece('hood'), piece('headlamp', 'right'), piece('windshield'), piece('grille')],
    };
    expect(evaluate([one]).whole).toEqual({
      labelled: 5,
      named_whole: 2,
      called_damaged: 2,
      not_named: 1,
      specificity: 0.5,
      damaged_named_whole: 1,
    });
    expect(evaluate([lot([label('hood')], [])]).whole.specificity).toBeNull();
  });

  it('leave out findings below the threshold', () => {
    const weak = [lot([label('hood')], [said('hood', 'none', { probability: 0.49 })])];
    expect(evaluate(weak, 0.5).without_side.counts).toEqual({ tp: 0, fp: 0, fn: 1 });
    expect(evaluate(weak, 0.4).without_side.counts).toEqual({ tp: 1, fp: 0, fn: 0 });
  });

  it('count findings on undamaged cars by photo', () => {
    const whole = [lot([], [said('hood'), said('grille')], 8), lot([label('hood')], [said('grille')], 4)];
    expect(evaluate(whole).undamaged).toEqual({ lots: 1, photos: 8, false_findings: 2, per_photo: 0.25 });
  });

  it('say nothing where there is nothing to say', () => {
    const figures = evaluate([lot([], [], 3)]);
    expect(figures.without_side.micro).toEqual({ precision: null, recall: null, f1: null });
    expect(figures.calibration.ece).toBeNull();
    expect(figures.severity.quadratic_kappa).toBeNull();
  });

  it('are perfect when the findings are the labels, whatever they are', () => {
    const part = fc.record({
      category: fc.constantFrom('hood', 'fender', 'headlamp', 'wheel'),
      side: fc.constantFrom('left' as const, 'right' as const),
      severity: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(part, { selector: (entry) => entry.category + entry.side, minLength: 1 }),
        (parts) => {
          const truth = parts.map((entry) => label(entry.category, entry.side, { severity: entry.severity }));
          const figures = evaluate([
            lot(
              truth,
              parts.map((entry) => said(entry.category, entry.side, { severity: entry.severity })),
            ),
          ]);
          expect(figures.with_side.micro).toEqual({ precision: 1, recall: 1, f1: 1 });
          expect(figures.severity.exact).toBe(1);
        },
      ),
    );
  });

  it('have an F1 between precision and recall', () => {
    const count = fc.integer({ min: 0, max: 20 });
    fc.assert(
      fc.property(count, count, count, (tp, fp, fn) => {
        const { precision, recall, f1 } = scoresOf({ tp, fp, fn });
        if (precision === null || recall === null || f1 === null) return;
        expect(f1).toBeGreaterThanOrEqual(Math.min(precision, recall) - 1e-9);
        expect(f1).toBeLessThanOrEqual(Math.max(precision, recall) + 1e-9);
      }),
    );
  });
});

describe('calibration', () => {
  it('is the gap between confidence and share of hits, by five bins', () => {
    const findings = [
      ...Array.from({ length: 8 }, () => ({ probability: 0.9, right: true })),
      ...Array.from({ length: 2 }, () => ({ probability: 0.9, right: false })),
      ...Array.from({ length: 10 }, () => ({ probability: 0.3, right: false })),
    ];
    expect(calibrationError(findings)).toBeCloseTo(0.5 * 0.1 + 0.5 * 0.3);
  });

  it('puts a full 1 into the last bin', () => {
    expect(calibrationError([{ probability: 1, right: true }])).toBe(0);
  });
});

describe('quadratic kappa', () => {
  it('is 1 for agreement, and what the formula says otherwise', () => {
    expect(
      quadraticKappa([
        [1, 1],
        [4, 4],
      ]),
    ).toBe(1);
    // Disagreement as large as chance can make it.
    expect(
      quadraticKappa([
        [1, 4],
        [4, 1],
      ]),
    ).toBe(-1);
    expect(
      quadraticKappa([
        [2, 2],
        [2, 2],
      ]),
    ).toBeNull();
  });
});

describe('bootstrap intervals', () => {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

  it('are the same every time and hold the figure', () => {
    const values = Array.from({ length: 40 }, (_, index) => index % 2);
    const interval = bootstrapInterval(values, mean);
    expect(interval).toEqual(bootstrapInterval(values, mean));
    // Normal approximation: 0.5 ± 1.96 · 0.5 / √40 = 0.345–0.655.
    expect(interval?.[0]).toBeCloseTo(0.345, 1);
    expect(interval?.[1]).toBeCloseTo(0.655, 1);
  });

  it('are nothing for one lot or a figure that is mostly unknown', () => {
    expect(bootstrapInterval([1], mean)).toBeNull();
    expect(bootstrapInterval([1, 2], () => null)).toBeNull();
  });
});
