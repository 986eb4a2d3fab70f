import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from '../../server/db/client.ts';
import {
  claimNextRun,
  claimRun,
  DEATHS_UNTIL_OWN_PROCESS,
  LEASE_MS,
  LONGEST_WAIT_MS,
  noteOwnProcessDeath,
  offerReport,
  releaseRun,
  renewLeases,
} from '../../server/db/reports/report-leases.ts';
import { failRun, LeaseLost, type Run, saveStep } from '../../server/db/reports/report-runs.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser } from './seed.ts';
import { seeded } from './seeded.ts';

/** What `EXPLAIN (ANALYZE, FORMAT JSON)` says of one step of a plan. */
type PlanNode = {
  'Actual Loops': number;
  'Actual Rows': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: PlanNode[];
};

const LONG = process.env.LOTLENS_LONG === '1';

let one: Database;
let other: Database;
beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  one = openDatabase(url);
  other = openDatabase(url);
});
afterEach(async () => {
  await one.pool.query(
    "UPDATE reports SET finished_at = now(), status = 'finished' WHERE finished_at IS NULL",
  );
});
afterAll(async () => {
  await one.close();
  await other.close();
});

async function offered(userId: string | null = null): Promise<string> {
  const id = await addReport(one.pool, userId);
  await offerReport(one.pool, id);
  return id;
}

/** The row as if time had passed, or the database's clock had jumped, by so many seconds. */
const shift = (id: string, seconds: number) =>
  one.pool.query('UPDATE reports SET claimable_at = claimable_at + make_interval(secs => $2) WHERE id = $1', [
    id,
    seconds,
  ]);
const lapse = (id: string) => shift(id, -2 * (LEASE_MS / 1000));

const claimed = async (worker = 'worker'): Promise<Run> => {
  const run = await claimNextRun(one.pool, worker);
  if (!run) throw new Error('nothing could be claimed');
  return run;
};

/** A write in the run's name; answers whether it was let through. */
const write = async (run: Run): Promise<boolean> => {
  const facts = {
    modelName: null,
    vin: null,
    lotNumber: null,
    makeName: null,
    bodyType: null,
    mileage: null,
  };
  try {
    await saveStep(one.pool, run, {
      step: 'create_task',
      output: {},
      status: 'create_task',
      message: String(run.fence),
      card: facts,
    });
    return true;
  } catch (error) {
    if (error instanceof LeaseLost) return false;
    throw error;
  }
};

/** What is noted of the deaths of those who ran a report. */
const deathsOf = async (id: string) =>
  (
    await one.pool.query<{ worker_deaths: number; in_own_process: boolean }>(
      'SELECT worker_deaths, in_own_process FROM reports WHERE id = $1',
      [id],
    )
  ).rows[0];

/** A report whose worker has died so many times with it; the last claim is answered. */
async function afterDeaths(deaths: number): Promise<Run> {
  const id = await offered();
  let run = await claimed();
  for (let death = 0; death < deaths; death += 1) {
    await lapse(id);
    run = await claimed();
  }
  return run;
}

