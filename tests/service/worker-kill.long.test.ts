import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import readline from 'node:readline';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { DEATHS_UNTIL_OWN_PROCESS, LEASE_MS, offerReport } from '../../server/db/reports/report-leases.ts';
import { startCutProxy } from './cut-proxy.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { until } from './service.ts';
import { POISON } from './slow-steps.ts';

/** 60 kills in `npm run test:long`, 5 elsewhere. */
const KILLS = process.env.LOTLENS_LONG === '1' ? 60 : 5;
const STEP_MS = 400;
const STOPPED_MS = process.env.LOTLENS_LONG === '1' ? 30_000 : 10_000;
/** A worker's own start on a busy machine. */
const STARTED_MS = 30_000;
/** From the kill to the next step's start. */
const TAKEOVER_MS = 5_000;

let url: string;
let database: Database;
let userId: string;

type Worker = { child: ChildProcess; pid: number; lines: string[]; exited: Promise<void> };
const workers = new Map<number, Worker>();

async function startWorker(by = url): Promise<Worker> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'crash-worker.ts'), by, String(STEP_MS)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const { pid, stdout } = child;
  if (pid === undefined) throw new Error('the worker was not started');
  const lines: string[] = [];
  const exited = new Promise<void>((resolve) =>
    child.once('exit', () => {
      workers.delete(pid);
      resolve();
    }),
  );
  const worker: Worker = { child, pid, lines, exited };
  workers.set(pid, worker);
  readline.createInterface({ input: stdout }).on('line', (line) => lines.push(line));
  await until('the worker is ready', 30_000, async () => lines.includes('ready'));
  return worker;
}

async function kill(worker: Worker): Promise<void> {
  worker.child.kill('SIGKILL');
  await worker.exited;
}

async function enqueue(): Promise<string> {
  const id = await addReport(database.pool, userId);
  await offerReport(database.pool, id);
  return id;
}

const now = async (): Promise<Date> =>
  (await database.pool.query<{ now: Date }>('SELECT clock_timestamp() AS now')).rows[0]?.now ?? new Date(0);

/** Calls of a report's steps so far, by which processes. */
const callsOf = async (id: string) =>
  (
    await database.pool.query<{ step: string; pid: number }>(
      'SELECT step, pid FROM calls WHERE report_id = $1 ORDER BY at',
      [id],
    )
  ).rows;

/** The worker that runs a report of which more than `steps` have begun. */
const runnerOf = (id: string, steps = 0): Promise<Worker> =>
  until('the report runs', 60_000, async () => {
    const calls = await callsOf(id);
    return calls.length > steps && workers.get(calls.at(-1)?.pid ?? 0);
  });

/** The first start, by another process than `pid`, of a step of this report. */
const nextStart = (id: string, pid: number): Promise<Date> =>
  until('another worker goes on', 30_000, async () => {
    const found = await database.pool.query<{ at: Date | null }>(
      `SELECT min(s.started_at) AS at FROM report_steps s JOIN calls c USING (report_id, step)
        WHERE report_id = $1 AND c.pid <> $2`,
      [id, pid],
    );
    return found.rows[0]?.at;
  });

const finished = (id: string): Promise<true> =>
  until(
    'the report is finished',
    30_000,
    async () =>
      (await database.pool.query("SELECT 1 FROM reports WHERE id = $1 AND status = 'finished'", [id]))
        .rowCount === 1,
  );

/** All that is stored about a report, and every call of its steps. */
const storedOf = async (id: string) =>
  await Promise.all(
    [
      'SELECT * FROM reports WHERE id = $1',
      'SELECT * FROM report_steps WHERE report_id = $1 ORDER BY step',
      'SELECT * FROM report_events WHERE report_id = $1 ORDER BY id',
      'SELECT * FROM quota_ledger WHERE report_id = $1 ORDER BY id',
      'SELECT * FROM calls WHERE report_id = $1 ORDER BY at',
    ].map(async (query) => (await database.pool.query(query, [id])).rows),
  );

