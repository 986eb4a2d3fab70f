import pg from 'pg';
import { pino } from 'pino';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openDatabaseServer } from '../../server/db/database-server.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { createTestDatabase } from './database.ts';
import { NEWER_REFUSED, newerDatabase } from './newer-database.ts';

describe('a database that a newer version has updated', () => {
  test('is refused with one sentence and left as it was', async () => {
    const { url, client } = await newerDatabase();
    const applied = async () => (await client.query('SELECT * FROM drizzle.__drizzle_migrations')).rows;
    const before = await applied();
    await expect(openDatabaseServer({ DATABASE_URL: url, dataDir: '' })).rejects.toThrow(NEWER_REFUSED);
    expect(await applied()).toEqual(before);
  });

  test('is refused even where its job tables alone are newer', async () => {
    const url = await createTestDatabase(inject('databaseServer'));
    const log = pino({ level: 'silent' });
    await (await openQueue(url, log)).stop(0);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    onTestFinished(() => client.end());
    await client.query('UPDATE pgboss.version SET version = 9999');
    await expect(openQueue(url, log)).rejects.toThrow(
      /^The job tables of the database are of a newer LotLens \(pg-boss schema 9999\), and this is LotLens \S+, which knows schema \d+: start the newer version again, or restore the backup made before the update\.$/,
    );
  });
});

test('a migration says which LotLens ran it, and when', async () => {
  const client = new pg.Client({ connectionString: await createTestDatabase(inject('databaseServer')) });
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(
    `SELECT tag, lotlens_version ~ '^\\d+\\.\\d+\\.\\d+' AS versioned, applied_at <= now() AS dated
       FROM drizzle.__drizzle_migrations ORDER BY created_at LIMIT 1`,
  );
  expect(rows).toEqual([{ tag: '0000_start', versioned: true, dated: true }]);
});