describe('a report whose workers die', () => {
  test('runs with others after the first death', async () => {
    const run = await afterDeaths(1);
    expect([run.inOwnProcess, await deathsOf(run.reportId)]).toEqual([
      false,
      { worker_deaths: 1, in_own_process: false },
    ]);
  });

  test('is to run in a process of its own after the second', async () => {
    expect((await afterDeaths(DEATHS_UNTIL_OWN_PROCESS)).inOwnProcess).toBe(true);
  });

  test('is cleared when its worker dies beside the process of its own', async () => {
    const { reportId } = await afterDeaths(DEATHS_UNTIL_OWN_PROCESS);
    await lapse(reportId);
    expect((await claimed()).inOwnProcess).toBe(false);
    expect(await deathsOf(reportId)).toEqual({ worker_deaths: 0, in_own_process: false });
  });

  test('runs there again when that run was handed back', async () => {
    const run = await afterDeaths(DEATHS_UNTIL_OWN_PROCESS);
    await releaseRun(one.pool, run);
    expect(await claimed()).toMatchObject({ reportId: run.reportId, inOwnProcess: true });
  });

  test('is left to others by a worker that has no place for it', async () => {
    const { reportId } = await afterDeaths(DEATHS_UNTIL_OWN_PROCESS - 1);
    await lapse(reportId);
    const next = await offered();
    const run = await claimNextRun(other.pool, 'full', { ownProcess: false });
    expect(run?.reportId).toBe(next);
    expect(await claimNextRun(other.pool, 'full', { ownProcess: false })).toBeNull();
    expect(await claimed()).toMatchObject({ reportId, inOwnProcess: true });
  });

  test('is counted when its worker ends by an error that nobody caught', async () => {
    const run = await afterDeaths(0);
    await releaseRun(one.pool, run, 0, true);
    expect(await deathsOf(run.reportId)).toMatchObject({ worker_deaths: 1 });
  });

  test('is not counted when its worker hands it back', async () => {
    const run = await afterDeaths(0);
    await releaseRun(one.pool, run);
    await claimed();
    expect(await deathsOf(run.reportId)).toMatchObject({ worker_deaths: 0 });
  });

  test('counts the processes of its own that it took down', async () => {
    const run = await afterDeaths(DEATHS_UNTIL_OWN_PROCESS);
    expect(await noteOwnProcessDeath(one.pool, run)).toEqual({ deaths: 1, step: 'create_task' });
    expect(await noteOwnProcessDeath(one.pool, run)).toMatchObject({ deaths: 2 });
    expect(await noteOwnProcessDeath(one.pool, { ...run, fence: run.fence - 1 })).toBeNull();
  });
});

