import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Estimate } from '../../schemas/estimate.ts';
import { costCurve } from './cost-curve.ts';

const drawn = (quantiles: number[], value = 10_000): Estimate =>
  ({ cost_to_value: { value, source: 'model', quantiles, salvage: [0.2, 0.4] } }) as unknown as Estimate;
const rising = fc
  .array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 21, maxLength: 21 })
  .map((shares) => shares.toSorted((a, b) => a - b));

it('draws nothing where no costs were drawn', () => {
  expect(costCurve({ cost_to_value: null } as unknown as Estimate, [])).toBeNull();
  expect(costCurve(drawn(new Array(21).fill(0)), [])).toBeNull();
});

it('runs left to right within its scale, heights 0 to 1, the highest 1', () => {
  fc.assert(
    fc.property(rising, (shares) => {
      const curve = costCurve(drawn(shares), [1000]);
      fc.pre(curve !== null);
      const dollars = curve.outline.map(([amount]) => amount);
      expect(dollars).toEqual(dollars.toSorted((a, b) => a - b));
      const heights = curve.outline.map(([, height]) => height);
      expect(Math.max(...heights)).toBeCloseTo(1);
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(0);
    }),
  );
});

it('makes room for a mark that lies near, and not for one far away', () => {
  const shares = Array.from({ length: 21 }, (_, at) => at / 20);
  expect(costCurve(drawn(shares), [11_000])?.to).toBeGreaterThan(11_000);
  expect(costCurve(drawn(shares), [90_000])?.to).toBeLessThan(11_000);
});
