import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { STEP_NAMES } from '../../contract/report.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { verifyLedger } from '../../server/db/quota.ts';
import { openQueue, type Queue } from '../../server/queue/queue.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser } from './seed.ts';

/** 20 kills in `npm run test:long`, 4 elsewhere: a pick-up takes about ten seconds. */
const KILLS = process.env.LOTLENS_LONG === '1' ? 20 : 4;
const STEP_MS = 400;
const PICK_UP_MS = 15_000;

let url: string;
let database: Database;
let queue: Queue;
let userId: string;
const workers = new Set<ChildProcess>();

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    [path.join(import.meta.dirname, 'crash-worker.ts'), url, String(STEP_MS)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  workers.add(child);
  child.once('exit', () => workers.delete(child));
  await new Promise<void>((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('exit', () => reject(new Error('the worker ended before it was ready')));
  });
  return child;
}

async function enqueue(): Promise<string> {
  const id = await addReport(database.pool, userId);
  await queue.send('run-report', { report_id: id });
  return id;
}

async function until<T>(
  what: string,
  ms: number,
  look: () => Promise<T | null | undefined | false>,
): Promise<T> {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`not within ${ms} ms: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Calls of a report's steps so far, by which processes. */
const callsOf = async (id: string) =>
  (
    await database.pool.query<{ step: string; pid: number }>(
      'SELECT step, pid FROM calls WHERE report_id = $1 ORDER BY at',
      [id],
    )
  ).rows;

beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  await database.pool.query(
    'CREATE TABLE calls (report_id uuid, step text, pid int, at timestamptz DEFAULT clock_timestamp())',
  );
  queue = await openQueue(url, pino({ level: 'silent' }));
  userId = await addUser(database.pool, 1000);
});
afterAll(async () => {
  for (const child of workers) child.kill('SIGKILL');
  await queue.stop(0);
  await database.close();
});

describe('a worker killed with -9', () => {
  test(
    `another goes on from the last saved step within 15 s, ${KILLS} times out of ${KILLS}`,
    async () => {
      let victim = await startWorker();
      for (let kill = 0; kill < KILLS; kill += 1) {
        const id = await enqueue();
        const before = await until('the report runs', 20_000, async () => {
          const calls = await callsOf(id);
          // Somewhere different each time: after one to four steps have begun.
          return calls.length > kill % 4 && calls;
        });
        expect(before.every((call) => call.pid === victim.pid)).toBe(true);
        victim.kill('SIGKILL');
        const killedAt = Date.now();
        const heir = await startWorker();
        await until('another worker goes on', PICK_UP_MS, async () =>
          (await callsOf(id)).some((call) => call.pid === heir.pid),
        );
        expect(Date.now() - killedAt).toBeLessThan(PICK_UP_MS);
        await until(
          'the report is finished',
          30_000,
          async () =>
            (
              await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND status = $2', [
                id,
                'finished',
              ])
            ).rowCount === 1,
        );
        const calls = await callsOf(id);
        const repeated = calls.length - new Set(calls.map((call) => call.step)).size;
        // Only what was under way may run again: at most the steps that run side by side.
        expect(repeated).toBeLessThanOrEqual(3);
        victim = heir;
      }
      const steps = await database.pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM report_steps WHERE status = 'done'",
      );
      expect(steps.rows[0]?.n).toBe(KILLS * STEP_NAMES.length);
      const settled = await database.pool.query<{ n: number }>(
        "SELECT count(*)::int AS n FROM quota_ledger WHERE kind = 'settle'",
      );
      expect(settled.rows[0]?.n).toBe(KILLS);
      expect(await verifyLedger(database.pool)).toEqual([]);
      const doubled = await database.pool.query(
        "SELECT 1 FROM report_events GROUP BY report_id, payload->>'status' HAVING count(*) > 2",
      );
      expect(doubled.rowCount).toBe(0);
      victim.kill('SIGKILL');
    },
    KILLS * 60_000,
  );

  test('a graceful stop hands its report back and another finishes it at once', async () => {
    const first = await startWorker();
    const id = await enqueue();
    await until('the report runs', 20_000, async () => (await callsOf(id)).length > 1);
    const second = await startWorker();
    const stoppedAt = Date.now();
    first.kill('SIGTERM');
    await until(
      'the report is finished',
      12_000,
      async () =>
        (await database.pool.query('SELECT 1 FROM reports WHERE id = $1 AND status = $2', [id, 'finished']))
          .rowCount === 1,
    );
    expect(Date.now() - stoppedAt).toBeLessThan(12_000);
    expect(await verifyLedger(database.pool)).toEqual([]);
    second.kill('SIGKILL');
  }, 60_000);
});
