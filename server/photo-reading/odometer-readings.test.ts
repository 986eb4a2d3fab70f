import { describe, expect, test } from 'vitest';
import { odometerBesideListed, odometersIn, showsNumber } from './odometer-readings.ts';
import type { TextLine } from './text-line.ts';

/** Lines one under the other, far apart unless told otherwise. */
const lines = (...texts: (string | [string, TextLine['box']])[]): TextLine[] =>
  texts.map((given, at) => {
    const [text, box] =
      typeof given === 'string'
        ? [given, [0.2, 0.1 + at * 0.15, 0.6, 0.13 + at * 0.15] as TextLine['box']]
        : given;
    return { text, mean: 0.95, box };
  });
const read = (...texts: Parameters<typeof lines>) =>
  odometersIn(lines(...texts)).map(({ value, unit }) => [value, unit]);

describe('an odometer', () => {
  test.each([
    ['ODO 087412 mi', 87_412, 'mi'],
    ['OD0087412mi', 87_412, 'mi'],
    ['0D0 87412', 87_412, null],
    ['TOTAL: 140,676 km', 140_676, 'km'],
    ['87,412 MI', 87_412, 'mi'],
    ['140D087412mi', 87_412, 'mi'],
    ['12045 MILES', 12_045, 'mi'],
    ['87.412 MI', 87_412, 'mi'],
    ['96, 180 MI', 96_180, 'mi'],
    ['TRIP A 123.4 ODO 87412 mi', 87_412, 'mi'],
  ] as const)('is read of %s', (text, value, unit) => {
    expect(read(text)).toEqual([[value, unit]]);
  });

  test('is read under its word, however the scale beside it reads', () => {
    expect(
      read(
        ['20 140- 7', [0.1, 0.3, 0.6, 0.33]],
        ['160 ODO', [0.3, 0.4, 0.5, 0.44]],
        ['87412', [0.35, 0.46, 0.5, 0.5]],
      ),
    ).toEqual([[87_412, null]]);
  });

  test.each([
    'TRIP A 1234 mi',
    'TRIP 123.4 mi',
    'RANGE 1312 km',
    'AVG 2345 km',
    'SERVICE IN 5000 mi',
    'OIL LIFE 7500 mi',
    '0 20 40 60 80 100 120 140',
    '8:45',
    '1024 hPa',
    '2350 km/h',
    '87412',
    '312 mi',
    '1234567 mi',
    '000000 mi',
    '87412.5 mi',
    '',
  ])('is none in %s', (text) => {
    expect(read(text)).toEqual([]);
  });

  test('is none right beside a trip meter’s word', () => {
    expect(read(['TRIP A', [0.3, 0.4, 0.5, 0.44]], ['1234 mi', [0.3, 0.46, 0.5, 0.5]])).toEqual([]);
  });

  test('that a second reading does not show again is seen by its digits', () => {
    expect(showsNumber(lines('087,412 mi'), 87_412)).toBe(true);
    expect(showsNumber(lines('87,417 mi', '412'), 87_412)).toBe(false);
    expect(showsNumber(lines(), 87_412)).toBe(false);
  });
});

describe('beside the listing', () => {
  const listed = { mileage: 87_412, odometer: { value: 87_412, unit: 'mi' as const, brand: null } };
  test.each([
    [87_412, 'mi', 'same'],
    [87_412, null, 'same'],
    [88_000, 'mi', 'same'],
    [140_676, 'km', 'same'],
    [140_676, null, 'unit'],
    [140_676, 'mi', 'unit'],
    [874_120, 'mi', null],
    [8_741, 'mi', null],
    [8_412, 'mi', null],
    [30_112, 'mi', 'lower'],
    [120_500, 'mi', 'higher'],
  ] as const)('%s %s is %s', (value, unit, answer) => {
    expect(odometerBesideListed({ value, unit }, listed)).toBe(answer);
  });

  test('a listing that tells none, or nought, is nothing to compare with', () => {
    for (const mileage of [null, 0])
      expect(odometerBesideListed({ value: 87_412, unit: 'mi' }, { mileage, odometer: null })).toBe('none');
  });

  test('a mileage without a reading is in miles', () => {
    expect(odometerBesideListed({ value: 140_676, unit: 'km' }, { mileage: 87_412, odometer: null })).toBe(
      'same',
    );
  });
});