/** No report of these was lost, repeated too much, charged twice or told twice. */
async function expectSound(ids: string[]): Promise<void> {
  const count = async (query: string, of = ids) =>
    Number((await database.pool.query<{ n: number }>(query, [of])).rows[0]?.n);
  for (const id of ids) {
    await finished(id);
    const calls = await callsOf(id);
    const repeated = calls.length - new Set(calls.map((call) => call.step)).size;
    const claims = await count('SELECT fence AS n FROM reports WHERE id = ANY($1::uuid[])', [id]);
    // Only what was under way may run again: at most the three steps that run side by side, for each claim after the first.
    expect(repeated).toBeLessThanOrEqual(3 * (claims - 1));
  }
  expect(
    await count(
      "SELECT count(*) AS n FROM report_steps WHERE status = 'done' AND report_id = ANY($1::uuid[])",
    ),
  ).toBe(ids.length * STEP_NAMES.length);
  expect(
    await count(
      "SELECT count(*) AS n FROM quota_ledger WHERE kind = 'settle' AND report_id = ANY($1::uuid[])",
    ),
  ).toBe(ids.length);
  expect(
    await count(
      `SELECT count(*) AS n FROM (SELECT 1 FROM report_events WHERE report_id = ANY($1::uuid[])
        GROUP BY report_id, payload->>'status' HAVING count(*) > 2) doubled`,
    ),
  ).toBe(0);
  // One outcome, one mail.
  const mails = await database.pool.query<{ n: string }>(
    `SELECT count(*) AS n FROM mails WHERE parameters->>'report_id' = ANY($1::text[]) GROUP BY parameters->>'report_id'`,
    [ids],
  );
  expect(mails.rows.map(({ n }) => Number(n))).toEqual(ids.map(() => 1));
  expect(await verifyLedger(database.pool)).toEqual([]);
}

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * q) - 1)] ?? Number.NaN;

beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  await database.pool.query(
    'CREATE TABLE calls (report_id uuid, step text, pid int, at timestamptz DEFAULT clock_timestamp())',
  );
  userId = await addUser(database.pool, 1000);
});
beforeEach(async () => {
  await Promise.all([...workers.values()].map(kill));
});
afterAll(async () => {
  await Promise.all([...workers.values()].map(kill));
  await database.close();
});

describe('a worker killed with -9', () => {
  test(
    `another goes on with its report from the last saved step within 5 s, ${KILLS} times out of ${KILLS}`,
    async () => {
      await Promise.all([startWorker(), startWorker()]);
      const took: number[] = [];
      const ids: string[] = [];
      for (let turn = 0; turn < KILLS; turn += 1) {
        const id = await enqueue();
        ids.push(id);
        // Somewhere different each time: after one to four steps have begun.
        const victim = await runnerOf(id, turn % 4);
        const killedAt = await now();
        await kill(victim);
        const [next] = await Promise.all([nextStart(id, victim.pid), startWorker()]);
        took.push(next.getTime() - killedAt.getTime());
      }
      took.sort((a, b) => a - b);
      const [p50, p99, longest] = [quantile(took, 0.5), quantile(took, 0.99), took.at(-1)];
      process.stdout.write(
        `\n${KILLS} kills: the next step began after ${p50} ms (p50), ${p99} ms (p99), ${longest} ms (longest)\n`,
      );
      expect(p99).toBeLessThanOrEqual(TAKEOVER_MS);
      await expectSound(ids);
    },
    KILLS * 30_000,
  );
});

