import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ensureSampleAccount } from '../../server/accounts/profile/sample-account.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { createTestDatabase } from './database.ts';
import { temporaryFolder } from './temporary-folder.ts';

let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
});
afterAll(() => database.close());

test('a password made once is kept, in a folder that did not exist before', async () => {
  const folder = path.join(await temporaryFolder(), 'new', 'data');
  const first = await ensureSampleAccount(database.pool, folder, undefined);
  expect(first.password).toHaveLength(12);
  expect(await ensureSampleAccount(database.pool, folder, undefined)).toEqual(first);
});
