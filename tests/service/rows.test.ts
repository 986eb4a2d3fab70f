import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { execute, firstRow, int8, onlyRow, RowFault, rows } from '../../server/db/rows.ts';
import { createTestDatabase } from './database.ts';

let database: Database;

beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')), { max: 2 });
});
afterAll(() => database.close());

const numberRow = z.object({ n: z.int() });

describe('rows of a statement', () => {
  test('come checked, a bigint as number, a time as Date', async () => {
    const schema = z.object({ big: int8, at: z.date(), none: int8.nullable() });
    const text = 'SELECT 9007199254740991::bigint AS big, to_timestamp($1) AS at, NULL::bigint AS none';
    expect(await rows(database.pool, schema, text, [0])).toEqual([
      { big: 9007199254740991, at: new Date(0), none: null },
    ]);
  });

  test('leave behind what their schema does not name', async () => {
    expect(await firstRow(database.pool, numberRow, 'SELECT 1 AS n, 2 AS more')).toEqual({ n: 1 });
  });

  test('that do not fit fail with function and column, and without what they hold', async () => {
    async function readLetter() {
      return await firstRow(database.pool, numberRow, "SELECT 'secret' AS n");
    }
    const fault = await readLetter().catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(RowFault);
    expect(String(fault)).toBe(
      'RowFault: readLetter: a row does not fit: n: Invalid input: expected number, received string',
    );
  });

  test('of a function without a name fail with its file', async () => {
    const faults = ['SELECT 1 AS other'].map(async (text) => await rows(database.pool, numberRow, text));
    await expect(faults[0]).rejects.toThrow(/^rows\.test\.ts:\d+:\d+: a row does not fit: n: /);
  });

  test('with a bigint past 2^53 fail rather than lose digits', async () => {
    const text = 'SELECT 9007199254740993::bigint AS n';
    await expect(onlyRow(database.pool, z.object({ n: int8 }), text)).rejects.toThrow(RowFault);
  });

  test('are null when there is none, and a fault where one must be', async () => {
    const none = 'SELECT 1 AS n WHERE false';
    expect(await firstRow(database.pool, numberRow, none)).toBeNull();
    await expect(onlyRow(database.pool, numberRow, none)).rejects.toThrow('0 rows came where one must');
  });

  test('that nobody reads are counted', async () => {
    expect(await execute(database.pool, 'SELECT FROM generate_series(1, $1)', [3])).toBe(3);
  });
});
