import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sellChance, sellThreshold, writtenCost } from './selection.ts';

const cents = fc.integer({ min: 0, max: 30_000_000 });

test('what is written never falls with the cost, never exceeds it', () => {
  fc.assert(
    fc.property(cents, cents, cents, (a, b, value) => {
      const [low, high] = [writtenCost(Math.min(a, b), value), writtenCost(Math.max(a, b), value)];
      expect(low).toBeLessThanOrEqual(high + 1e-6);
      expect(high).toBeLessThanOrEqual(Math.max(a, b) + 1e-6);
    }),
  );
});

test('a repair well below the value is written in full', () => {
  expect(writtenCost(300_000, 2_000_000)).toBe(300_000);
});

test('the chance of being sold rises with repair to value', () => {
  expect(sellChance(0.2, 0.7)).toBeLessThan(0.02);
  expect(sellChance(0.7, 0.7)).toBeCloseTo(0.5, 1);
  expect(sellChance(1.2, 0.7)).toBeGreaterThan(0.95);
});

test('a low threshold of the state lowers what insurers do', () => {
  expect(sellThreshold(500_000, 0.5, false)).toBeLessThan(sellThreshold(500_000, null, false));
});
