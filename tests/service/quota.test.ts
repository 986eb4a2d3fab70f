import fc from 'fast-check';
import pLimit from 'p-limit';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { grantReports, readQuota } from '../../server/db/accounts/quota.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { type Announcer, createAnnouncer } from '../../server/db/reports/report-events.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import { failRun, finishRun, LeaseLost, type Run, saveStep } from '../../server/db/reports/report-runs.ts';
import { AppError } from '../../server/errors.ts';
import { cancelReport, retryReport } from '../../server/reports/end-report.ts';
import { type RequestTools, requestReport } from '../../server/reports/request-report.ts';
import { createTestDatabase } from './database.ts';
import { addUser, madeUpLot } from './seed.ts';
import { runSchedules, seeded } from './seeded.ts';

const LONG = process.env.LOTLENS_LONG === '1';
const CONNECTIONS = 20;
const SCHEDULES = LONG ? 1_000 : 200;

let database: Database;
let announcer: Announcer;
let tools: RequestTools;
const lots = new Map<string, StoredLot>();
beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url, { max: CONNECTIONS });
  announcer = createAnnouncer(database.pool, () => {});
  tools = {
    pool: database.pool,
    announcer,
    lotFor: async ({ auction_url }) => {
      const lot = lots.get(auction_url) ?? madeUpLot(`copart:${auction_url}`);
      lots.set(auction_url, lot);
      await saveLot(database.pool, lot.lot_key, 'fetched', lot);
      return lot;
    },
  };
});
afterAll(async () => {
  await announcer.stop();
  await database.close();
});
beforeEach(() => lots.clear());

/** As many side by side as there are connections: waiting for one is given up in time, on a busy machine too soon. */
const turn = pLimit(CONNECTIONS);
const begin = (userId: string, link: string, key: string | null = null) =>
  turn(() =>
    requestReport(
      tools,
      userId,
      { auction_url: link },
      key === null ? null : { owner: `user:${userId}`, userId, key, request: link },
    ),
  );
const codesOf = (outcomes: PromiseSettledResult<unknown>[]) =>
  outcomes.map((outcome) =>
    outcome.status === 'fulfilled' ? 'accepted' : (outcome.reason as AppError).code,
  );
const offered = async (reportId: string): Promise<boolean> =>
  (await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND claimable_at <= now()', [reportId]))
    .rowCount === 1;

describe('starting reports', () => {
  test('of 200 starts side by side on one remaining report exactly one is accepted', async () => {
    const userId = await addUser(database.pool, 1);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 200 }, (_, index) => begin(userId, `${userId}:${index}`)),
    );
    const codes = codesOf(outcomes);
    expect(codes.filter((code) => code === 'accepted')).toHaveLength(1);
    expect(codes.filter((code) => code === 'quota_exceeded')).toHaveLength(199);
    expect(await readQuota(database.pool, userId)).toMatchObject({
      available_reports: 0,
      in_progress_reports: 1,
    });
    expect(await verifyLedger(database.pool)).toEqual([]);
    const rows = await database.pool.query('SELECT 1 FROM reports WHERE user_id = $1', [userId]);
    expect(rows.rowCount).toBe(1);
  });

  test('of 100 starts of one lot all get the same report, one charge, offered to the workers', async () => {
    const userId = await addUser(database.pool, 3);
    const ids = await Promise.all(Array.from({ length: 100 }, () => begin(userId, `${userId}:same`)));
    const [first] = ids;
    expect(new Set(ids.map((reportIds) => JSON.stringify(reportIds))).size).toBe(1);
    expect(await readQuota(database.pool, userId)).toMatchObject({
      available_reports: 2,
      in_progress_reports: 1,
    });
    expect(await offered(first?.reportId ?? '')).toBe(true);
  });

  test('two users may each have a report of the same lot', async () => {
    const [text, other] = [await addUser(database.pool, 1), await addUser(database.pool, 1)];
    expect((await begin(text, 'shared')).reportId).not.toBe((await begin(other, 'shared')).reportId);
  });

  test('a refused start leaves nothing behind', async () => {
    const userId = await addUser(database.pool, 0);
    await expect(begin(userId, `${userId}:none`)).rejects.toMatchObject({
      code: 'quota_exceeded',
      status: 402,
    });
    const left = await database.pool.query('SELECT 1 FROM reports WHERE user_id = $1', [userId]);
    expect(left.rowCount).toBe(0);
  });

  test('an unsupported make is refused by the server and not charged', async () => {
    const userId = await addUser(database.pool, 1);
    lots.set(`${userId}:tesla`, { ...madeUpLot(), make: 'Tesla', make_supported: false });
    await expect(begin(userId, `${userId}:tesla`)).rejects.toMatchObject({
      code: 'unsupported_make',
      message: 'This make is not supported at this time.',
    });
    expect((await readQuota(database.pool, userId)).available_reports).toBe(1);
  });
});

