import { describe, expect, test } from 'vitest';
import type { NumberSource } from '../../facts/number-facts.ts';
import type { EstimateLine } from '../../schemas/estimate.ts';
import { missingNumbers } from './missing-numbers.ts';

type Line = Pick<EstimateLine, 'standing' | 'oem_numbers' | 'oem_missing'>;
const numbered = { standing: 'scope', oem_numbers: [{ number: '51110000000' }] } as unknown as Line;
const open: Line = { standing: 'scope', oem_numbers: [], oem_missing: { code: 'not_listed' } };
const possible: Line = { ...open, standing: 'possible' };

const source = (name: NumberSource['source'], on: boolean, covers = true): NumberSource => ({
  source: name,
  on,
  covers,
});
const ALL_OFF = [
  source('parts_catalogs', false),
  source('imported_parts', true),
  source('sellers', false),
  source('own_estimates', false),
  source('dealer_pages', false),
];

const BMW = { make: 'BMW', make_key: 'bmw' as const };
const report = (
  lines: Line[],
  number_sources = ALL_OFF,
  car: { make: string; make_key: 'bmw' | null } = BMW,
) => ({
  estimate: { lines },
  vehicle: car,
  number_sources,
});

describe('which set-up would have given the numbers that are missing', () => {
  test('tells its owner what they can do, and what the operator can turn on', () => {
    expect(missingNumbers(report([open, numbered]), 'owner')?.words).toBe(
      '1 of 2 parts has no OEM number. You can add what is known of this car: keep an estimate of this VIN (Compare an estimate, keep its numbers) or a part’s page at a dealer’s store opened for this VIN (Send to LotLens), then recalculate. The operator of this LotLens can turn on what covers BMW: a parts-catalogs.com key (numbers by VIN) or numbers stated by eBay sellers.',
    );
  });

  test('tells an operator that they can turn it on themselves', () => {
    const said = missingNumbers(report([open, open]), 'operator')?.words;
    expect(said).toMatch(/^None of the 2 parts has an OEM number\. You can add/);
    expect(said).toContain('In Setup you can turn on what covers BMW: a parts-catalogs.com key');
  });

  test('asks nothing of a reader whose report it is not', () => {
    const said = missingNumbers(report([open]), 'anyone')?.words;
    expect(said).toBe(
      'Its part has no OEM number. What covers BMW and is off here: a parts-catalogs.com key (numbers by VIN) and numbers stated by eBay sellers.',
    );
  });

  test('leaves out what takes nothing that is known of the car', () => {
    const masked = [
      source('parts_catalogs', true),
      source('sellers', false, false),
      source('own_estimates', false, false),
    ];
    expect(missingNumbers(report([open], masked), 'owner')?.words).toBe(
      'Its part has no OEM number. Every source that covers BMW was asked.',
    );
  });

  test('says of a make that nothing covers just that', () => {
    expect(
      missingNumbers(report([open, open], ALL_OFF, { make: 'Skoda', make_key: null }), 'owner')?.words,
    ).toBe('None of the 2 parts has an OEM number. No source of numbers here covers this make.');
  });

  test('names the means of its owner for a make that no catalog of ours covers', () => {
    const sources = ALL_OFF.map((one) => ({ ...one, covers: one.source === 'own_estimates' }));
    expect(missingNumbers(report([open], sources, { make: 'Jeep', make_key: null }), 'owner')?.words).toBe(
      'Its part has no OEM number. You can add what is known of this car: keep an estimate of this VIN (Compare an estimate, keep its numbers), then recalculate.',
    );
  });

  test.each([
    ['every written part has a number', report([numbered, possible])],
    ['it is not known what was asked', { estimate: { lines: [open] }, vehicle: BMW }],
  ])('says nothing where %s', (_, of) => {
    expect(missingNumbers(of, 'owner')).toBeNull();
  });
});
