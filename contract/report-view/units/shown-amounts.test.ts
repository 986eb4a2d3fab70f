import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ShownUnits } from '../../units/shown-units.ts';
import { distanceOf, dollarsAndCents, wholeDollars } from '../figures.ts';
import { shownCount } from './shown-amounts.ts';
import { apportioned, sumAsShown } from './shown-sums.ts';
import { inUnits, US_UNITS } from './shown-units.ts';
import { unitsWords } from './units-words.ts';

const EURO = { currency: 'EUR', sign: '€', decimals: 2, per_usd: 0.850268, rate_source: 'ECB' } as const;
const IN_EURO: ShownUnits = { distance: 'km', money: { ...EURO, rate_date: '2026-05-08' } };

const anyMoney: fc.Arbitrary<ShownUnits> = fc
  .record({
    per_usd: fc.double({ min: 0.01, max: 2_000, noNaN: true }),
    decimals: fc.constantFrom(0 as const, 2 as const),
  })
  .map((rate) => ({ distance: 'mi', money: { ...EURO, rate_date: '2026-05-08', ...rate } }));
const anyCents = fc.array(fc.integer({ min: -5_000_000, max: 5_000_000 }), { minLength: 1, maxLength: 60 });
const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);

test('amounts and distances are written in the units their reader has set', () => {
  inUnits(IN_EURO, () => {
    expect(dollarsAndCents(1234.5)).toBe('€1,049.66');
    expect(wholeDollars(-1234.5)).toBe('-€1,050');
    expect(distanceOf(87_412)).toBe('140,676 km');
  });
});

test('money without coins has no decimals', () => {
  const yen = { ...EURO, currency: 'JPY', sign: '¥', decimals: 0, per_usd: 156.764 } as const;
  const units: ShownUnits = { distance: 'mi', money: { ...yen, rate_date: '2026-05-08' } };
  expect(inUnits(units, () => dollarsAndCents(1234.56))).toBe('¥193,535');
});

test('units end with what is written in them, though it fails', () => {
  const fails = (): never =>
    inUnits(IN_EURO, () => {
      throw new RangeError(wholeDollars(100));
    });
  expect(fails).toThrow('€85');
  expect(wholeDollars(100)).toBe('$100');
});

test('parts of a total are shown so that they add up to what is shown of it', () => {
  fc.assert(
    fc.property(anyMoney, anyCents, (units, cents) =>
      inUnits(units, () => {
        const amounts = cents.map((amount) => amount / 100);
        const total = sumOf(cents) / 100;
        const shown = apportioned(amounts, total).map((usd) => shownCount(usd, 'cents'));
        expect(sumOf(shown)).toBe(shownCount(total, 'cents'));
        for (const [at, count] of shown.entries())
          expect(Math.abs(count - shownCount(amounts[at] ?? 0, 'cents'))).toBeLessThanOrEqual(1);
      }),
    ),
  );
});

test('what does not add up to a total is left as it is', () => {
  expect(inUnits(IN_EURO, () => apportioned([100, 200], 350))).toEqual([100, 200]);
});

test('a sum is shown as what its reader gets by adding up', () => {
  fc.assert(
    fc.property(anyMoney, anyCents, (units, cents) =>
      inUnits(units, () => {
        const amounts = cents.map((amount) => amount / 100);
        const byEye = sumOf(amounts.map((usd) => shownCount(usd, 'cents')));
        expect(shownCount(sumAsShown(amounts), 'cents')).toBe(byEye);
      }),
    ),
  );
});

test('rate, date and source are said once; of US units nothing is', () => {
  expect(inUnits(IN_EURO, unitsWords)).toEqual([
    'Amounts are shown in EUR (Euro), 1 US dollar = 0.85027 EUR, ECB of May 8, 2026; they are counted, and entered, in US dollars.',
    'Distances are shown in kilometers.',
  ]);
  expect(inUnits(US_UNITS, unitsWords)).toEqual([]);
});
