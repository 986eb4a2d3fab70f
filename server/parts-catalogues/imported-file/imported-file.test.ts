import { describe, expect, it } from 'vitest';
import type { CatalogueVehicle } from '../parts-catalogue.ts';
import { importedFile, type StoredPart, type StoredPartsQuery } from './imported-file.ts';

const stored = (changes: Partial<StoredPart> = {}): StoredPart => ({
  number: '62022-4HB0H',
  name: 'Fascia kit-front bumper',
  group: 'Front Bumper',
  side: null,
  position: null,
  quantity: 1,
  notes: null,
  price: 240.05,
  currency: 'USD',
  url: null,
  catalogue: 'my file',
  source: 'a listing',
  dated: '2026-01-02',
  year_from: 2014,
  year_to: 2017,
  vin_prefix: null,
  ...changes,
});

const car: CatalogueVehicle = {
  make: 'Infiniti',
  make_key: 'infiniti',
  model: 'Q50 LUXE',
  year: 2015,
  trim: null,
  body_class: 'sedan',
  vin: 'JN1BV7AP4FM******',
  vin_masked: true,
};

const signal = AbortSignal.timeout(60_000);
const want = { categories: [] };

async function fits(rows: StoredPart[], vehicle = car) {
  const answer = await importedFile(async () => rows).findParts(vehicle, want, signal);
  return answer.kind === 'ok' ? answer.parts.map(({ fit }) => fit) : answer.kind;
}

describe('importedFile', () => {
  it('asks by the model line, whatever the trim', async () => {
    const asked: StoredPartsQuery[] = [];
    await importedFile(async (query) => {
      asked.push(query);
      return [];
    }).findParts(car, want, signal);
    expect(asked).toEqual([{ make: 'infiniti', model_key: 'q50', year: 2015 }]);
  });

  it('has nothing for a car without a known make or model', async () => {
    expect(await fits([stored()], { ...car, make: 'Skoda', make_key: null })).toBe('not_found');
    expect(await fits([stored()], { ...car, model: null })).toBe('not_found');
    expect(await fits([])).toBe('not_found');
  });

  it('is exact only where the VIN begins as the row says', async () => {
    expect(await fits([stored({ vin_prefix: 'JN1BV7AP*FM' })])).toEqual(['exact_vin']);
    expect(await fits([stored()])).toEqual(['model_year']);
  });

  it('leaves out rows of another VIN', async () => {
    expect(await fits([stored({ vin_prefix: 'JN1EV7' }), stored()])).toEqual(['model_year']);
    expect(await fits([stored({ vin_prefix: 'JN1EV7' })])).toBe('not_found');
  });

  it('does not call a masked VIN exact where the prefix goes on under the mask', async () => {
    expect(await fits([stored({ vin_prefix: 'JN1BV7AP4FM123' })])).toEqual(['model_year']);
  });

  it('is not sure of a car without a year', async () => {
    expect(await fits([stored()], { ...car, year: null })).toEqual(['unknown']);
  });

  it('reads the successor from the note', async () => {
    const answer = await importedFile(async () => [
      stored({ notes: 'with sonar; superseded by 62022-4HB1H.' }),
    ]).findParts(car, want, signal);
    expect(answer).toMatchObject({ kind: 'ok', parts: [{ superseded_by: '62022-4HB1H' }] });
  });
});
