import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { grantReports, refundReport, settleReport } from '../../../server/db/accounts/quota.ts';
import { type Database, inTransaction, openDatabase } from '../../../server/db/client.ts';
import { verifyLedger, verifyLedgerSince } from '../../../server/db/quota/ledger-check.ts';
import { checkLedger } from '../../../server/metrics/check-ledger.ts';
import { createTestDatabase } from '../database.ts';
import { addReport, addUser } from '../seed.ts';
import { until } from '../service.ts';

/** The hourly check of the ledger: what came since the last one, and once a day all there is. */
let database: Database;
beforeAll(async () => {
  database = openDatabase(await createTestDatabase(inject('databaseServer')));
});
afterAll(() => database.close());
async function clear(): Promise<void> {
  for (const table of ['reports', 'users', 'quota_ledger', 'service_notes'])
    await database.pool.query(`DELETE FROM ${table}`);
}
beforeEach(clear);

/** All that is there came two hours ago. */
async function pass(): Promise<void> {
  await database.pool.query("UPDATE quota_ledger SET created_at = created_at - interval '2 hours'");
  await database.pool.query(
    "UPDATE reports SET created_at = created_at - interval '2 hours', finished_at = finished_at - interval '2 hours'",
  );
}
const now = async (): Promise<Date> =>
  (await database.pool.query<{ at: Date }>('SELECT clock_timestamp() AS at')).rows[0]?.at ?? new Date(0);
const rulesSince = async (since?: Date): Promise<string[]> =>
  (await verifyLedgerSince(database.pool, since ?? (await now()))).map(({ rule }) => rule);
const sums = async () =>
  (await database.pool.query<{ moved: string }>('SELECT moved FROM ledger_sums ORDER BY user_id')).rows.map(
    ({ moved }) => Number(moved),
  );

async function endReport(userId: string, reportId: string, isDone: boolean): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const status = isDone ? 'finished' : 'create_task_failed';
    await client.query('UPDATE reports SET status = $2, finished_at = now() WHERE id = $1', [
      reportId,
      status,
    ]);
    const move = { userId, reportId, reason: 'test' };
    await (isDone ? settleReport(client, move) : refundReport(client, move));
  });
}

test('any moves of any accounts are sound to it, however old they are when it looks, and its sums are theirs', async () => {
  const act = fc.record({
    who: fc.nat(2),
    what: fc.constantFrom('grant', 'start', 'finish', 'fail', 'pass', 'check'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 25 }), async (acts) => {
      await clear();
      const accounts = await Promise.all(
        [5, 0, 2].map(async (given) => ({ id: await addUser(database.pool, given), open: [] as string[] })),
      );
      for (const { who, what } of acts) {
        const account = accounts[who];
        if (!account) continue;
        if (what === 'grant')
          await inTransaction(database.pool, (client) => grantReports(client, account.id, 1, 'test'));
        else if (what === 'start') {
          const made = await addReport(database.pool, account.id).catch(() => null);
          if (made !== null) account.open.push(made);
        } else if (what === 'finish' || what === 'fail') {
          const report = account.open.shift();
          if (report !== undefined) await endReport(account.id, report, what === 'finish');
        } else if (what === 'pass') await pass();
        else expect(await rulesSince()).toEqual([]);
      }
      await pass();
      expect(await rulesSince()).toEqual([]);
      const balances = await database.pool.query<{ available: number }>(
        `SELECT available_reports AS available FROM users u
          WHERE EXISTS (SELECT 1 FROM quota_ledger WHERE user_id = u.id) ORDER BY id`,
      );
      expect(await sums()).toEqual(balances.rows.map(({ available }) => available));
    }),
    { numRuns: 25 },
  );
});