describe('canceling a report that has ended', () => {
  test('is refused as already ended and changes nothing', async () => {
    const userId = await addUser(database.pool, 3);
    const { reportId } = await begin(userId, `${userId}:a`, 'key-1');
    await cancelReport(tools, userId, reportId);
    const quota = await readQuota(database.pool, userId);
    await expect(cancelReport(tools, userId, reportId)).rejects.toMatchObject({
      code: 'already_ended',
      status: 409,
    });
    expect(await readQuota(database.pool, userId)).toEqual(quota);
  });
});

describe('the Idempotency-Key', () => {
  test('gives the same ids again, also after the report has ended, and charges once', async () => {
    const userId = await addUser(database.pool, 3);
    const first = await begin(userId, `${userId}:a`, 'key-1');
    await cancelReport(tools, userId, first.reportId);
    expect(await begin(userId, `${userId}:a`, 'key-1')).toEqual(first);
    expect(await readQuota(database.pool, userId)).toMatchObject({
      available_reports: 3,
      in_progress_reports: 0,
    });
  });

  test('with another request is refused', async () => {
    const userId = await addUser(database.pool, 3);
    await begin(userId, `${userId}:a`, 'key-1');
    await expect(begin(userId, `${userId}:b`, 'key-1')).rejects.toMatchObject({
      code: 'idempotency_conflict',
      status: 422,
    });
  });

  test('answered while the lot runs is kept too: its reuse later starts nothing', async () => {
    const userId = await addUser(database.pool, 3);
    const first = await begin(userId, `${userId}:a`);
    expect(await begin(userId, `${userId}:a`, 'key-1')).toEqual(first);
    await cancelReport(tools, userId, first.reportId);
    expect(await begin(userId, `${userId}:a`, 'key-1')).toEqual(first);
    expect(await readQuota(database.pool, userId)).toMatchObject({
      available_reports: 3,
      in_progress_reports: 0,
    });
    await expect(begin(userId, `${userId}:b`, 'key-1')).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
  });

  test('of a call that failed may be used again', async () => {
    const userId = await addUser(database.pool, 0);
    await expect(begin(userId, `${userId}:a`, 'key-1')).rejects.toMatchObject({ code: 'quota_exceeded' });
    await grantReports(database.pool, userId, 1, 'test');
    const started = await begin(userId, `${userId}:a`, 'key-1');
    expect(await begin(userId, `${userId}:a`, 'key-1')).toEqual(started);
  });

  test('whose process died while it was handled is handled anew', async () => {
    const userId = await addUser(database.pool, 1);
    await database.pool.query(
      `INSERT INTO idempotency_keys (owner, key, user_id, request_hash, claim, claimed_until)
       VALUES ($1, 'key-1', $2, 'another', gen_random_uuid(), now() + interval '1 second')`,
      [`user:${userId}`, userId],
    );
    await database.pool.query(
      "UPDATE idempotency_keys SET claimed_until = now() WHERE key = 'key-1' AND owner = $1",
      [`user:${userId}`],
    );
    expect((await begin(userId, `${userId}:a`, 'key-1')).reportId).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('sent in any order, with any keys and ends between, charges each key and lot once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ key: fc.integer({ min: 0, max: 3 }), end: fc.boolean() }), { maxLength: 12 }),
        async (calls) => {
          const userId = await addUser(database.pool, 100);
          const first = new Map<number, string>();
          const ended = new Set<string>();
          for (const { key, end } of calls) {
            // Each key goes with its own lot; each call is sent three times side by side.
            const same = await Promise.all(
              Array.from({ length: 3 }, () => begin(userId, `${userId}:${key}`, `key-${key}`)),
            );
            const ids = new Set(same.map(({ reportId }) => reportId));
            expect(ids.size).toBe(1);
            const [id = ''] = ids;
            expect(first.get(key) ?? id).toBe(id);
            first.set(key, id);
            if (end && !ended.has(id)) await cancelReport(tools, userId, id);
            if (end) ended.add(id);
          }
          const rows = await database.pool.query('SELECT 1 FROM reports WHERE user_id = $1', [userId]);
          expect(rows.rowCount).toBe(first.size);
        },
      ),
      { numRuns: 20 },
    );
  });

  test('sent 50 times side by side starts one report', async () => {
    const userId = await addUser(database.pool, 3);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () => begin(userId, `${userId}:a`, 'key-1')),
    );
    expect(new Set(codesOf(outcomes))).toEqual(new Set(['accepted']));
    expect((await readQuota(database.pool, userId)).available_reports).toBe(2);
  });

  test('of one user means nothing to another', async () => {
    const [text, other] = [await addUser(database.pool, 1), await addUser(database.pool, 1)];
    const first = await begin(text, 'shared', 'key-1');
    expect((await begin(other, 'shared', 'key-1')).reportId).not.toBe(first.reportId);
  });
});

