import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { Lot } from '../../contract/schemas/lot.ts';
import { AppError } from '../errors.ts';
import { readUserSuppliedPage } from '../lots/read-user-supplied-page.ts';

/**
 * Pages captured from the real sites, kept outside the project: LOTLENS_CAPTURES names their first folder, the newer
 * captures-2026 lies beside it. Each must come out exactly as its expected.json says; what lies in a near-miss/ is never one
 * car. Without the folders these tests are skipped, and the run shows it.
 */

const folder = process.env.LOTLENS_CAPTURES ?? '';
const folders = [folder, path.join(folder, '..', 'captures-2026')].filter(
  (name) => folder !== '' && existsSync(path.join(name, 'expected.json')),
);
const present = folders.includes(folder);

const expectedSchema = z.array(
  z.looseObject({
    url: z.string(),
    pages: z.array(z.string()),
    want: z.record(z.string(), z.unknown()).optional(),
    error: z.string().optional(),
  }),
);

const readIn = (place: string, file: string) => readFileSync(path.join(place, file), 'utf8');
const read = (file: string) => readIn(folder, file);
const plain = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value);
const fieldOf = (lot: Lot, field: string): unknown =>
  field === 'image_count' ? lot.images.length : lot[field as keyof Lot];

const CASES = folders.flatMap((place) => {
  const entries = expectedSchema.parse(JSON.parse(readIn(place, 'expected.json')));
  return entries.map((entry) => ({
    ...entry,
    title: `${path.basename(place)}/${entry.pages.join(' + ')} of ${entry.url}`,
    bodies: entry.pages.map((file) => readIn(place, file)),
    /** A list of several lots, of which each entry is one. */
    isList: entries.filter(({ pages }) => pages.join() === entry.pages.join()).length > 1,
  }));
});
const NEAR_MISSES = folders
  .map((place) => path.join(place, 'near-miss'))
  .filter((place) => existsSync(place))
  .flatMap((place) => readdirSync(place).map((title) => ({ title, body: readIn(place, title) })));

function lotOrCode(link: string, pages: string[]): Lot | string {
  try {
    return readUserSuppliedPage({ link, pages });
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

function lotOf(link: string, ...files: string[]): Lot {
  return readUserSuppliedPage({ link, pages: files.map(read) });
}

describe.skipIf(!present)('real captures (LOTLENS_CAPTURES)', () => {
  test.each(CASES)('$title', (entry) => {
    const lot = lotOrCode(entry.url, entry.bodies);
    if (typeof lot === 'string' || entry.want === undefined) {
      expect(lot).toBe(entry.error);
      return;
    }
    const wanted = Object.entries(entry.want);
    const got = wanted.map(([field]) => [field, plain(fieldOf(lot, field))]);
    expect(Object.fromEntries(got)).toEqual(
      Object.fromEntries(wanted.map(([field, value]) => [field, plain(value)])),
    );
  });

  test.each(CASES.filter((entry) => entry.want))('the page alone tells its lot: $title', (entry) => {
    const lot = lotOrCode('', entry.bodies);
    const wanted = entry.isList ? 'several_lots' : entry.want?.lot_number;
    expect(typeof lot === 'string' ? lot : lot.lot_number).toBe(wanted);
  });

  test.each(NEAR_MISSES)('is no single car: $title', ({ body }) => {
    expect(typeof lotOrCode('', [body])).toBe('string');
  });

  const search = 'copart/search-results-3-chevrolet-trimmed.json';
  test.each([
    ['37088374', { name: '2012 CHEVROLET EQUINOX LT', mileage: null, primary_damage: 'FRONT END' }],
    ['41590186', { name: '2017 CHEVROLET EQUINOX PREMIER', mileage: 71_085, primary_damage: 'SIDE' }],
    [
      '41598386',
      { name: '2023 CHEVROLET SILVERADO K1500 CUSTOM', mileage: null, primary_damage: 'FRONT END' },
    ],
  ])('a search answer gives lot %s', (number, want) => {
    const lot = lotOf(`https://www.copart.com/lot/${number}`, search);
    expect(lot).toMatchObject({ ...want, make: 'Chevrolet', make_supported: false });
  });

  test('a Canadian odometer without a unit is kept as read', () => {
    const lot = lotOf('https://www.copart.com/lot/37088374', search);
    expect(lot.odometer).toEqual({ value: 192_626, unit: null, brand: 'ACTUAL' });
    expect([lot.retail_value, lot.seller_repair_cost]).toEqual([null, null]);
  });

  test('the old image lists give one photo at its largest', () => {
    const lot = lotOf(
      'https://www.copart.com/lot/60871705',
      'copart/lotdetails-60871705-2012-honda-crv-old-sold-STUB.json',
      'copart/lotImages-OLD-SHAPE-keyed-by-type.json',
    );
    expect(lot.images.map(({ url }) => url.split('/').at(-2))).toEqual(['HPX93']);
  });

  test('IAAI photos come at their own size, from the page or from the image service', () => {
    const model = read('iaai/ProductDetailsVM-45293605-2017-audi-q5.json');
    const page = `<!DOCTYPE html><html><head><title>IAA</title></head><body><script id="ProductDetailsVM" type="application/json">${model}</script></body></html>`;
    const emptied = JSON.stringify({ ...JSON.parse(model), x: 0 }).replaceAll('"k":', '"gone":');
    const link = 'https://www.iaai.com/VehicleDetail/45293605~US';
    for (const pages of [[page], [emptied, read('iaai/vis-dimensions-45293605.json')]]) {
      const { images } = readUserSuppliedPage({ link, pages });
      expect(images).toHaveLength(16);
      expect(images.every(({ url }) => url.endsWith('&width=2576&height=1932'))).toBe(true);
    }
  });

  test('the words of the IAAI not-found page mean not found', () => {
    const tokens = read('iaai/vehicledetail-NOTFOUND.VISIBLE-TOKENS.txt');
    expect(lotOrCode('https://www.iaai.com/VehicleDetail/12345678~US', [tokens])).toBe('lot_not_found');
  });

  test('the bid.cars search answer says what the page says', () => {
    const link = 'https://bid.cars/en/lot/0-45397077';
    const row = lotOf(link, 'bidcars/search-archived-0-45397077-2022-ford-f150.json');
    const page = lotOf(link, 'bidcars/lot-0-45397077-2022-ford-f150-archived.COMBINED.html');
    for (const field of [
      'name',
      'vin',
      'mileage',
      'primary_damage',
      'loss_type',
      'run_condition',
      'keys',
    ] as const)
      expect([field, row[field]]).toEqual([field, page[field]]);
    expect(row.images.map(({ url }) => url)).toEqual(page.images.map(({ url }) => url));
  });

  test('the BMW keeps its document as listed', () => {
    const lot = lotOf(
      'https://bid.cars/en/lot/1-77230345',
      'bidcars/lot-1-77230345-2019-bmw-5-series-archived.CUT.html',
    );
    expect(lot.title).toBe('Dis/dlr/exp clean w/salv hist (CA)');
  });
});
