import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { withScratchDatabase } from '../../server/db/service/scratch-database.ts';
import { until } from './service.ts';

let folder: string;
let server: EmbeddedPostgres;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-scratch-'));
  // PostgreSQL may run as another user than we do.
  await fs.chmod(folder, 0o755);
  server = await startEmbeddedPostgres({ folder: path.join(folder, 'postgres'), fast: true });
  await asSuperuser(`ALTER ROLE ${new URL(server.url).username} CREATEDB`);
});
afterAll(async () => {
  await server.stop();
  await fs.rm(folder, { recursive: true, force: true });
});

/** A vacuum of the server's own comes within a second, and takes its time. */
async function slowVacuums(): Promise<void> {
  for (const setting of ['autovacuum_naptime = 1', 'autovacuum_vacuum_cost_delay = 100'])
    await asSuperuser(`ALTER SYSTEM SET ${setting}`);
  await asSuperuser('ALTER SYSTEM SET autovacuum_vacuum_cost_limit = 1');
  await asSuperuser('SELECT pg_reload_conf()');
}

async function asSuperuser(statement: string, values: unknown[] = []): Promise<pg.QueryResult> {
  const client = new pg.Client({ connectionString: server.superuserUrl });
  await client.connect();
  try {
    return await client.query(statement, values);
  } finally {
    await client.end();
  }
}

const scratchLeft = async (): Promise<number | null> =>
  (await asSuperuser("SELECT 1 FROM pg_database WHERE datname LIKE 'lotlens\\_drill\\_%'")).rowCount;

test('a scratch database goes while the server vacuums it, which its role may not end', async () => {
  await slowVacuums();
  const found = await withScratchDatabase({ serverUrl: server.url, folder: '' }, async (url) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      `CREATE TABLE worn WITH (autovacuum_vacuum_threshold = 0, autovacuum_vacuum_scale_factor = 0)
         AS SELECT n, repeat('x', 500) AS text FROM generate_series(1, 50000) n`,
    );
    await client.query('DELETE FROM worn');
    await client.end();
    const isVacuumed = async (): Promise<boolean> =>
      (
        await asSuperuser(
          "SELECT 1 FROM pg_stat_activity WHERE backend_type = 'autovacuum worker' AND datname = $1",
          [new URL(url).pathname.slice(1)],
        )
      ).rowCount === 1;
    await until('a vacuum of the server', 60_000, isVacuumed);
    return 'vacuumed';
  });
  expect(found).toBe('vacuumed');
  expect(await scratchLeft()).toBe(0);
}, 120_000);

test('a scratch database goes with what a failed restore left connected to it', async () => {
  const left: pg.Client[] = [];
  const failed = withScratchDatabase({ serverUrl: server.url, folder: '' }, async (url) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    left.push(client);
    await client.connect();
    throw new Error('this backup is broken');
  });
  await expect(failed).rejects.toThrow('this backup is broken');
  expect(await scratchLeft()).toBe(0);
  await Promise.allSettled(left.map((client) => client.end()));
}, 120_000);
