import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quantiles } from './final-costs.ts';

type Draw = { cost: number; weight: number };
const of = (draws: readonly Draw[], shares: readonly number[]): number[] =>
  quantiles(
    Float64Array.from(draws, ({ cost }) => cost),
    Float64Array.from(draws, ({ weight }) => weight),
    shares,
  );
const draws = fc.array(
  fc.record({
    cost: fc.oneof(fc.integer({ min: 0, max: 2_000_000 }), fc.constantFrom(0, 1, 0.35, 800_000)),
    weight: fc.constantFrom(0, 1, 1, 2, 5),
  }),
  { minLength: 1, maxLength: 60 },
);
const SHARES = [0, 0.1, 0.5, 0.9, 1];

describe('quantiles of weighed costs', () => {
  test('are the least costs at or below which their share lies, the least and the most of all at the ends', () => {
    fc.assert(
      fc.property(draws, (all) => {
        const counted = all.filter(({ weight }) => weight > 0).toSorted((a, b) => a.cost - b.cost);
        const sum = counted.reduce((total, { weight }) => total + weight, 0);
        const below = (cost: number): number =>
          counted.filter((draw) => draw.cost <= cost).reduce((total, { weight }) => total + weight, 0);
        expect(of(all, SHARES)).toEqual(
          SHARES.map((share) => counted.find(({ cost }) => below(cost) >= share * sum - 1e-6)?.cost ?? 0),
        );
      }),
      { numRuns: 300 },
    );
  });

  test('never fall when a draw gets dearer', () => {
    fc.assert(
      fc.property(draws, fc.nat(), fc.integer({ min: 1, max: 500_000 }), (all, which, more) => {
        const dearer = all.map((draw, at) =>
          at === which % all.length ? { ...draw, cost: draw.cost + more } : draw,
        );
        const before = of(all, SHARES);
        for (const [at, cost] of of(dearer, SHARES).entries())
          expect(cost).toBeGreaterThanOrEqual(before[at] ?? 0);
      }),
      { numRuns: 300 },
    );
  });

  test('are nothing where nothing counts or nothing costs', () => {
    expect(of([{ cost: 500, weight: 0 }], SHARES)).toEqual([0, 0, 0, 0, 0]);
    expect(of([{ cost: 0, weight: 3 }], SHARES)).toEqual([0, 0, 0, 0, 0]);
  });
});