describe('claiming', () => {
  test.each([
    ['waiting', 0, 'NULL'],
    ['left by dead workers', 1, "'dead'"],
  ])('of two workers racing for 1,000 reports %s each report is one’s alone', async (_, fence, claimedBy) => {
    await one.pool.query(
      `INSERT INTO reports (lot_key, url, claimable_at, fence, claimed_by)
       SELECT 'lot' || n, 'url', now(), ${fence}, ${claimedBy} FROM generate_series(1, 1000) n`,
    );
    const claims: Run[] = [];
    const claimAll = async (database: Database, worker: string): Promise<void> => {
      for (;;) {
        const run = await claimNextRun(database.pool, worker);
        if (!run) return;
        claims.push(run);
        // Throws when another has claimed it since.
        await failRun(database.pool, run, { step: 'create_task', code: 'x', message: 'x' });
      }
    };
    await Promise.all(
      [0, 1, 2, 3].flatMap((slot) => [claimAll(one, `one ${slot}`), claimAll(other, `other ${slot}`)]),
    );
    expect(claims).toHaveLength(1_000);
    expect(new Set(claims.map((run) => run.reportId)).size).toBe(1_000);
    expect(new Set(claims.map((run) => run.fence))).toEqual(new Set([fence + 1]));
  });

  test('a report that was not offered, or has ended, is nobody’s', async () => {
    await addReport(one.pool, null);
    const run = await (async () => {
      await offered();
      return await claimed();
    })();
    await failRun(one.pool, run, { step: 'create_task', code: 'x', message: 'x' });
    await lapse(run.reportId);
    expect(await claimNextRun(one.pool, 'worker')).toBeNull();
  });

  test('a leased report is claimed when its lease has run out, not before', async () => {
    const id = await offered();
    const run = await claimed();
    expect(await claimNextRun(other.pool, 'other')).toBeNull();
    await lapse(id);
    expect(await claimNextRun(other.pool, 'other')).toMatchObject({ reportId: id, fence: run.fence + 1 });
    expect(await write(run)).toBe(false);
  });

  test.each([
    ['lease', async (run: Run) => void run],
    ['wait', (run: Run) => releaseRun(one.pool, run, LONGEST_WAIT_MS)],
  ])('a clock of the database that went back a day holds up no %s', async (_, prepare) => {
    const id = await offered();
    await prepare(await claimed());
    expect(await claimNextRun(other.pool, 'other')).toBeNull();
    await shift(id, 86_400);
    expect((await claimNextRun(other.pool, 'other'))?.reportId).toBe(id);
  });

  test('a report waits as long as its source asked, also the longest a report may', async () => {
    const id = await offered();
    await releaseRun(one.pool, await claimed(), LONGEST_WAIT_MS);
    expect(await claimNextRun(other.pool, 'other')).toBeNull();
    await shift(id, -LONGEST_WAIT_MS / 1000);
    expect((await claimNextRun(other.pool, 'other'))?.reportId).toBe(id);
  });

  test('a report handed back is claimed at once, and its old holder writes nothing more', async () => {
    const id = await offered();
    const run = await claimed();
    await releaseRun(one.pool, run);
    expect(await write(run)).toBe(false);
    const next = await claimNextRun(other.pool, 'other');
    expect(next?.reportId).toBe(id);
    // Too late: it is no longer the old holder's to hand back.
    await releaseRun(one.pool, run);
    expect(await claimNextRun(one.pool, 'worker')).toBeNull();
  });

  /** Claims, and ends each at once, until nothing waits; whose each was. */
  const turns = async (): Promise<(string | null)[]> => {
    const order: (string | null)[] = [];
    for (
      let run = await claimNextRun(one.pool, 'worker');
      run;
      run = await claimNextRun(one.pool, 'worker')
    ) {
      order.push(run.userId);
      await failRun(one.pool, run, { step: 'create_task', code: 'x', message: 'x' });
    }
    return order;
  };

  test('sixty waiting reports of one user do not hold up the first of another, also where one is run at a time', async () => {
    const [busy, calm] = [await addUser(one.pool, 60), await addUser(one.pool, 1)];
    for (let n = 0; n < 60; n += 1) await offered(busy);
    const under = await claimed();
    await offered(calm);
    await failRun(one.pool, under, { step: 'create_task', code: 'x', message: 'x' });
    expect((await turns()).indexOf(calm)).toBe(0);
  });

  test('users take turns, one report each, whoever came with how many', async () => {
    const users = [await addUser(one.pool, 6), await addUser(one.pool, 3), await addUser(one.pool, 1)];
    for (const [at, count] of [6, 3, 1].entries())
      for (let n = 0; n < count; n += 1) await offered(users[at]);
    const order = (await turns()).map((user) => users.indexOf(user ?? ''));
    expect(order).toEqual([0, 1, 2, 0, 1, 0, 1, 0, 0, 0]);
  });

  test('reports that come back from waiting for a source do not go before another user’s first', async () => {
    const [busy, calm] = [await addUser(one.pool, 3), await addUser(one.pool, 1)];
    for (let n = 0; n < 3; n += 1) await offered(busy);
    const begun = [await claimed(), await claimed(), await claimed()];
    await offered(calm);
    for (const run of begun) await releaseRun(one.pool, run);
    expect((await turns()).indexOf(calm)).toBe(0);
  });

  test('the user with the fewest running goes next; of one user’s, begun reports first, then the oldest', async () => {
    const [busy, calm] = [await addUser(one.pool, 5), await addUser(one.pool, 5)];
    const [first, second, third] = [await offered(busy), await offered(busy), await offered(busy)];
    const begun = await offered(busy);
    await one.pool.query('UPDATE reports SET fence = 1 WHERE id = $1', [begun]);
    const [fourth, fifth] = [await offered(calm), await offered(calm)];
    const order: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) order.push((await claimed()).reportId);
    expect(order).toEqual([begun, fourth, first, fifth, second, third]);
  });

  test('a report that was running when leases came is offered by the migration’s default', async () => {
    const made = await one.pool.query<{ id: string }>(
      "INSERT INTO reports (lot_key, url, fence) VALUES ('lot', 'url', 3) RETURNING id",
    );
    expect(await claimNextRun(one.pool, 'worker')).toMatchObject({ reportId: made.rows[0]?.id, fence: 4 });
  });
});

describe('renewing', () => {
  test('renews all in one statement and tells which were lost', async () => {
    const [kept, takenOver, cancelled] = [await offered(), await offered(), await offered()];
    const runs = [await claimed(), await claimed(), await claimed()];
    await claimRun(other.pool, takenOver);
    await one.pool.query('UPDATE reports SET finished_at = now() WHERE id = $1', [cancelled]);
    for (const id of [kept, takenOver]) await lapse(id);
    const answers = await renewLeases(one.pool, runs);
    expect(runs.map((run) => [run.reportId, answers.get(run)])).toEqual([
      [kept, 'renewed'],
      [takenOver, 'lost'],
      [cancelled, 'lost'],
    ]);
    // The renewed one is held again, what was taken over is left alone.
    expect((await claimNextRun(other.pool, 'other'))?.reportId).toBe(takenOver);
    expect(await claimNextRun(other.pool, 'other')).toBeNull();
  });

  test('does not wait for a row that somebody holds locked', async () => {
    const [free, locked] = [await offered(), await offered()];
    const runs = [await claimed(), await claimed()];
    const client = await other.pool.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM reports WHERE id = $1 FOR UPDATE', [locked]);
    const answers = await renewLeases(one.pool, runs);
    await client.query('ROLLBACK');
    client.release();
    expect(new Map(runs.map((run) => [run.reportId, answers.get(run)]))).toEqual(
      new Map([
        [free, 'renewed'],
        [locked, 'busy'],
      ]),
    );
  });
});

