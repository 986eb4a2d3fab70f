import pg from 'pg';
import { inject, onTestFinished } from 'vitest';
import { createTestDatabase } from './database.ts';

/** A database that a newer LotLens has updated: a column, and a migration that this version does not know. */
export async function newerDatabase(): Promise<{ url: string; client: pg.Client }> {
  const url = await createTestDatabase(inject('databaseServer'));
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('ALTER TABLE reports ADD COLUMN of_a_newer_version text');
  await client.query(
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at, tag, lotlens_version, applied_at)
       VALUES ('of a newer version', 4102444800000, '9999_newer', '99.0.0', '2099-12-31T23:59:00Z')`,
  );
  return { url, client };
}

/** What every start and command says of it. */
export const NEWER_REFUSED =
  /The database was updated to migration 9999_newer by LotLens 99\.0\.0, and this is LotLens \d\S*, which knows migrations up to \d{4}_\S+: start the version that updated it again, or restore the backup made before that update \(2099-12-31 23:59 UTC\)\.$/;
