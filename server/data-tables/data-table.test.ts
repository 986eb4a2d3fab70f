import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DataTableFault, readJson, readTsv } from './data-table.ts';

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-tables-'));
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

function file(name: string, text: string): URL {
  const place = path.join(folder, name);
  fs.writeFileSync(place, text);
  return pathToFileURL(place);
}

const priceSchema = z.object({ part: z.string().min(1), price: z.coerce.number().positive() });

describe('a tab-separated table', () => {
  test('is read row by row, comments and empty lines aside', () => {
    const table = file('good.tsv', '# prices\npart\tprice\nhood\t700\n\n# the rest\r\nfender\t300\n');
    expect(readTsv(table, priceSchema)).toEqual([
      { part: 'hood', price: 700 },
      { part: 'fender', price: 300 },
    ]);
  });

  test('with a wrong cell names file, line and column', () => {
    const table = file('wrong.tsv', '# prices\npart\tprice\nhood\t700\nfender\tcheap\n');
    expect(() => readTsv(table, priceSchema)).toThrow(/wrong\.tsv, line 4, column price: /);
  });

  test('with a missing cell names its column', () => {
    const table = file('short.tsv', 'part\tprice\nhood\n');
    expect(() => readTsv(table, priceSchema)).toThrow(/short\.tsv, line 2, column price/);
  });

  test('with a cell too many says so', () => {
    const table = file('long.tsv', 'part\tprice\nhood\t1\t2\n');
    expect(() => readTsv(table, priceSchema)).toThrow(/long\.tsv, line 2: 3 cells under 2 columns/);
  });

  test('with a row that its reader refuses names the line', () => {
    const table = file('refused.tsv', 'part\tprice\nhood\t1\n');
    const check = () => 'hood stands twice';
    expect(() => readTsv(table, priceSchema, check)).toThrow(/refused\.tsv, line 2: hood stands twice/);
  });
});

describe('a JSON table', () => {
  test('that does not fit names file and path', () => {
    const table = file('wrong.json', '{"rates":{"NJ":"six"}}');
    const schema = z.object({ rates: z.record(z.string(), z.number()) });
    expect(() => readJson(table, schema)).toThrow(DataTableFault);
    expect(() => readJson(table, schema)).toThrow(/wrong\.json, at rates\.NJ: /);
  });

  test('that is no JSON names the file', () => {
    expect(() => readJson(file('broken.json', '{'), z.object({}))).toThrow(/broken\.json: /);
  });
});