type Known = { id: string; fence: number; open: boolean; claimable: boolean };

/** What may happen, to a report or in the name of a claim picked by number. */
const event = fc.oneof(
  { arbitrary: fc.record({ kind: fc.constant('claim' as const), pick: fc.nat() }), weight: 4 },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('renew' as const, 'write' as const, 'release' as const, 'wait' as const),
      pick: fc.nat(),
    }),
    weight: 6,
  },
  {
    arbitrary: fc.record({
      kind: fc.constantFrom('lapse' as const, 'clock back' as const, 'fail' as const),
      pick: fc.nat(),
    }),
    weight: 3,
  },
);

describe('leases as a whole', () => {
  test('whatever happens in whatever order, the newest claim alone counts and every free report can be claimed', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { maxLength: 30 }), async (events) => {
        await one.pool.query(
          "UPDATE reports SET finished_at = now(), status = 'finished' WHERE finished_at IS NULL",
        );
        const reports: Known[] = [];
        for (let n = 0; n < 3; n += 1)
          reports.push({ id: await offered(), fence: 0, open: true, claimable: true });
        const claims: Run[] = [];
        const ofClaim = (run: Run) => reports.find((report) => report.id === run.reportId) as Known;
        const counts = (run: Run) => ofClaim(run).open && ofClaim(run).fence === run.fence;
        for (const { kind, pick } of events) {
          if (kind === 'claim') {
            const run = await claimNextRun(one.pool, 'worker');
            if (run === null) {
              expect(reports.filter(({ open, claimable }) => open && claimable)).toEqual([]);
              continue;
            }
            const report = ofClaim(run);
            expect(report).toMatchObject({ open: true, claimable: true, fence: run.fence - 1 });
            Object.assign(report, { fence: run.fence, claimable: false });
            claims.push(run);
            continue;
          }
          const report = reports[pick % reports.length] as Known;
          if (kind === 'lapse' || kind === 'clock back') {
            await shift(report.id, kind === 'lapse' ? -86_400 : 2 * 86_400);
            report.claimable = true;
            continue;
          }
          const run = claims[pick % Math.max(1, claims.length)];
          if (run === undefined) continue;
          const counted = counts(run);
          if (kind === 'renew') {
            expect((await renewLeases(one.pool, [run])).get(run)).toBe(counted ? 'renewed' : 'lost');
            if (counted) ofClaim(run).claimable = false;
          } else if (kind === 'write') expect(await write(run)).toBe(counted);
          else if (kind === 'fail') {
            const failed = failRun(one.pool, run, { step: 'create_task', code: 'x', message: 'x' });
            if (counted) await failed;
            else await expect(failed).rejects.toThrow(LeaseLost);
            if (counted) ofClaim(run).open = false;
          } else {
            await releaseRun(one.pool, run, kind === 'wait' ? 60_000 : 0);
            if (counted) Object.assign(ofClaim(run), { fence: run.fence + 1, claimable: kind === 'release' });
          }
        }
      }),
      { numRuns: LONG ? 500 : 20 },
    );
  });

  test('side by side, no older claim ever writes after a newer one, and each claim is one worker’s', async () => {
    const ids: string[] = [];
    for (let n = 0; n < 6; n += 1) ids.push(await offered());
    const claims: string[] = [];
    const act = async (seed: number): Promise<void> => {
      const random = seeded(seed);
      const mine: Run[] = [];
      // How often a claim finds a run to take is up to the machine: all go on until there were enough.
      for (let turn = 0; turn < (LONG ? 300 : 60) || (claims.length <= 50 && turn < 2000); turn += 1) {
        const kind = random.below(6);
        const run = mine.length > 0 ? random.pick(mine) : null;
        if (kind <= 1) {
          const next = await claimNextRun(random.next() < 0.5 ? one.pool : other.pool, `worker ${seed}`);
          if (next) {
            mine.push(next);
            claims.push(`${next.reportId} ${next.fence}`);
          }
        } else if (kind === 2) await renewLeases(one.pool, mine);
        else if (kind === 3) await lapse(random.pick(ids));
        else if (kind === 4 && run) await write(run);
        else if (kind === 5 && run) await releaseRun(one.pool, run);
      }
    };
    await Promise.all([1, 2, 3, 4, 5, 6].map(act));
    expect(claims.length).toBeGreaterThan(50);
    expect(new Set(claims).size).toBe(claims.length);
    const backwards = await one.pool.query(
      `SELECT * FROM (SELECT report_id, (payload->>'message')::int AS fence,
                lag((payload->>'message')::int) OVER (PARTITION BY report_id ORDER BY id) AS before
           FROM report_events WHERE report_id = ANY($1::uuid[]) AND payload->>'message' ~ '^[0-9]+$') writes
        WHERE fence < before`,
      [ids],
    );
    expect(backwards.rows).toEqual([]);
  });

  test('a look among 20,000 ended and 1,000 waiting reports reads none of the ended, and each of the others once or twice', async () => {
    const own = openDatabase(await createTestDatabase(inject('databaseServer')), { max: 1 });
    const add = (count: number, ended: string) =>
      own.pool.query(
        `INSERT INTO reports (lot_key, url, finished_at) SELECT 'lot' || n, 'url', ${ended} FROM generate_series(1, ${count}) n`,
      );
    // The planner knows only the ended ones: so it is when many starts come at once.
    await add(20_000, 'now()');
    await own.pool.query('ANALYZE reports');
    const blocksRead = async (): Promise<number> => {
      await own.pool.query('SELECT pg_stat_force_next_flush()');
      const found = await own.pool.query<{ n: string }>(
        "SELECT heap_blks_hit + heap_blks_read AS n FROM pg_statio_user_tables WHERE relname = 'reports'",
      );
      return Number(found.rows[0]?.n);
    };
    const blocksOf = async (work: () => Promise<unknown>): Promise<number> => {
      const before = await blocksRead();
      await work();
      return (await blocksRead()) - before;
    };
    expect(await blocksOf(() => claimNextRun(own.pool, 'worker'))).toBeLessThan(5);
    await add(1_000, 'NULL');
    const run = await claimNextRun(own.pool, 'worker');
    // A thousand rows fill about 20 blocks.
    expect(await blocksOf(() => claimNextRun(own.pool, 'worker'))).toBeLessThan(150);
    expect(await blocksOf(() => renewLeases(own.pool, run ? [run] : []))).toBeLessThan(150);
    await own.close();
  });

  test('a look passes each waiting report a few times, not once for each account that waits', async () => {
    const own = openDatabase(await createTestDatabase(inject('databaseServer')), { max: 1 });
    // As in the test before: the planner does not know of a crowd that has just come.
    await own.pool.query('ANALYZE reports');
    const [accounts, reports] = [200, 1_000];
    const users = await Promise.all(Array.from({ length: accounts }, () => addUser(own.pool, 1)));
    await own.pool.query(
      `INSERT INTO reports (user_id, lot_key, url) SELECT ($1::uuid[])[1 + n % ${accounts}], 'lot' || n, 'url' FROM generate_series(1, ${reports}) n`,
      [users],
    );
    await own.pool.query('UPDATE reports SET claimable_at = clock_timestamp()');
    const rowsOf = (node: PlanNode): number =>
      node['Actual Loops'] *
        (node['Actual Rows'] +
          (node['Rows Removed by Filter'] ?? 0) +
          (node['Rows Removed by Join Filter'] ?? 0)) +
      (node.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), 0);
    let passed = 0;
    const explaining = {
      query: async (text: string, values: unknown[]) => {
        const { rows } = await own.pool.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
          `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`,
          values,
        );
        passed += rowsOf((rows[0] as (typeof rows)[number])['QUERY PLAN'][0].Plan);
        return { rows: [] };
      },
    };
    await claimNextRun(explaining as never, 'worker');
    expect(passed).toBeGreaterThan(reports);
    expect(passed).toBeLessThan(20 * reports);
    await own.close();
  });
});
