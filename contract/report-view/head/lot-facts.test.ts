import { describe, expect, it } from 'vitest';
import type { Lot } from '../../schemas/lot.ts';
import { lotFacts, mileageWords, originMarks, saleWords, untoldFacts } from './lot-facts.ts';

const NOW = Date.parse('2026-11-22T15:00:00Z');

describe('saleWords', () => {
  it.each([
    ['2026-11-22T20:00:00Z', 'Nov 22, 2026 (today)'],
    ['2026-11-23T00:30:00Z', 'Nov 23, 2026 (in 1 day)'],
    ['2026-12-03', 'Dec 3, 2026 (in 11 days)'],
    ['2026-11-20', 'Nov 20, 2026 (2 days ago)'],
  ])('counts whole days to %s', (sale, words) => {
    expect(saleWords(sale, NOW)).toBe(words);
  });

  it('shows what is no date as the listing has it', () => {
    expect(saleWords('Future sale', NOW)).toBe('Future sale');
  });
});

describe('mileageWords', () => {
  it.each([
    [{ mileage: 87412, odometer: { value: 87412, unit: 'mi', brand: 'ACTUAL' } }, '87,412 mi, actual'],
    [{ mileage: 86992, odometer: { value: 140000, unit: 'km', brand: null } }, '86,992 mi (140,000 km)'],
    [{ mileage: 87412, odometer: null }, '87,412 mi'],
    [{ mileage: null, odometer: { value: 140000, unit: null, brand: null } }, '140,000 (unit not listed)'],
    [{ mileage: null, odometer: null }, 'Unknown'],
    [{ mileage: null, odometer: { value: null, unit: 'mi', brand: 'NOT ACTUAL' } }, 'not read (not actual)'],
  ] as const)('reads %o as %s', (lot, words) => {
    expect(mileageWords(lot)).toBe(words);
  });
});

const NOTHING = {
  title: null,
  keys: null,
  run_condition: null,
  airbags: null,
  odometer: null,
  mileage: null,
  sale_date: null,
  location: null,
  seller: null,
  retail_value: null,
} as unknown as Lot;

describe('lotFacts', () => {
  it('reads what is known in words and figures of the trade', () => {
    const lot: Lot = {
      ...NOTHING,
      title: 'Salvage',
      keys: 'no',
      run_condition: 'stationary',
      odometer: { value: 87412, unit: 'mi', brand: 'NOT ACTUAL' },
      retail_value: 10850,
    };
    const told = lotFacts(lot, NOW).flatMap(({ label, value }) =>
      value === null ? [] : [`${label}: ${value}`],
    );
    expect(told).toEqual([
      'Title: Salvage',
      'Keys: No',
      'Condition: Stationary',
      'Odometer: 87,412 mi, not actual',
      'Listed value: $10,850',
    ]);
  });

  it('names what the listing does not tell, and says by whom it was not told', () => {
    const facts = lotFacts({ ...NOTHING, title: 'Clean', keys: 'yes', seller: 'Insurer' }, NOW);
    const value = 'condition, airbags, odometer, sale, yard, listed value';
    expect(untoldFacts(facts, 'fetched')).toEqual({ label: 'Not listed', value });
    expect(untoldFacts(facts, 'entered')).toEqual({ label: 'Not entered', value });
  });
});

describe('originMarks', () => {
  it.each([
    [{ sample: false, lot_origin: 'fetched' as const }, []],
    [
      { sample: true, lot_origin: 'sample' as const },
      ['Sample: fictional car, drawn photos, fictional prices'],
    ],
    [
      { sample: false, lot_origin: 'own_page' as const },
      ['Read from a page its user supplied, not fetched from the auction'],
    ],
    [{ sample: false, lot_origin: 'entered' as const }, ['Entered by hand, not read from an auction']],
  ])('says of %o how its lot came', (told, marks) => {
    expect(originMarks({ ...told, lot: { source: null } })).toEqual(marks);
  });
});
