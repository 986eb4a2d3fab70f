import fc from 'fast-check';
import { expect, test } from 'vitest';
import { scaleAt } from '../pricing/estimate-line.ts';
import { chanceAt, LIGHTEST } from './severity.ts';

const rising = fc
  .tuple(
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
    fc.double({ min: 0, max: 1, noNaN: true }),
  )
  .map((three) => three.toSorted((a, b) => a - b) as [number, number, number]);
const place = fc.double({ min: LIGHTEST, max: 3, noNaN: true });

test('a chance never falls with severity and stays a chance', () => {
  fc.assert(
    fc.property(rising, place, place, (by, a, b) => {
      const [low, high] = [chanceAt(by, Math.min(a, b)), chanceAt(by, Math.max(a, b))];
      expect(low).toBeLessThanOrEqual(high + 1e-12);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
    }),
  );
});

test('a chance at a class is the table’s own', () => {
  expect([0, 1, 2].map((s) => chanceAt([0.1, 0.4, 0.8], s))).toEqual([0.1, 0.4, 0.8]);
});

test('repair effort never falls with severity', () => {
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(scaleAt([0.5, 1, 2], Math.min(a, b))).toBeLessThanOrEqual(scaleAt([0.5, 1, 2], Math.max(a, b)));
    }),
  );
});
