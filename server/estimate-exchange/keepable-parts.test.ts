import { describe, expect, test } from 'vitest';
import type { ImportedEstimate, ImportedLine } from '../../contract/estimate-exchange/imported-estimate.ts';
import { keepableParts } from './keepable-parts.ts';

const cover: ImportedLine = {
  number: 3,
  state: 'original',
  damage: 'this_loss',
  counts: true,
  group: 'Front Bumper',
  description: 'Bumper Cover',
  category: 'front_bumper_cover',
  side: 'none',
  position: 'front',
  operation: 'replace',
  part: { type: 'oem', oem_number: '51117292991', price: 780.5, quantity: 1 },
  labour: [
    { type: 'body', hours: 1.4 },
    { type: 'mechanical', hours: 0.3 },
  ],
  refinish_hours: 2.5,
  labour_amount: null,
  other: 0,
};
const estimate = (lines: ImportedLine[], change: Partial<ImportedEstimate> = {}): ImportedEstimate => ({
  format: 'ems',
  version: '2.01',
  system: 'ccc',
  dated: '2026-10-01',
  country: 'USA',
  vehicle: { vin: 'WBA3A5C58EF900001', vin_check_ok: true, year: 2014, make: 'BMW', model: '328i' },
  lines,
  totals: { gross: null, net: null, tax: null },
  differences: [],
  ...change,
});
const withPart = (part: Partial<NonNullable<ImportedLine['part']>>): ImportedLine => ({
  ...cover,
  part: { type: 'oem', oem_number: '51117292991', price: 780.5, quantity: 1, ...part },
});
const refusal = (reason: string) =>
  expect.objectContaining({ code: 'validation_error', details: { field: 'files', reason } });

describe('what is kept of an estimate', () => {
  test('is number, name, price and hours of each line with an OEM number, with the car they are of', () => {
    expect(keepableParts(estimate([cover]))).toEqual({
      vin: 'WBA3A5C58EF900001',
      make: 'bmw',
      model: '328i',
      model_key: '3series',
      year: 2014,
      parts: [
        {
          line: 3,
          number: '51117292991',
          name: 'Bumper Cover',
          group: 'Front Bumper',
          side: null,
          price: 780.5,
          quantity: 1,
          labour_hours: 1.7,
          refinish_hours: 2.5,
          operation: 'replace',
        },
      ],
    });
  });

  test('has no price of another part than the numbered one', () => {
    const { parts } = keepableParts(estimate([withPart({ type: 'aftermarket', price: 210 })]));
    expect(parts).toMatchObject([{ number: '51117292991', price: null }]);
  });

  test('has no price in the money of another country', () => {
    const { parts } = keepableParts(estimate([cover], { country: 'CAN' }));
    expect(parts).toMatchObject([{ number: '51117292991', price: null }]);
  });

  test('has no number of another form than the make’s', () => {
    const { parts } = keepableParts(estimate([withPart({ oem_number: '52159-AA902' }), cover]));
    expect(parts.map(({ number }) => number)).toEqual(['51117292991']);
  });

  test.each([
    [
      'a VIN',
      estimate([cover], { vehicle: { ...estimate([]).vehicle, vin: null, vin_check_ok: null } }),
      'no_vin',
    ],
    [
      'a right VIN',
      estimate([cover], { vehicle: { ...estimate([]).vehicle, vin_check_ok: false } }),
      'no_vin',
    ],
    ['an OEM number', estimate([withPart({ oem_number: null })]), 'no_numbers'],
    ['another system than ours', estimate([cover], { system: 'lotlens' }), 'own_prefill'],
  ])('is nothing without %s', (_, given, reason) => {
    expect(() => keepableParts(given)).toThrow(refusal(reason));
  });

  test('is kept for a make beyond the 19, with the numbers of its form alone', () => {
    const lines = ['68288099AC', '51117292991'].map((oem_number) => withPart({ oem_number }));
    const vehicle = {
      vin: '1C4RJFAG8FC000001',
      vin_check_ok: true,
      year: 2015,
      make: 'Jeep',
      model: 'Grand Cherokee',
    };
    const kept = keepableParts(estimate(lines, { vehicle }));
    expect(kept).toMatchObject({ make: 'Jeep', model_key: 'grandcherokee', year: 2015 });
    expect(kept.parts.map(({ number }) => number)).toEqual(['68288099AC']);
  });
});
