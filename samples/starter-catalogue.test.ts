import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { CataloguePart } from '../contract/schemas/part.ts';
import { matchPartName } from '../server/categories/match-part-name.ts';
import { askCatalogues } from '../server/parts-catalogues/ask/ask-catalogues.ts';
import { importedFile } from '../server/parts-catalogues/imported-file/imported-file.ts';
import { readImportFile } from '../server/parts-catalogues/imported-file/read-import-file.ts';
import { samplePrices } from '../server/parts-catalogues/sample-prices/sample-prices.ts';
import { readMake } from '../server/vehicles/makes.ts';
import { SAMPLE_LISTINGS } from './sample-lots.ts';

const { rows, refused } = readImportFile(
  readFileSync(new URL('starter-catalogue.csv', import.meta.url)),
  'starter',
);

const placesOf = (key: string) =>
  new Set(
    rows
      .filter(({ model_key }) => model_key === key)
      .map((row) => {
        const match = matchPartName({
          make: row.make,
          name: row.name,
          diagram: row.part_group,
          number: row.number,
        });
        return match.side === 'none' ? match.category : `${match.category} ${match.side}`;
      }),
  );

/** What the service knows of a car's parts with the samples on. */
async function partsOf(car: {
  vin: string;
  make: string;
  model: string;
  year: number;
}): Promise<CataloguePart[]> {
  const stored = importedFile(async ({ make, model_key, year }) =>
    rows
      .filter((row) => row.make === make && row.model_key === model_key)
      .filter((row) => year === null || (row.year_from <= year && year <= row.year_to))
      .map(({ part_group, supplier_url, ...row }) => ({
        ...row,
        group: part_group,
        url: supplier_url,
        catalogue: 'starter',
      })),
  );
  const vehicle = {
    ...car,
    make_key: readMake(car.make).key,
    trim: null,
    body_class: null,
    vin_masked: car.vin.includes('*'),
  };
  const want = { categories: [] };
  const { parts } = await askCatalogues([stored, samplePrices], vehicle, want, AbortSignal.timeout(5_000));
  return parts;
}

describe('the prices of the sample cars', () => {
  // The Malibu's make is not supported; no public listing was read for the WRX.
  const lots = Object.values(SAMPLE_LISTINGS).filter(({ model }) => !/MALIBU|WRX/.test(model));

  it.each(lots)('stand on numbers of the starter catalogue, in dollars, marked: $model', async (lot) => {
    const parts = await partsOf(lot);
    const priced = parts.filter(({ price }) => price !== null);
    expect(priced.length).toBeGreaterThan(80);
    expect([...new Set(parts.map(({ catalogue }) => catalogue))]).toEqual(['starter']);
    expect(priced.filter((part) => part.currency !== 'USD')).toEqual([]);
    expect([...new Set(priced.map((part) => part.price_from?.source))]).toEqual(['made-up sample price']);
  });

  it('are no prices of another car of the same model', async () => {
    for (const lot of lots) {
      const parts = await partsOf({ ...lot, vin: 'WBA3A5C58EF000001' });
      expect(parts.length).toBeGreaterThan(80);
      expect(parts.filter(({ price }) => price !== null)).toEqual([]);
    }
  });
});

describe('the starter catalogue', () => {
  it('is taken by the import without a refused row', () => {
    expect(refused).toEqual([]);
  });

  it('holds the three sample cars, at most 150 rows each', () => {
    const count = Object.entries(Object.groupBy(rows, ({ model_key }) => model_key));
    expect(count.map(([key]) => key).sort()).toEqual(['3series', 'q50', 'qx60']);
    expect(count.filter(([, all]) => (all?.length ?? 0) > 150)).toEqual([]);
  });

  it('says of every row as much of its source as is known, and no date', () => {
    expect([...new Set(rows.map(({ source }) => source))]).toEqual([
      'public online parts listing; page and date not recorded',
    ]);
    expect(rows.filter(({ dated }) => dated !== null)).toEqual([]);
  });

  it("has no price of anybody's", () => {
    expect(rows.filter(({ price, currency }) => price !== null || currency !== null)).toEqual([]);
  });

  it('fits by model and year, never beyond', async () => {
    for (const { vin, make, model, year } of Object.values(SAMPLE_LISTINGS)) {
      const parts = await partsOf({ vin, make, model, year });
      expect([...new Set(parts.map(({ fit }) => fit))].filter((fit) => fit !== 'model_year')).toEqual([]);
    }
  });

  it.each([
    [
      '3series',
      [
        'front_bumper_cover',
        'hood',
        'headlamp left',
        'headlamp right',
        'fender left',
        'fender right',
        'grille left',
        'front_bumper_absorber',
        'hood_hinge left',
      ],
    ],
    [
      'qx60',
      [
        'rear_bumper_cover',
        'rear_bumper_reinforcement',
        'rear_bumper_absorber',
        'liftgate',
        'tail_lamp left',
        'tail_lamp right',
        'quarter_panel right',
        'rear_body_panel',
        'rear_spoiler',
        'trunk_latch',
      ],
    ],
    [
      'q50',
      [
        'front_bumper_cover',
        'front_bumper_reinforcement',
        'hood',
        'fender left',
        'fender_liner left',
        'headlamp left',
        'radiator_support',
        'ac_condenser',
        'front_door_shell left',
        'door_mirror left',
        'airbag_curtain left',
        'airbag_side right',
        'seat_belt_front left',
      ],
    ],
  ])('has the main parts of the damaged zone of the %s lot', (key, parts) => {
    const places = placesOf(key);
    expect(parts.filter((part) => !places.has(part))).toEqual([]);
  });
});
