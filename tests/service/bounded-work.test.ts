import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { listLotPhotos } from '../../server/db/lots/lot-photos.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { openOutbox } from '../../server/mail/outbox.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { deleteSelected } from '../../server/reports/selected-reports.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import type { Store } from '../../server/storage/store.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';

let folder: string;
let database: Database;
let pool: pg.Pool;
let store: Store;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-bounded-'));
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
  pool = database.pool;
  store = createFolderStore(path.join(folder, 'files'));
});
afterAll(async () => {
  await database.close();
  await fs.rm(folder, { recursive: true, force: true });
});
const tidyUp = async (config = {}) =>
  applyRetention({ pool, store, outbox: await openOutbox(path.join(folder, 'outbox')), config });

/** Rows that each statement deleted from a table from now on. */
async function countDeletes(table: string): Promise<() => Promise<number[]>> {
  await pool.query(`CREATE TABLE deletes_of_${table} (id serial, n int)`);
  await pool.query(
    `CREATE FUNCTION count_deletes_of_${table}() RETURNS trigger LANGUAGE plpgsql AS
     $$ BEGIN INSERT INTO deletes_of_${table} (n) SELECT count(*) FROM gone; RETURN NULL; END $$`,
  );
  await pool.query(
    `CREATE TRIGGER counted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_deletes_of_${table}()`,
  );
  return async () => {
    const { rows } = await pool.query<{ n: number }>(
      `SELECT n FROM deletes_of_${table} WHERE n > 0 ORDER BY id`,
    );
    return rows.map(({ n }) => n);
  };
}
const finished = (userId: string, count: number, days: number) =>
  pool.query(
    `INSERT INTO reports (user_id, lot_key, url, status, finished_at)
     SELECT $1, 'copart:many' || n, 'https://www.copart.com/lot/1', 'finished', now() - make_interval(days => $3) FROM generate_series(1, $2::int) n`,
    [userId, count, days],
  );

describe('tidying up', () => {
  test('deletes live events past their week a thousand at a time, and no other', async () => {
    const userId = await addUser(pool, 1);
    const reportId = await addReport(pool, userId);
    await pool.query(
      `INSERT INTO report_events (user_id, seq, report_id, payload, created_at)
       SELECT $1, 100 + n, $2, '{}', now() - interval '8 days' FROM generate_series(1, 2500) n`,
      [userId, reportId],
    );
    const deletes = await countDeletes('report_events');
    expect((await tidyUp())['live events']).toBe(2_500);
    expect(await deletes()).toEqual([1_000, 1_000, 500]);
    expect((await pool.query('SELECT seq FROM report_events WHERE user_id = $1', [userId])).rowCount).toBe(1);
  });

  test('deletes reports past their time two hundred at a time, of account and service', async () => {
    const [own, service] = [await addUser(pool, 1), await addUser(pool, 1)];
    await pool.query(
      `INSERT INTO account_preferences (user_id, keeping) VALUES ($1, '{"reports_days": 30}')`,
      [own],
    );
    await finished(own, 450, 31);
    await finished(service, 150, 91);
    await finished(service, 1, 89);
    const deletes = await countDeletes('reports');
    const gone = await tidyUp({ REPORTS_KEPT_DAYS: 90 });
    expect(gone['reports past their account’s time']).toBe(600);
    expect(Math.max(...(await deletes()))).toBeLessThanOrEqual(200);
    const left = await pool.query('SELECT 1 FROM reports WHERE user_id = ANY($1)', [[own, service]]);
    expect(left.rowCount).toBe(1);
  });

  test('looks at a used lot again when its last report is deleted, not each hour', async () => {
    const userId = await addUser(pool, 1);
    const key = `copart:${randomUUID()}`;
    await saveLot(pool, key, 'fetched', madeUpLot(key));
    const [photo] = await listLotPhotos(pool, key, [{ source_url: 'https://x.test/1.jpg', label: null }]);
    const reportId = await addReport(pool, userId, madeUpLot(key));
    await pool.query(
      `UPDATE reports SET finished_at = now(), status = 'finished', model = jsonb_build_object('photo', $2::text) WHERE id = $1`,
      [reportId, photo?.id],
    );
    await listLotPhotos(pool, key, []);
    await pool.query(
      `UPDATE lots SET read_at = now() - interval '40 days', look_at = now() - interval '1 minute' WHERE key = $1`,
      [key],
    );
    await pool.query(
      `UPDATE lot_photos SET updated_at = now() - interval '2 days', look_at = now() - interval '1 minute' WHERE lot_key = $1`,
      [key],
    );
    const looked = async () =>
      (
        await pool.query(
          `SELECT l.look_at > now() + interval '80 days' AS lot, p.look_at > now() + interval '80 days' AS photo
             FROM lots l JOIN lot_photos p ON p.lot_key = l.key WHERE l.key = $1`,
          [key],
        )
      ).rows;
    await tidyUp();
    expect(await looked()).toEqual([{ lot: true, photo: true }]);
    await deleteSelected({ pool, store }, userId, [reportId]);
    expect(await looked()).toEqual([{ lot: false, photo: false }]);
    await tidyUp();
    expect(await looked()).toEqual([]);
  });

  test('waits with a lot that stands on a board, whatever its key', async () => {
    const userId = await addUser(pool, 1);
    const key = `own_page:${randomUUID()}`;
    await saveLot(pool, key, 'own_page', madeUpLot(key));
    await pool.query(
      `INSERT INTO waiting_lots (user_id, key, listed, lot_key, state) VALUES ($1, 'copart:1', 'a lot', $2, 'no_reports')`,
      [userId, key],
    );
    const later = `UPDATE lots SET read_at = now() - interval '8 days', look_at = now() - interval '1 minute' WHERE key = $1`;
    const isKept = async () => {
      await pool.query(later, [key]);
      await tidyUp();
      return (await pool.query('SELECT 1 FROM lots WHERE key = $1', [key])).rowCount === 1;
    };
    expect(await isKept()).toBe(true);
    await pool.query('DELETE FROM waiting_lots WHERE user_id = $1', [userId]);
    expect(await isKept()).toBe(false);
  });

  test('takes jobs that ended a day ago out of the queue within minutes', async () => {
    const url = await createTestDatabase(inject('databaseServer'));
    const queue = await openQueue(url, pino({ level: 'silent' }));
    const there = openDatabase(url);
    onTestFinished(async () => {
      await queue.stop(100);
      await there.close();
    });
    for (let n = 0; n < 3; n += 1) await queue.send('calculate-deals', { user_id: 'a' });
    await there.pool.query(
      `UPDATE pgboss.job SET state = 'completed', completed_on = now() - CASE WHEN n < 3 THEN interval '25 hours' ELSE interval '1 hour' END
         FROM (SELECT id AS numbered, row_number() OVER () AS n FROM pgboss.job WHERE name = 'calculate-deals') j WHERE id = numbered`,
    );
    const { rows } = await there.pool.query<{ seconds: number }>(
      `UPDATE pgboss.queue SET maintain_on = now() - interval '301 seconds' RETURNING 1`,
    );
    expect(rows.length).toBeGreaterThan(0);
    await expect
      .poll(
        async () =>
          (await there.pool.query("SELECT 1 FROM pgboss.job WHERE name = 'calculate-deals'")).rowCount,
      )
      .toBe(1);
  });
});

