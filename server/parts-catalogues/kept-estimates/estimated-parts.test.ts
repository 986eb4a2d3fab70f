import { describe, expect, test } from 'vitest';
import type { CatalogueVehicle } from '../parts-catalogue.ts';
import { type EstimatedPart, estimatedParts } from './estimated-parts.ts';

const car: CatalogueVehicle = {
  make: 'BMW',
  make_key: 'bmw',
  model: '3 Series',
  year: 2014,
  trim: null,
  body_class: 'sedan',
  vin: 'WBA3A5C58EF900001',
  vin_masked: false,
};
const row = (changes: Partial<EstimatedPart> = {}): EstimatedPart => ({
  number: '51117292991',
  name: 'Bumper cover',
  group: 'Front bumper',
  side: null,
  price: 780.5,
  quantity: 1,
  labour_hours: 2.5,
  operation: 'replace',
  dated: '2026-03-01',
  vin: 'WBA3A5C58EF900001',
  year: 2014,
  page: null,
  pasted: false,
  ...changes,
});
const OTHER = 'WBA3A5C54EF900002';
const numbersOf = (parts: readonly { number: string }[]) => parts.map(({ number }) => number);

describe('what kept estimates tell of a car', () => {
  test('is the car’s own where the VIN is the same', () => {
    expect(estimatedParts([row()], car)).toMatchObject({
      own: [
        { number: '51117292991', price: 780.5, currency: 'USD', fit: 'exact_vin', from_estimate: 'this_car' },
      ],
      similar: [],
    });
  });

  test('is of a similar car where the VIN is another, and never said to fit', () => {
    expect(estimatedParts([row({ vin: OTHER })], car)).toMatchObject({
      own: [],
      similar: [{ fit: 'unknown', from_estimate: 'similar_car', dated: '2026-03-01' }],
    });
  });

  test('is of a similar car at most where the VIN is masked', () => {
    const masked = { ...car, vin: 'WBA3A5C58EF******', vin_masked: true };
    const { own, similar } = estimatedParts([row()], masked);
    expect([own.length, similar.length]).toEqual([0, 1]);
  });

  test.each([
    ['of the same year', [2014], 1],
    ['of an earlier and a later one', [2012, 2016], 1],
    ['of another year', [2013], 0],
    ['of earlier ones alone', [2012, 2013], 0],
    ['of a year nobody told', [null], 0],
  ])('is of a similar car by numbers %s', (_, years, found) => {
    const rows = years.map((year, index) => row({ vin: `${OTHER}${index}`, year }));
    expect(estimatedParts(rows, car).similar).toHaveLength(found);
  });

  test('is nothing of similar cars where the car’s own year is not known', () => {
    expect(estimatedParts([row({ vin: OTHER })], { ...car, year: null }).similar).toEqual([]);
  });

  test('has a number once, however written, by the newest estimate that prices it', () => {
    const rows = [
      row({ number: '51 11 7 292 991', price: null, dated: '2026-05-01' }),
      row({ price: 800, dated: '2026-04-01' }),
      row({ price: 700, dated: '2026-03-01' }),
    ];
    const { own } = estimatedParts(rows, car);
    expect(own).toMatchObject([{ number: '51117292991', price: 800, dated: '2026-04-01' }]);
  });

  test('has the hours of putting one part in', () => {
    expect(estimatedParts([row()], car)).toMatchObject({ own: [{ replace_hours: 2.5 }] });
  });

  test.each<[string, Partial<EstimatedPart>]>([
    ['other work', { operation: 'section' }],
    ['work nobody told', { operation: null }],
    ['several parts', { quantity: 2 }],
    ['a part without work', { labour_hours: 0 }],
    ['a day nobody told', { dated: null }],
  ])('has no hours of %s', (_, changes) => {
    const [part] = estimatedParts([row(changes)], car).own;
    expect(part).toMatchObject({ number: '51117292991' });
    expect(part?.replace_hours).toBeUndefined();
  });

  test('has no hours of a similar car', () => {
    const [part] = estimatedParts([row({ vin: OTHER })], car).similar;
    expect(part).toMatchObject({ number: '51117292991' });
    expect(part?.replace_hours).toBeUndefined();
  });

  test('keeps different numbers of a part, the newest first', () => {
    const { own } = estimatedParts([row({ number: '51117292992' }), row()], car);
    expect(numbersOf(own)).toEqual(['51117292992', '51117292991']);
  });
});

describe('what pasted numbers say of a car', () => {
  const masked = { ...car, vin: 'WBA3A5C58EF******', vin_masked: true };

  test('is its own by the model and year, also where its VIN is masked', () => {
    const pasted = row({ pasted: true, vin: 'WBA3A5C58EF******' });
    expect(estimatedParts([pasted], masked)).toMatchObject({
      own: [{ source: 'Added numbers', fit: 'model_year', from_estimate: 'this_car' }],
      similar: [],
    });
  });

  test('is of a similar car where the VIN is another', () => {
    expect(estimatedParts([row({ pasted: true, vin: OTHER })], car)).toMatchObject({
      own: [],
      similar: [{ source: 'Added numbers', fit: 'unknown', from_estimate: 'similar_car' }],
    });
  });
});

describe('what kept dealers’ pages tell of a car', () => {
  const url = 'https://bmw.oempartsonline.com/oem-parts/bmw-bumper-cover-51117292991';
  const page = { store: 'bmw.oempartsonline.com', url, fits_vin: true as const };

  test('is a source of its own, with the page it stands on', () => {
    expect(estimatedParts([row({ page })], car)).toMatchObject({
      own: [],
      opened: [{ number: '51117292991', price: 780.5, url, fit: 'exact_vin', opened_page: true }],
      similar: [],
    });
  });

  test('is not said to fit where the page does not say so', () => {
    const { opened } = estimatedParts([row({ page: { ...page, fits_vin: null } })], car);
    expect(opened).toMatchObject([{ fit: 'unknown' }]);
  });

  test('is of a similar car where it was opened for another VIN', () => {
    expect(estimatedParts([row({ page, vin: OTHER })], car)).toMatchObject({
      own: [],
      opened: [],
      similar: [
        {
          from_estimate: 'similar_car',
          fit: 'unknown',
          source: 'Dealer’s page you opened, bmw.oempartsonline.com',
        },
      ],
    });
  });

  test('is the newest page’s price where one number was opened twice', () => {
    const rows = [row({ page, price: 801 }), row({ page, price: 780.5 })];
    expect(estimatedParts(rows, car).opened).toMatchObject([{ price: 801 }]);
  });
});
