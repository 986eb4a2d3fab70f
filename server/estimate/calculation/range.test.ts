import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAMAGE_WORDS } from '../../damage-detectors/declared/damage-codes.ts';
import { CAMRY, finding, inputsOf, type MadeUpLot } from '../fixtures/made-up-lot.ts';
import { calculate, forecastOf } from './calculate.ts';

const widths = new Map<string, number>();

/** Width of the range as a share of what is likely; properties draw the same lots, so each is forecast once. */
function width(lot: MadeUpLot): number {
  const inputs = inputsOf(lot);
  const key = JSON.stringify(inputs);
  const known = widths.get(key);
  if (known !== undefined) return known;
  const { low, likely, high } = forecastOf(inputs);
  const share = (high - low) / likely;
  widths.set(key, share);
  return share;
}

/** The same as a standard deviation of its logarithm, but for a factor. */
function spread(lot: MadeUpLot): number {
  const { low, high } = forecastOf(inputsOf(lot));
  return Math.log(high / low);
}

const TITLES = [
  'CLEAR',
  'Salvage',
  '75% or less',
  'Parts only',
  'BILL OF SALE',
  'Rebuilt',
  'EXPORT ONLY',
  'CD',
  null,
];
const CARS = [
  CAMRY,
  { ...CAMRY, year: 2021, make: 'BMW', model: 'X5', body_class: 'suv' },
  { ...CAMRY, year: 2019, make: 'Ford', model: 'F-150', body_class: 'pickup' },
  { ...CAMRY, year: 2014, make: 'Hyundai', model: 'Sonata' },
] as const;
const lots = fc.record({
  vehicle: fc.constantFrom(...CARS),
  primary: fc.constantFrom('FRONT END', 'LEFT SIDE', 'REAR END', 'LEFT FRONT'),
  run: fc.constantFrom('runs_and_drives' as const, 'stationary' as const, null),
  title: fc.constantFrom('Salvage', null),
  odometer: fc.constantFrom('actual' as const, null),
  mileage: fc.integer({ min: 20_000, max: 150_000 }),
  state: fc.constantFrom('TX', 'PA', null),
});

describe('the range of a whole report', () => {
  test.each<[string, MadeUpLot]>([
    ['an odometer nobody could read', { odometer: 'unread' }],
    ['a clean title', { title: 'CLEAR' }],
    ['damage all over', { primary: 'ALL OVER' }],
    ['a fire', { primary: 'BURN' }],
    ['a rollover', { primary: 'ROLLOVER' }],
  ])('is wider with %s', (_, worse) => {
    fc.assert(
      fc.property(lots, (lot) => {
        expect(width({ ...lot, ...worse })).toBeGreaterThan(width({ ...lot, odometer: 'actual' }));
      }),
      { numRuns: 20 },
    );
  });

  test.each([
    ['a mechanical fault, whose cause is not told,', 'MECHANICAL', 1.4],
    ['damage all over', 'ALL OVER', 1.3],
  ])('is wider of %s than of a hit whose place is named', (_, primary, by) => {
    const named = spread({ primary: 'FRONT END', title: 'Salvage' });
    expect(spread({ primary, title: 'Salvage' })).toBeGreaterThan(by * named);
  });

  test.each([
    ['ROLLOVER', 'rollover'],
    ['ALL OVER', 'all_over'],
    ['FRONT END', null],
  ])('of a lot declared %s is widened by its own kind of hit', (primary, kind) => {
    const { estimate, shown } = calculate(inputsOf({ vehicle: CAMRY, primary }));
    expect(estimate.total.high).toBeGreaterThan(estimate.total.low);
    const codes = shown().range_reasons?.spread.map(({ code }) => code) ?? [];
    expect(codes.filter((code) => code === 'rollover' || code === 'all_over')).toEqual(kind ? [kind] : []);
  });

  test('is narrower of a new car than of one ten years old', () => {
    const aged = (year: number): number =>
      spread({ primary: 'FRONT END', title: 'Salvage', vehicle: { ...CAMRY, year } });
    expect(aged(2025)).toBeLessThan(0.98 * aged(2016));
  });

  test('is wider with each three years beyond twelve', () => {
    fc.assert(
      fc.property(lots, fc.integer({ min: 12, max: 17 }), (lot, age) => {
        const aged = (years: number): number =>
          width({ ...lot, vehicle: { ...lot.vehicle, year: 2026 - years } });
        expect(aged(age + 3)).toBeGreaterThan(aged(age));
      }),
      { numRuns: 20 },
    );
  });

  test('is narrower with each outer part that photos show, whether they show it damaged or whole', () => {
    const front = ['front_bumper_cover', 'hood', 'grille', 'windshield'] as const;
    fc.assert(
      fc.property(lots, fc.subarray([...front], { minLength: 2 }), (lot, damaged) => {
        const seen = (count: number): number =>
          width({
            ...lot,
            primary: 'FRONT END',
            examined: 10,
            findings: damaged.slice(0, count).map((category) => finding(category, { position: 'front' })),
          });
        expect(seen(damaged.length)).toBeLessThan(seen(0));
      }),
      { numRuns: 20 },
    );
  });

  test('every word and code of the three sites gets one, whatever the title says', () => {
    const words = [...new Set(Object.values(DAMAGE_WORDS).flatMap(({ words }) => Object.keys(words)))];
    for (const [at, primary] of words.entries()) {
      const title = TITLES[at % TITLES.length] ?? null;
      const { total, outcome } = calculate(inputsOf({ primary, title })).estimate;
      expect(total.low, primary).toBeGreaterThanOrEqual(0);
      expect(total.low, primary).toBeLessThanOrEqual(total.likely);
      expect(total.likely, primary).toBeLessThanOrEqual(total.high);
      expect(total.high, primary).toBeGreaterThan(0);
      expect(outcome, primary).toBeDefined();
    }
  });
});
