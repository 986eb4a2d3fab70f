import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { groundSchema, readJson, readTsv } from './read-table.ts';

const anything = z.record(z.string(), z.unknown());
const FOLDER = new URL('../data/', import.meta.url);
const REVIEWED = ['selection.json', 'vehicle-value.json', 'range-factors.json'] as const;
/** What a table says of itself: no figure. */
const HEAD = ['version', 'dated', 'about', 'grounds', 'valuation_year', 'ages', 'draws', 'noises'];

const hasGround = (row: unknown): boolean => groundSchema.safeParse(row).success;

/** Places of a table whose figures have neither a ground of their own nor one under the table's `grounds`. */
function placesWithoutGround(table: Record<string, unknown>): string[] {
  const grounds = anything.parse(table.grounds ?? {});
  return Object.entries(table)
    .filter(([key, value]) => !HEAD.includes(key) && !hasGround(value) && !hasGround(grounds[key]))
    .flatMap(([key, value]) =>
      value !== null && typeof value === 'object'
        ? Object.entries(value)
            .filter(([, row]) => !hasGround(row))
            .map(([row]) => `${key}.${row}`)
        : [key],
    );
}

test.each(REVIEWED)('every figure of %s has a basis and a ground', (file) => {
  expect(placesWithoutGround(readJson(file, anything))).toEqual([]);
});

test('a figure is anchored in a source, or says that there is none', () => {
  const row = { basis: 'anchored', ground: 'as printed', sources: [] };
  expect(hasGround(row)).toBe(false);
  expect(hasGround({ ...row, sources: ['state_farm_2022'] })).toBe(true);
  expect(hasGround({ ...row, sources: ['nobody_2022'] })).toBe(false);
  expect(hasGround({ ...row, basis: 'judgement' })).toBe(false);
  expect(hasGround({ ...row, basis: 'judgement', ground: 'No public figure found.' })).toBe(true);
});

test('every model whose retention is anchored names its source', () => {
  const cells = z.record(z.string(), z.string());
  const rows = readTsv('models.tsv', cells);
  expect(rows.filter(({ basis, sources }) => (basis === 'anchored') !== (sources !== ''))).toEqual([]);
  expect(rows.filter(({ basis }) => basis === 'anchored').map(({ names }) => names?.split(';')[0])).toContain(
    'Escalade',
  );
});

const CHECKED_MAKES = [
  'Chevrolet',
  'GMC',
  'Ram',
  'Dodge',
  'Jeep',
  'Chrysler',
  'Buick',
  'Cadillac',
  'Lincoln',
  'Tesla',
  'Mercedes-Benz',
  'Mini',
  'Genesis',
  'Rivian',
];

test.each(CHECKED_MAKES)('every model of %s is priced within its list prices', (make) => {
  const rows = readTsv('models.tsv', z.record(z.string(), z.string())).filter((row) => row.make === make);
  const outside = rows.filter(({ msrp, list_prices = '' }) => {
    const [, low, high] = /^(\d+)-(\d+) \d{4}$/.exec(list_prices) ?? [];
    const thousands = Number(msrp) / 1000;
    return !(thousands >= Number(low) && thousands <= Number(high));
  });
  expect(rows.length).toBeGreaterThan(1);
  expect(outside.map(({ names }) => names)).toEqual([]);
});

test.each(CHECKED_MAKES)('a typical %s is priced and classed among its models', (make) => {
  const cells = z.record(z.string(), z.string());
  const models = readTsv('models.tsv', cells).filter((row) => row.make === make);
  const typical = readTsv('makes.tsv', cells).find((row) => row.make === make);
  for (const figure of ['msrp', 'price_class', 'retention']) {
    const figures = models.map((row) => Number(row[figure]));
    expect(Number(typical?.[figure])).toBeGreaterThanOrEqual(Math.min(...figures));
    expect(Number(typical?.[figure])).toBeLessThanOrEqual(Math.max(...figures));
  }
});

test('every public source is named by a row', () => {
  const { sources } = readJson('public-sources.json', z.object({ sources: anything }));
  const tables = readdirSync(FOLDER)
    .filter((name) => name !== 'public-sources.json')
    .map((name) => readFileSync(new URL(name, FOLDER), 'utf8'))
    .join('\n');
  const named = (id: string): boolean => new RegExp(`\\b${id}\\b`).test(tables);
  expect(Object.keys(sources).filter((id) => !named(id))).toEqual([]);
});
