import path from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { z } from 'zod';
import { execute, int8, onlyRow } from './rows.ts';

const LOCK_KEY = 7_301_988;

const newestRow = z.object({ newest: int8.nullable() });

/** Brings the database to the newest schema; processes that start together take turns on an advisory lock. */
export async function migrate(url: string): Promise<void> {
  const migrations = readMigrationFiles({ migrationsFolder: path.join(import.meta.dirname, 'migrations') });
  const client = new pg.Client({ connectionString: url, application_name: 'lotlens-migrate' });
  await client.connect();
  try {
    await execute(client, 'SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await apply(client, migrations);
  } finally {
    await client.end();
  }
}

/**
 * Runs what the database has not had, in one transaction, in Drizzle's own order and book-keeping. Its own `migrate` does
 * the same and takes 180 MB for the query builder, of which the service uses nothing.
 */
async function apply(client: pg.Client, migrations: readonly MigrationMeta[]): Promise<void> {
  await execute(client, 'CREATE SCHEMA IF NOT EXISTS drizzle');
  await execute(
    client,
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  const { newest } = await onlyRow(
    client,
    newestRow,
    'SELECT max(created_at) AS newest FROM drizzle.__drizzle_migrations',
  );
  const missing = migrations.filter(({ folderMillis }) => folderMillis > (newest ?? 0));
  if (missing.length === 0) return;
  await execute(client, 'BEGIN');
  for (const { folderMillis, hash, sql } of missing) {
    for (const statement of sql) await execute(client, statement);
    await execute(client, 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ]);
  }
  await execute(client, 'COMMIT');
  // Of an expression that has an index since now the database knows nothing yet, and would plan by guesses for days.
  if (newest !== null) await execute(client, 'ANALYZE');
}
