import fs from 'node:fs';
import path from 'node:path';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import pg from 'pg';
import { z } from 'zod';
import { VERSION } from '../process/version.ts';
import { type AppliedMigration, missingMigrations } from './applied-migrations.ts';
import { transactionOn } from './client.ts';
import { execute, int8, rows } from './rows.ts';

const LOCK_KEY = 7_301_988;
const FOLDER = path.join(import.meta.dirname, 'migrations');

/** Beside Drizzle's own columns: which migration a row is, and which LotLens ran it when. Null: a version before these columns. */
const OWN_COLUMNS = ['tag text', 'lotlens_version text', 'applied_at timestamp with time zone'];

const journalSchema = z.object({ entries: z.array(z.object({ tag: z.string(), when: z.int() })) });
const appliedRow = z
  .object({
    hash: z.string(),
    created_at: int8,
    tag: z.string().nullable(),
    lotlens_version: z.string().nullable(),
    applied_at: z.date().nullable(),
  })
  .transform(
    (row): AppliedMigration => ({
      hash: row.hash,
      writtenAt: row.created_at,
      tag: row.tag,
      version: row.lotlens_version,
      appliedAt: row.applied_at,
    }),
  );

/** A migration of this version, under its name (`0047_…`). */
type Migration = MigrationMeta & { tag: string };

function ownMigrations(): Migration[] {
  const { entries } = journalSchema.parse(
    JSON.parse(fs.readFileSync(path.join(FOLDER, 'meta', '_journal.json'), 'utf8')),
  );
  const tags = new Map(entries.map(({ when, tag }) => [when, tag]));
  return readMigrationFiles({ migrationsFolder: FOLDER }).map((migration) => ({
    ...migration,
    tag: tags.get(migration.folderMillis) ?? '',
  }));
}

/**
 * Brings the database to the newest schema; processes that start together take turns on an advisory lock. All of it is one
 * transaction: what a lost connection cuts short is done whole by the next call. Throws SchemaRefused, and changes nothing, where
 * the database has migrations that this version does not know, or lacks one in between.
 */
export async function migrate(url: string): Promise<void> {
  const migrations = ownMigrations();
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'lotlens-migrate',
  });
  // A connection that is lost says so by the statement on it; unheard it would end the process.
  client.on('error', () => {});
  await client.connect();
  try {
    await execute(client, 'SELECT pg_advisory_lock($1)', [LOCK_KEY]);
    await transactionOn(client, () => apply(client, migrations));
  } finally {
    await client.end();
  }
}

/**
 * Runs what the database has not had, in Drizzle's own order and book-keeping. Its own `migrate` does the same and takes 180 MB for
 * the query builder, of which the service uses nothing.
 */
async function apply(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await execute(client, 'CREATE SCHEMA IF NOT EXISTS drizzle');
  await execute(
    client,
    'CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)',
  );
  await execute(
    client,
    `ALTER TABLE drizzle.__drizzle_migrations ${OWN_COLUMNS.map((column) => `ADD COLUMN IF NOT EXISTS ${column}`).join(', ')}`,
  );
  const applied = await rows(
    client,
    appliedRow,
    'SELECT hash, created_at, tag, lotlens_version, applied_at FROM drizzle.__drizzle_migrations ORDER BY created_at, id',
  );
  const missing = missingMigrations(migrations, applied);
  if (missing.length === 0) return;
  for (const { folderMillis, hash, sql, tag } of missing) {
    for (const statement of sql) await execute(client, statement);
    await execute(
      client,
      `INSERT INTO drizzle.__drizzle_migrations (hash, created_at, tag, lotlens_version, applied_at)
         VALUES ($1, $2, $3, $4, clock_timestamp())`,
      [hash, folderMillis, tag, VERSION],
    );
  }
  // Of an expression that has an index since now the database knows nothing yet, and would plan by guesses for days.
  if (applied.length > 0) await analyzeTables(client);
}

/** `ANALYZE` without the tables of PostgreSQL's own, which no migration fills and which take nine tenths of its time. */
async function analyzeTables(client: pg.Client): Promise<void> {
  const tables = await rows(
    client,
    z.object({ name: z.string() }),
    `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
      WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  );
  await execute(client, `ANALYZE ${tables.map(({ name }) => name).join(', ')}`);
}
