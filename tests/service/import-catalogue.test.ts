import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { z } from 'zod';
import {
  findCatalogueParts,
  listCatalogues,
  replaceCatalogue,
} from '../../server/db/catalogue/catalogue-parts.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { readImportFile } from '../../server/parts-catalogues/imported-file/read-import-file.ts';
import { createTestDatabase } from './database.ts';

let database: Database;
let url: string;
let folder: string;

beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'catalogue-'));
});
afterAll(async () => {
  await database.close();
  await fs.rm(folder, { recursive: true });
});

const HEADER = 'make,model,year_from,year_to,group,number,name,price,currency';
const rowsOf = (...lines: string[]) =>
  readImportFile(new TextEncoder().encode([HEADER, ...lines].join('\n')), 'a listing').rows;
const HOOD = 'Infiniti,Q50,2014,2017,Hood,65100-4HB0A,Hood,410.50,USD';

describe('the stored catalogue', () => {
  it('gives back a part as the file wrote it', async () => {
    await replaceCatalogue(database.pool, { catalogue: 'one', rows: rowsOf(HOOD) });
    const found = await findCatalogueParts(database.pool, { make: 'infiniti', model_key: 'q50', year: 2014 });
    expect(found).toEqual([
      {
        number: '65100-4HB0A',
        name: 'Hood',
        group: 'Hood',
        side: null,
        position: null,
        quantity: null,
        notes: null,
        price: 410.5,
        currency: 'USD',
        url: null,
        vin_prefix: null,
        catalogue: 'one',
        source: 'a listing',
        dated: null,
        year_from: 2014,
        year_to: 2017,
      },
    ]);
  });

  it('answers only for the make, model line and year asked', async () => {
    const ask = (make: string, model_key: string, year: number | null) =>
      findCatalogueParts(database.pool, { make, model_key, year });
    expect(await ask('infiniti', 'q50', 2018)).toEqual([]);
    expect(await ask('infiniti', 'q60', 2015)).toEqual([]);
    expect(await ask('nissan', 'q50', 2015)).toEqual([]);
    expect(await ask('infiniti', 'q50', null)).toHaveLength(1);
  });

  it('replaces a catalogue of the same name and leaves the others', async () => {
    await replaceCatalogue(database.pool, { catalogue: 'two', rows: rowsOf(HOOD) });
    await replaceCatalogue(database.pool, {
      catalogue: 'two',
      rows: rowsOf(HOOD.replace('65100-4HB0A', '65100-4HB1A')),
    });
    const found = await findCatalogueParts(database.pool, { make: 'infiniti', model_key: 'q50', year: 2015 });
    expect(found.map(({ catalogue, number }) => [catalogue, number])).toEqual([
      ['one', '65100-4HB0A'],
      ['two', '65100-4HB1A'],
    ]);
  });

  it('keeps the old file when the new one fails half way', async () => {
    const [good] = rowsOf(HOOD);
    if (!good) throw new Error('the row was refused');
    const bad = { ...good, year_from: 99_999_999_999 };
    await expect(replaceCatalogue(database.pool, { catalogue: 'one', rows: [good, bad] })).rejects.toThrow();
    expect((await listCatalogues(database.pool)).find(({ catalogue }) => catalogue === 'one')).toMatchObject({
      rows: 1,
      models: 1,
    });
  });

  it('takes ten thousand rows in one go', async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) =>
      HOOD.replace('65100-4HB0A', `65100-${String(index).padStart(5, '0')}`),
    );
    await replaceCatalogue(database.pool, { catalogue: 'large', rows: rowsOf(...lines) });
    expect((await listCatalogues(database.pool))[0]).toMatchObject({ catalogue: 'large', rows: 10_000 });
    await replaceCatalogue(database.pool, { catalogue: 'large', rows: [] });
    expect((await listCatalogues(database.pool)).map(({ catalogue }) => catalogue)).not.toContain('large');
  });
});

const reportSchema = z.object({
  catalogue: z.string(),
  stored: z.boolean(),
  accepted: z.number(),
  refused: z.array(z.object({ line: z.number(), number: z.string().nullable(), reason: z.string() })),
});

function run(...args: string[]): Promise<{ code: number; out: string; problem: string }> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['server/cli/import-catalogue.ts', ...args],
      { cwd: path.join(import.meta.dirname, '../..'), env: { PATH: process.env.PATH, DATABASE_URL: url } },
      (error, out, problem) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error ? 1 : 0, out, problem }),
    );
  });
}

describe('npm run import-catalogue', () => {
  it('stores the good rows and reports the refused ones', async () => {
    const file = path.join(folder, 'my parts.csv');
    await fs.writeFile(file, `${HEADER}\n${HOOD}\nBMW,3 Series,2012,2018,Hood,nonsense,Hood,,\n`);
    const { code, out } = await run(file);
    expect(code).toBe(0);
    expect(reportSchema.parse(JSON.parse(out))).toEqual({
      catalogue: 'my parts',
      stored: true,
      accepted: 1,
      refused: [{ line: 3, number: 'nonsense', reason: expect.stringContaining('BMW') }],
    });
    expect((await listCatalogues(database.pool))[0]).toMatchObject({ catalogue: 'my parts', rows: 1 });
  });

  it('only checks with --check', async () => {
    const file = path.join(folder, 'unstored.csv');
    await fs.writeFile(file, `${HEADER}\n${HOOD}\n`);
    const { code, out } = await run(file, '--check', '--catalogue', 'other');
    expect([code, reportSchema.parse(JSON.parse(out)).stored]).toEqual([0, false]);
    expect((await listCatalogues(database.pool)).map(({ catalogue }) => catalogue)).not.toContain('other');
  });

  it('leaves with 2 on wrong usage and on a file that is no catalogue, with 1 where there is none', async () => {
    const file = path.join(folder, 'no-header.csv');
    await fs.writeFile(file, HOOD);
    expect((await run()).code).toBe(2);
    expect((await run(file, '--colour')).code).toBe(2);
    const unusable = await run(file);
    expect([unusable.code, unusable.problem]).toEqual([2, expect.stringContaining('missing: make')]);
    expect((await run(path.join(folder, 'nowhere.csv'))).code).toBe(1);
  });
});