describe('the ledger', () => {
  test('notices a balance, a refund or a reserve that is not in order', async () => {
    const userId = await addUser(database.pool, 3);
    const ids = await begin(userId, `${userId}:a`);
    const rules = async () => (await verifyLedger(database.pool)).map((fault) => fault.rule);
    expect(await rules()).toEqual([]);
    await database.pool.query('UPDATE users SET available_reports = 9 WHERE id = $1', [userId]);
    expect(await rules()).toEqual(['balance equals the sum of moves']);
    await database.pool.query('UPDATE users SET available_reports = 2 WHERE id = $1', [userId]);
    await database.pool.query("UPDATE quota_ledger SET kind = 'settle', amount = -1 WHERE report_id = $1", [
      ids.reportId,
    ]);
    expect(await rules()).toEqual([
      'each charged report has one reserve',
      'a running report is neither settled nor refunded',
    ]);
    await database.pool.query("UPDATE quota_ledger SET kind = 'reserve' WHERE report_id = $1", [
      ids.reportId,
    ]);
    expect(await rules()).toEqual([]);
  });

  test('no balance can go below zero', async () => {
    const userId = await addUser(database.pool, 0);
    await expect(
      database.pool.query('UPDATE users SET available_reports = -1 WHERE id = $1', [userId]),
    ).rejects.toMatchObject({ code: '23514' });
  });
});

/** Crashed workers leave their run behind: it goes on writing with a fence that no longer counts. */
async function schedule(seed: number): Promise<void> {
  const random = seeded(seed);
  const granted = 1 + random.below(4);
  const userId = await addUser(database.pool, granted);
  let extra = 0;
  const started = new Set<string>();
  const runs: Run[] = [];
  const lose = async (work: Promise<unknown>): Promise<void> => {
    await work.catch((error: unknown) => {
      if (!(error instanceof LeaseLost || error instanceof AppError)) throw error;
    });
  };
  const keep = async (ids: Promise<{ reportId: string }>): Promise<void> => {
    await lose(ids.then(({ reportId }) => started.add(reportId)));
  };
  const act = async (): Promise<void> => {
    const kind = random.below(9);
    const reportId = started.size > 0 ? random.pick([...started]) : null;
    const run = runs.length > 0 ? random.pick(runs) : null;
    if (kind <= 2)
      return await keep(
        begin(userId, `${userId}:${random.below(4)}`, random.next() < 0.3 ? `k${random.below(3)}` : null),
      );
    if (kind === 3 && reportId) {
      // A worker claims the run; whoever had it before has crashed or will write too late.
      const taken = await claimRun(database.pool, reportId);
      if (taken) runs.push(taken);
    } else if (kind === 4 && run)
      await lose(
        saveStep(database.pool, run, {
          step: 'create_task',
          output: {},
          status: 'create_task',
          message: 'x',
        }),
      );
    else if (kind === 5 && run)
      await lose(
        finishRun(database.pool, run, {
          step: 'detect_damaged_parts',
          output: {},
          model: { schema_version: 1 } as never,
          inputs: null,
          diagram: null,
          totalCostCents: 1,
          message: 'Ready',
        }),
      );
    else if (kind === 6 && run)
      await lose(
        failRun(database.pool, run, { step: 'download_images', code: 'extraction_failed', message: 'no' }),
      );
    else if (kind === 7 && reportId) {
      if (random.next() < 0.6) await lose(cancelReport(tools, userId, reportId));
      else await keep(retryReport(tools, userId, reportId));
    } else if (kind === 8 && random.next() < 0.3) {
      const client = await database.pool.connect();
      await client.query('BEGIN');
      await grantReports(client, userId, 1, 'test');
      // Half of them crash before the commit.
      const commits = random.next() < 0.5;
      if (commits) extra += 1;
      await client.query(commits ? 'COMMIT' : 'ROLLBACK');
      client.release();
    }
  };
  for (let turn = 0; turn < 10; turn += 1)
    await Promise.all(Array.from({ length: 1 + random.below(3) }, act));

  const counted = await database.pool.query<{ charged: number; running: number }>(
    `SELECT count(*) FILTER (WHERE status NOT LIKE '%\\_failed')::int AS charged, count(*) FILTER (WHERE finished_at IS NULL)::int AS running
       FROM reports WHERE user_id = $1`,
    [userId],
  );
  const { charged = 0, running = 0 } = counted.rows[0] ?? {};
  expect(await readQuota(database.pool, userId)).toMatchObject({
    available_reports: granted + extra - charged,
    in_progress_reports: running,
  });
  const seqs = await database.pool.query<{ seq: string }>(
    'SELECT seq FROM report_events WHERE user_id = $1 ORDER BY seq',
    [userId],
  );
  expect(seqs.rows.map((row) => Number(row.seq))).toEqual(seqs.rows.map((_, index) => index + 1));
  if (seed % 20 === 0) expect(await verifyLedger(database.pool)).toEqual([]);
}

test(
  `${SCHEDULES} random schedules of start, fail, finish, cancel, retry and crash leave the ledger exact`,
  async () => {
    await runSchedules(SCHEDULES, 4, schedule);
    expect(await verifyLedger(database.pool)).toEqual([]);
  },
  LONG ? 1_800_000 : 300_000,
);
