import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { inTransaction, openDatabase } from '../../server/db/client.ts';
import { listenForNotifications, QUEUED_CHANNEL } from '../../server/db/notifications.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { createAnnouncer } from '../../server/db/reports/report-events.ts';
import { runReport } from '../../server/pipeline/run/run-report.ts';
import { type CutProxy, startCutProxy } from './cut-proxy.ts';
import { createTestDatabase } from './database.ts';
import { addSignedIn } from './finished-report.ts';
import { addReport, addUser } from './seed.ts';
import { startService, type TestService, until } from './service.ts';
import { slowResult, slowSteps } from './slow-steps.ts';

const LOT = 'https://bid.cars/en/lot/1-90000001';

let url: string;
let proxy: CutProxy;
/** Reaches the database by the proxy; `pool` does not. */
let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  proxy = await startCutProxy(url);
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { DATABASE_URL: proxy.url },
  });
  pool = openDatabase(url).pool;
  await pool.query(
    'CREATE TABLE calls (report_id uuid, step text, pid int, at timestamptz DEFAULT clock_timestamp())',
  );
});
afterAll(async () => {
  await service.close();
  await proxy.close();
  await pool.end();
});

const start = (token: string, key: string) =>
  service.call('POST', 'auction/process_report', {
    token,
    json: { auction_url: LOT },
    headers: { 'idempotency-key': key },
  });
const reportsOf = async (userId: string): Promise<string[]> =>
  (await pool.query<{ id: string }>('SELECT id FROM reports WHERE user_id = $1', [userId])).rows.map(
    ({ id }) => id,
  );

describe('a COMMIT whose answer is lost', () => {
  test('of a start has counted: its Idempotency-Key gives the report that was started, and one charge', async () => {
    const { userId, token } = await addSignedIn(service, 3);
    const lost = proxy.loseCommitOf('INSERT INTO reports');
    const first = await start(token, 'lost-1');
    await lost;
    expect([first.status, first.json.code]).toEqual([503, 'unavailable']);
    expect(Number(first.headers['retry-after'])).toBeGreaterThan(0);
    const again = await start(token, 'lost-1');
    expect(again.status).toBe(200);
    expect(await reportsOf(userId)).toEqual([again.json.report_id]);
    expect(await readQuota(pool, userId)).toMatchObject({ available_reports: 2, in_progress_reports: 1 });
    expect(await verifyLedger(pool)).toEqual([]);
  });

  /** The real engine by the proxy, with steps that only note their calls. */
  function engine() {
    const by = openDatabase(proxy.url, { max: 4 });
    const announcer = createAnnouncer(by.pool, () => {});
    onTestFinished(async () => {
      await announcer.stop();
      await by.close();
    });
    return {
      pool: by.pool,
      log: pino({ level: 'silent' }),
      announcer,
      steps: slowSteps(pool, 1),
      tools: null,
      result: slowResult,
    };
  }
  const never = new AbortController().signal;

  test('of a step has counted: the next run goes on behind that step', async () => {
    const userId = await addUser(pool, 1);
    const id = await addReport(pool, userId);
    const lost = proxy.loseCommitOf("status = 'done'");
    await expect(runReport(engine(), id, never)).rejects.toThrow();
    await lost;
    const [saved] = (
      await pool.query<{ step: string }>(
        "SELECT step FROM report_steps WHERE report_id = $1 AND status = 'done' ORDER BY finished_at DESC",
        [id],
      )
    ).rows;
    expect(await runReport(engine(), id, never)).toEqual({ kind: 'finished' });
    const calls = await pool.query('SELECT 1 FROM calls WHERE report_id = $1 AND step = $2', [
      id,
      saved?.step,
    ]);
    expect(calls.rowCount).toBe(1);
  });

  test('of the last step has counted: the report is finished, charged and told of once', async () => {
    const userId = await addUser(pool, 1);
    const id = await addReport(pool, userId);
    const lost = proxy.loseCommitOf("status = 'finished'");
    await expect(runReport(engine(), id, never)).rejects.toThrow();
    await lost;
    expect(await runReport(engine(), id, never)).toEqual({ kind: 'gone' });
    const events = await pool.query<{ status: string }>(
      "SELECT payload->>'status' AS status FROM report_events WHERE report_id = $1 ORDER BY seq",
      [id],
    );
    expect(events.rows.filter(({ status }) => status === 'finished')).toHaveLength(1);
    const calls = await pool.query('SELECT 1 FROM calls WHERE report_id = $1', [id]);
    expect(calls.rowCount).toBe(STEP_NAMES.length);
    expect(await verifyLedger(pool)).toEqual([]);
  });
});