describe('a worker stopped for longer than its lease', () => {
  test('writes nothing more when it goes on, and works again', async () => {
    const first = await startWorker();
    const id = await enqueue();
    await runnerOf(id, 1);
    first.child.kill('SIGSTOP');
    const stopped = new Promise((resolve) => setTimeout(resolve, STOPPED_MS));
    const second = await startWorker();
    await finished(id);
    await stopped;
    const stored = await storedOf(id);
    first.child.kill('SIGCONT');
    await until('it knows that it lost the report', 60_000, async () => first.lines.includes(`${id} gone`));
    expect(await storedOf(id)).toEqual(stored);
    await expectSound([id]);
    await kill(second);
    const next = await enqueue();
    await finished(next);
    expect((await runnerOf(next)).pid).toBe(first.pid);
  }, 120_000);

  test('goes on with its report itself when nobody else did', async () => {
    const worker = await startWorker();
    const id = await enqueue();
    await runnerOf(id, 1);
    worker.child.kill('SIGSTOP');
    await new Promise((resolve) => setTimeout(resolve, LEASE_MS + 1_000));
    worker.child.kill('SIGCONT');
    await expectSound([id]);
  }, 60_000);
});

describe('a worker cut off from the database', () => {
  test('for a minute loses its report to another, writes nothing more of it, and works again when it is back', async () => {
    const proxy = await startCutProxy(url);
    onTestFinished(() => proxy.close());
    const first = await startWorker(proxy.url);
    const id = await enqueue();
    await runnerOf(id, 1);
    proxy.cutComing();
    proxy.cutPresent();
    const cutAt = await now();
    const minute = new Promise((resolve) => setTimeout(resolve, 60_000));
    const second = await startWorker();
    const next = await nextStart(id, first.pid);
    expect(next.getTime() - cutAt.getTime()).toBeLessThanOrEqual(STARTED_MS + TAKEOVER_MS);
    await finished(id);
    await minute;
    const stored = await storedOf(id);
    proxy.mend();
    await kill(second);
    const after = await enqueue();
    await until('it works again', 120_000, async () => (await callsOf(after)).length === STEP_NAMES.length);
    expect(new Set((await callsOf(after)).map(({ pid }) => pid))).toEqual(new Set([first.pid]));
    expect(await storedOf(id)).toEqual(stored);
    await expectSound([id, after]);
  }, 300_000);
});

describe('a report that takes its worker down', () => {
  test('costs two workers and three processes of its own, is refunded, and costs the others nothing but time', async () => {
    let deaths = 0;
    let over = false;
    /** A supervisor: whoever dies is started anew. */
    const keep = async (): Promise<void> => {
      while (!over) {
        const worker = await startWorker();
        await worker.exited;
        if (!over) deaths += 1;
      }
    };
    const kept = [keep(), keep()];
    const poison = await addReport(database.pool, userId, madeUpLot(`${POISON}${randomUUID()}`));
    await offerReport(database.pool, poison);
    const others = await Promise.all(Array.from({ length: 6 }, enqueue));
    const ended = await until('it is given up', 300_000, async () => {
      const found = await database.pool.query<{ status: string; error_code: string }>(
        'SELECT status, error_code FROM reports WHERE id = $1 AND finished_at IS NOT NULL',
        [poison],
      );
      return found.rows[0];
    });
    await Promise.all(others.map(finished));
    over = true;
    await Promise.all([...workers.values()].map(kill));
    await Promise.all(kept);
    expect(ended).toEqual({ status: 'create_task_failed', error_code: 'internal_error' });
    expect(deaths).toBe(DEATHS_UNTIL_OWN_PROCESS);
    expect(await callsOf(poison)).toHaveLength(deaths + 3);
    const moves = await database.pool.query<{ kind: string }>(
      'SELECT kind FROM quota_ledger WHERE report_id = $1 ORDER BY id',
      [poison],
    );
    expect(moves.rows.map(({ kind }) => kind)).toEqual(['reserve', 'refund']);
    await expectSound(others);
  }, 400_000);
});

describe('a graceful stop', () => {
  test('hands its report back: another goes on at once, before any lease ends', async () => {
    await Promise.all([startWorker(), startWorker()]);
    const id = await enqueue();
    const first = await runnerOf(id);
    first.child.kill('SIGTERM');
    // It gives running reports a second, then ends.
    await first.exited;
    const endedAt = await now();
    const next = await nextStart(id, first.pid);
    expect(next.getTime() - endedAt.getTime()).toBeLessThan(1_000);
    await expectSound([id]);
  }, 60_000);
});