describe('what came since a sound check', () => {
  test('is added to a sum that is kept; moves of the last hour stay out of it', async () => {
    const userId = await addUser(database.pool, 3);
    expect(await rulesSince()).toEqual([]);
    expect(await sums()).toEqual([]);
    await pass();
    await inTransaction(database.pool, (client) => grantReports(client, userId, 4, 'test'));
    expect(await rulesSince()).toEqual([]);
    expect(await sums()).toEqual([3]);
  });

  test('is broken where a balance moved without a move, and sound once that is mended', async () => {
    const userId = await addUser(database.pool, 3);
    await pass();
    expect(await rulesSince()).toEqual([]);
    await database.pool.query('UPDATE users SET available_reports = 9 WHERE id = $1', [userId]);
    expect(await rulesSince()).toEqual(['balance equals the sum of moves']);
    expect(await rulesSince()).toEqual(['balance equals the sum of moves']);
    await database.pool.query('UPDATE users SET available_reports = 3 WHERE id = $1', [userId]);
    expect(await rulesSince()).toEqual([]);
    expect(await sums()).toEqual([3]);
  });

  test('is broken where a report ended and its move is missing, or runs and was settled', async () => {
    const userId = await addUser(database.pool, 3);
    const [ended, runs] = [await addReport(database.pool, userId), await addReport(database.pool, userId)];
    await pass();
    const since = await now();
    await database.pool.query("UPDATE reports SET status = 'finished', finished_at = now() WHERE id = $1", [
      ended,
    ]);
    await settleReport(database.pool, { userId, reportId: runs, reason: 'test' });
    expect((await rulesSince(since)).toSorted()).toEqual([
      'a finished report is settled and not refunded',
      'a running report is neither settled nor refunded',
    ]);
  });

  test('is broken where a report that ended long ago is given back once more', async () => {
    const userId = await addUser(database.pool, 3);
    const old = await addReport(database.pool, userId);
    await endReport(userId, old, true);
    await pass();
    expect(await rulesSince()).toEqual([]);
    await inTransaction(database.pool, (client) =>
      refundReport(client, { userId, reportId: old, reason: 'test' }),
    );
    expect(await rulesSince()).toEqual(['a finished report is settled and not refunded']);
  });

  test('is not called broken for a sum that is wrong: that is added up anew', async () => {
    await addUser(database.pool, 3);
    await pass();
    expect(await rulesSince()).toEqual([]);
    await database.pool.query('UPDATE ledger_sums SET moved = moved + 1');
    expect(await rulesSince()).toEqual([]);
    expect(await rulesSince()).toEqual([]);
    expect(await sums()).toEqual([3]);
  });
});

describe('the job', () => {
  const log = pino({ level: 'silent' });
  /** Has it look; how many faults it notes, and how many looks in a row were at what is new alone. */
  const noted = async (): Promise<{ faults: number; partial: number }> => {
    await checkLedger({ pool: database.pool, log });
    const { rows } = await database.pool.query<{ details: { faults: number; partial: number } }>(
      "SELECT details FROM service_notes WHERE name = 'ledger'",
    );
    const { faults = -1, partial = -1 } = rows[0]?.details ?? {};
    return { faults, partial };
  };

  test('looks at all there is first, and again after a day of looks at what is new', async () => {
    const userId = await addUser(database.pool, 3);
    const old = await addReport(database.pool, userId);
    await endReport(userId, old, true);
    await pass();
    expect(await noted()).toEqual({ faults: 0, partial: 0 });
    expect(await noted()).toEqual({ faults: 0, partial: 1 });
    // Of an old report alone, which nothing new tells of.
    await database.pool.query("DELETE FROM quota_ledger WHERE report_id = $1 AND kind = 'settle'", [old]);
    for (let look = 2; look <= 23; look += 1) expect(await noted()).toEqual({ faults: 0, partial: look });
    expect(await noted()).toEqual({ faults: 1, partial: 0 });
  });

  test('looks at all there is until what is broken is mended', async () => {
    const userId = await addUser(database.pool, 3);
    await database.pool.query('UPDATE users SET available_reports = 9 WHERE id = $1', [userId]);
    expect([await noted(), await noted()]).toEqual([
      { faults: 1, partial: 0 },
      { faults: 1, partial: 0 },
    ]);
    await database.pool.query('UPDATE users SET available_reports = 3 WHERE id = $1', [userId]);
    expect([await noted(), await noted()]).toEqual([
      { faults: 0, partial: 0 },
      { faults: 0, partial: 1 },
    ]);
  });
});

test('an account that is deleted while its moves are added up is left out', async () => {
  const userId = await addUser(database.pool, 3);
  await pass();
  const deleting = await database.pool.connect();
  await deleting.query('BEGIN');
  await deleting.query('DELETE FROM users WHERE id = $1', [userId]);
  const checking = rulesSince();
  await until('the check waits for the account', 10_000, async () => {
    const waits = await database.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    );
    return waits.rowCount === 1;
  });
  await deleting.query('COMMIT');
  deleting.release();
  expect([await checking, await sums()]).toEqual([[], []]);
});

test('a sum goes with its account, and says nothing of a ledger that stays', async () => {
  const userId = await addUser(database.pool, 3);
  await pass();
  expect(await rulesSince()).toEqual([]);
  await database.pool.query('DELETE FROM users WHERE id = $1', [userId]);
  expect([await sums(), await rulesSince(), await verifyLedger(database.pool)]).toEqual([[], [], []]);
});