describe('a connection that dies without a word', () => {
  test('is noticed where it only listens: another takes its place, and its owner is told of the gap', async () => {
    const own = await startCutProxy(url);
    onTestFinished(() => own.close());
    let [gaps, queued] = [0, 0];
    const listener = await listenForNotifications(
      () => new pg.Client({ connectionString: own.url, connectionTimeoutMillis: 500 }),
      {
        onUsers() {},
        onSessionsEnded() {},
        onError() {},
        onReportQueued: () => {
          queued += 1;
        },
        onGap: () => {
          gaps += 1;
        },
      },
      { lookMs: 100, answerMs: 1_000 },
    );
    onTestFinished(() => listener.stop());
    own.cutComing();
    own.cutPresent();
    // Also the first connections that are to take its place come to nothing.
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(gaps).toBe(0);
    own.mend();
    await until('it listens again', 60_000, async () => gaps === 1);
    // Again and again: on a busy machine the new one may be taken for dead too.
    await until('it hears again', 60_000, async () => {
      await pool.query(`SELECT pg_notify('${QUEUED_CHANNEL}', '')`);
      return queued > 0;
    });
  });

  test('costs what was asked on it its time and no more, and is replaced', async () => {
    const own = await startCutProxy(url);
    const database = openDatabase(own.url, { max: 1, longestQueryMs: 3_000 });
    onTestFinished(async () => {
      await database.close();
      await own.close();
    });
    await database.pool.query('SELECT 1');
    own.cutPresent();
    await expect(database.pool.query('SELECT 1')).rejects.toThrow('Query read timeout');
    expect((await database.pool.query('SELECT 1')).rowCount).toBe(1);
  });
});

describe('a transaction that PostgreSQL gives up', () => {
  beforeEach(async () => {
    await pool.query(`
      DROP TRIGGER IF EXISTS fail_some ON reports;
      DROP SEQUENCE IF EXISTS faults;
      CREATE SEQUENCE faults;`);
  });
  /** Of the inserts of reports the first so many fail with this code. A sequence counts what is rolled back too. */
  async function failFirst(count: number, code: string): Promise<void> {
    await pool.query(`
      CREATE OR REPLACE FUNCTION fail_some() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF nextval('faults') <= ${count} THEN RAISE EXCEPTION 'made up' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER fail_some BEFORE INSERT ON reports FOR EACH ROW EXECUTE FUNCTION fail_some();`);
    onTestFinished(async () => void (await pool.query('DROP TRIGGER IF EXISTS fail_some ON reports')));
  }
  const tries = async (): Promise<number> =>
    Number((await pool.query<{ n: string }>('SELECT last_value AS n FROM faults')).rows[0]?.n);

  test.each([
    ['for serialization', '40001'],
    ['for a deadlock', '40P01'],
  ])('%s four times is run a fifth time, and its caller hears nothing of it', async (_, code) => {
    const { userId, token } = await addSignedIn(service, 3);
    await failFirst(4, code);
    const answer = await start(token, `again-${code}`);
    expect([answer.status, await tries()]).toEqual([200, 5]);
    expect(await reportsOf(userId)).toEqual([answer.json.report_id]);
    expect((await readQuota(pool, userId)).available_reports).toBe(2);
  });

  test.each([
    ['again and again', '40001', 5],
    ['as a statement that took too long', '57014', 1],
    ['as one that waited too long for a lock', '55P03', 1],
    ['because it takes no writes', '25006', 1],
  ])(
    '%s is answered 503 with Retry-After, charges nothing, and may be sent again under its key',
    async (_, code, most) => {
      const { userId, token } = await addSignedIn(service, 3);
      await failFirst(5, code);
      const answer = await start(token, `busy-${code}`);
      expect([answer.status, answer.json.code, await tries()]).toEqual([503, 'unavailable', most]);
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
      expect(await reportsOf(userId)).toEqual([]);
      expect((await readQuota(pool, userId)).available_reports).toBe(3);
      await pool.query('DROP TRIGGER fail_some ON reports');
      expect((await start(token, `busy-${code}`)).status).toBe(200);
    },
  );

  test('for a deadlock of two that lock each other’s rows: both are done', async () => {
    const [one, two] = [await addUser(pool, 0), await addUser(pool, 0)];
    const both = Promise.withResolvers<void>();
    let holding = 0;
    const lock = (client: pg.PoolClient, id: string) =>
      client.query('UPDATE users SET event_seq = event_seq + 1 WHERE id = $1', [id]);
    const inOrder = (ids: readonly [string, string]) =>
      inTransaction(pool, async (client) => {
        await lock(client, ids[0]);
        holding += 1;
        if (holding === 2) both.resolve();
        await both.promise;
        await lock(client, ids[1]);
      });
    await Promise.all([inOrder([one, two]), inOrder([two, one])]);
    const found = await pool.query<{ n: string }>('SELECT event_seq AS n FROM users WHERE id = ANY($1)', [
      [one, two],
    ]);
    expect(found.rows.map(({ n }) => Number(n))).toEqual([2, 2]);
    expect(holding).toBe(3);
  });
});

test('a database that takes no more connections is answered 503 with Retry-After, and health answers', async () => {
  const { token } = await addSignedIn(service, 3);
  const name = new URL(url).pathname.slice(1);
  // Those there are stay: they are taken until none is free.
  const held = await Promise.all(Array.from({ length: 3 }, () => service.tools.pool.connect()));
  await pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
  onTestFinished(async () => void (await pool.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`)));
  while (service.tools.pool.idleCount > 0) held.push(await service.tools.pool.connect());
  const answer = await service.call('GET', 'users/quota', { token });
  expect([answer.status, answer.json.code]).toEqual([503, 'unavailable']);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  const live = await service.app.inject({ url: '/health/live' });
  const ready = await service.app.inject({ url: '/health/ready' });
  expect([live.statusCode, ready.statusCode]).toEqual([200, 503]);
  for (const client of held) client.release();
  expect((await service.call('GET', 'users/quota', { token })).status).toBe(200);
});
