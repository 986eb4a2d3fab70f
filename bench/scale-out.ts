import { type ChildProcess, spawn } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { z } from 'zod';
import { pause } from '../server/concurrency/pause.ts';
import { openDatabase } from '../server/db/client.ts';
import { offerReport } from '../server/db/reports/report-leases.ts';
import { onlyRow } from '../server/db/rows.ts';
import { addReport, addUser } from '../tests/service/seed.ts';
import type { Bench, BenchRow } from './bench.ts';
import { type OwnDatabase, onOwnDatabase } from './measuring/own-database.ts';
import { processorSeconds } from './measuring/processor-time.ts';

/** Steps that wait instead of compute, each so long; seven follow each other, and a worker has four reports at once. */
const WAITS_MS = [250, 25] as const;
const STEPS_IN_A_ROW = 7;
const AT_ONCE = 4;
const PROCESSES = [1, 2, 4] as const;
/** What one user is told is told in order: reports of one user alone would wait for each other. */
const REPORTS_OF_A_USER = 10;
/** A worker alone is busy for about so long. */
const SECONDS = 12;
/** Nothing is measured any more once they take ten times as long. */
const AT_MOST_SECONDS = 10 * SECONDS;

const doneRow = z.object({ done: z.int(), failed: z.int() });
/** Throws where a report failed: what these workers make does not. */
async function finished(pool: pg.Pool, since: Date): Promise<number> {
  const { done, failed } = await onlyRow(
    pool,
    doneRow,
    `SELECT count(*) FILTER (WHERE status = 'finished')::int AS done,
       count(*) FILTER (WHERE finished_at IS NOT NULL AND status <> 'finished')::int AS failed
     FROM reports WHERE created_at >= $1`,
    [since],
  );
  if (failed > 0) throw new Error(`${failed} reports failed`);
  return done;
}

/** A worker process as the service runs it: the real runner and engine, with steps that only take time. */
async function startWorker(url: string, waitMs: number): Promise<ChildProcess> {
  const file = path.join(import.meta.dirname, '..', 'tests', 'service', 'crash-worker.ts');
  const child = spawn(process.execPath, [file, url, String(waitMs)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`a worker ended with ${code}`)));
    child.stdout.on('data', (text: Buffer) => {
      if (text.toString().includes('ready')) resolve();
    });
  });
  return child;
}

async function stopWorker(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await gone;
}

async function addReports(pool: pg.Pool, reports: number): Promise<void> {
  const users = await Promise.all(
    Array.from({ length: Math.ceil(reports / REPORTS_OF_A_USER) }, () => addUser(pool, REPORTS_OF_A_USER)),
  );
  for (let count = 0; count < reports; count += 1)
    await offerReport(pool, await addReport(pool, users[count % users.length] as (typeof users)[number]));
}

/** Milliseconds that all processors together have worked so far: those of the database and of this process too. */
const machineBusyMs = (): number =>
  os.cpus().reduce((sum, { times }) => sum + times.user + times.nice + times.sys + times.irq, 0);

/** Reports a second that so many worker processes on one database make of a queue that is full from the start. */
async function measure(url: string, pool: pg.Pool, waitMs: number, processes: number): Promise<BenchRow> {
  const ideal = (processes * AT_ONCE * 1000) / (STEPS_IN_A_ROW * waitMs);
  const reports = Math.round(ideal * SECONDS);
  const since = new Date();
  await addReports(pool, reports);
  const workers = await Promise.all(Array.from({ length: processes }, () => startWorker(url, waitMs)));
  const used = (): number =>
    workers.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : processorSeconds(pid)), 0);
  const began = performance.now();
  const [before, usedBefore, busyBefore] = [await finished(pool, since), used(), machineBusyMs()];
  while ((await finished(pool, since)) < reports) {
    if (performance.now() - began > AT_MOST_SECONDS * 1000)
      throw new Error(`${await finished(pool, since)} of ${reports} reports after ${AT_MOST_SECONDS} s`);
    await pause(50);
  }
  const seconds = (performance.now() - began) / 1000;
  const [ofOne, ofMachine] = [
    (used() - usedBefore) / processes / seconds,
    (machineBusyMs() - busyBefore) / 1000 / os.cpus().length / seconds,
  ];
  await Promise.all(workers.map(stopWorker));
  const aSecond = (reports - before) / seconds;
  return {
    'step waits ms': waitMs,
    'worker processes': processes,
    reports,
    'reports a second': Number(aSecond.toFixed(1)),
    'of what the waits allow': Number((aSecond / ideal).toFixed(2)),
    'a processor busy for each': Number(ofOne.toFixed(2)),
    [`${os.cpus().length} processors busy`]: Number(ofMachine.toFixed(2)),
  };
}

async function allProcesses({ url }: OwnDatabase): Promise<BenchRow[]> {
  const database = openDatabase(url);
  // Where the steps note themselves (tests/service/slow-steps.ts).
  await database.pool.query('CREATE TABLE calls (report_id uuid, step text, pid int)');
  try {
    const rows: BenchRow[] = [];
    for (const waitMs of WAITS_MS) {
      let alone = 0;
      for (const processes of PROCESSES) {
        const row = await measure(url, database.pool, waitMs, processes);
        const aSecond = Number(row['reports a second']);
        if (processes === 1) alone = aSecond;
        rows.push({ ...row, 'times one process': Number((aSecond / alone).toFixed(2)) });
      }
    }
    return rows;
  } finally {
    await database.close();
  }
}

export const bench: Bench = {
  name: 'scale-out',
  about: `reports a second of 1, 2 and 4 worker processes on one database, steps that wait, ${AT_ONCE} reports at once in each`,
  run: () => onOwnDatabase(allProcesses),
};