describe('the queue', () => {
  test('of an earlier version takes today’s policies, with what waits in it, and is left alone where it has them', async () => {
    const url = await createTestDatabase(inject('databaseServer'));
    const start = async (): Promise<void> => {
      const queue = await openQueue(url, pino({ level: 'silent' }));
      await queue.stop(0);
    };
    const there = openDatabase(url);
    onTestFinished(() => there.close());
    const policies = async () =>
      (
        await there.pool.query<{ name: string; dead_letter: string | null; updated_on: Date }>(
          'SELECT name, dead_letter, retry_limit, updated_on FROM pgboss.queue ORDER BY name',
        )
      ).rows;
    const first = await openQueue(url, pino({ level: 'silent' }));
    await first.send('send-mail', { mail_id: randomUUID() });
    await first.stop(0);
    const waiting = async () =>
      (await there.pool.query("SELECT dead_letter, retry_limit FROM pgboss.job WHERE name = 'send-mail'"))
        .rows;
    const [made, sent] = [await policies(), await waiting()];
    for (const table of ['queue', 'job'])
      await there.pool.query(
        `UPDATE pgboss.${table} SET dead_letter = NULL, retry_limit = 2 WHERE name IN ('send-mail', 'start-lot')`,
      );
    await start();
    const mended = await policies();
    expect(await waiting()).toEqual(sent);
    const kept = (rows: typeof made) => rows.map(({ updated_on, ...policy }) => policy);
    expect(kept(mended)).toEqual(kept(made));
    await start();
    expect(await policies()).toEqual(mended);
  });
});

describe('the ledger', () => {
  test('is checked of one account, or of all however many there are', async () => {
    const [sound, wrong] = [await addUser(pool, 1), await addUser(pool, 1)];
    await pool.query(
      `INSERT INTO users (email, email_key, password_hash, first_name, last_name)
       SELECT n || '@many.test', n || '@many.test', 'none', 'A', 'B' FROM generate_series(1, 1100) n`,
    );
    await pool.query('DELETE FROM reports');
    await pool.query('UPDATE users SET available_reports = 7 WHERE id = $1', [wrong]);
    expect(await verifyLedger(pool, sound)).toEqual([]);
    const fault = { rule: 'balance equals the sum of moves', subject: wrong };
    expect(await verifyLedger(pool, wrong)).toMatchObject([fault]);
    const all = await verifyLedger(pool);
    expect(all.filter(({ subject }) => subject === wrong)).toMatchObject([fault]);
    expect((await readQuota(pool, wrong)).available_reports).toBe(7);
  });

  test('tells a thousand faults and not a million', async () => {
    await pool.query("UPDATE users SET available_reports = 9 WHERE email LIKE '%@many.test'");
    expect(await verifyLedger(pool)).toHaveLength(1_000);
  });
});

describe('an index', () => {
  test('of reports knows nothing that a step or a lease writes, so that these rewrite none', async () => {
    const { rows } = await pool.query<{ name: string; made: string }>(
      `SELECT indexname AS name, indexdef AS made FROM pg_indexes WHERE tablename = 'reports'`,
    );
    expect(rows.length).toBeGreaterThan(10);
    const written = /\b(status|message|updated_at|fence|claimable_at|claimed_by)\b/;
    expect(rows.filter(({ made }) => written.test(made)).map(({ name }) => name)).toEqual([]);
  });

  test('leads from every row to those that go with it', async () => {
    const { rows } = await pool.query<{ key: string }>(
      `SELECT conrelid::regclass || '.' || a.attname AS key
         FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
        WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace
          AND NOT EXISTS (SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indkey[0] = c.conkey[1])`,
    );
    expect(rows.map(({ key }) => key)).toEqual([]);
  });
});
