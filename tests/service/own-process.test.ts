import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { STEP_NAMES } from '../../contract/report-status.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import type { Run } from '../../server/db/reports/report-runs.ts';
import { reportEngine } from '../../server/pipeline/run/report-engine.ts';
import { type OwnProcess, REPORT_WORKER, runInOwnProcess } from '../../server/report-process/own-process.ts';
import { openCrashEngine } from './crash-engine.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';
import { HANG, POISON } from './slow-steps.ts';

const never = new AbortController().signal;
const CRASH_REPORT = new URL('crash-report.ts', import.meta.url);

let url: string;
let database: Database;
let crash: Awaited<ReturnType<typeof openCrashEngine>>;
beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  await database.pool.query(
    'CREATE TABLE calls (report_id uuid, step text, pid int, at timestamptz DEFAULT clock_timestamp())',
  );
  crash = await openCrashEngine({ url, stepMs: 10 });
});
afterAll(async () => {
  await crash.close(0);
  await database.close();
});

const ownProcess = (given: Partial<OwnProcess> = {}): OwnProcess => ({
  script: CRASH_REPORT,
  given: { url, stepMs: 10 },
  engine: crash.engine,
  ...given,
});

async function claimedRun(lotKey = `copart:${randomUUID()}`): Promise<Run> {
  const id = await addReport(database.pool, await addUser(database.pool, 1), madeUpLot(lotKey));
  const run = await claimRun(database.pool, id);
  if (!run) throw new Error('it could not be claimed');
  return run;
}

const stored = async ({ reportId }: Run) =>
  (
    await database.pool.query<{ status: string; own_process_deaths: number }>(
      'SELECT status, own_process_deaths FROM reports WHERE id = $1',
      [reportId],
    )
  ).rows[0];
const processesOf = async ({ reportId }: Run): Promise<number[]> =>
  (
    await database.pool.query<{ pid: number }>('SELECT DISTINCT pid FROM calls WHERE report_id = $1', [
      reportId,
    ])
  ).rows.map(({ pid }) => pid);

describe('a report in a process of its own', () => {
  test('is made there', async () => {
    const run = await claimedRun();
    expect(await runInOwnProcess(ownProcess(), run, never)).toEqual({ kind: 'finished' });
    expect(await stored(run)).toEqual({ status: 'finished', own_process_deaths: 0 });
    expect(await processesOf(run)).not.toContain(process.pid);
  });

  test('tells its steps as a run here does', async () => {
    const steps: string[] = [];
    const observe = {
      step: (step: string, outcome: string) => void steps.push(`${step} ${outcome}`),
      report: (outcome: string) => void steps.push(outcome),
    };
    await runInOwnProcess(ownProcess({ engine: { ...crash.engine, observe } }), await claimedRun(), never);
    expect(steps.toSorted()).toEqual([...STEP_NAMES.map((step) => `${step} done`), 'finished'].toSorted());
  });

  test('that takes it down goes on once and again, fails the third time and is refunded', async () => {
    const run = await claimedRun(`${POISON}${randomUUID()}`);
    for (const deaths of [1, 2]) {
      expect(await runInOwnProcess(ownProcess(), run, never)).toEqual({ kind: 'later', ms: 0 });
      expect(await stored(run)).toEqual({ status: 'create_task', own_process_deaths: deaths });
    }
    expect(await runInOwnProcess(ownProcess(), run, never)).toMatchObject({
      kind: 'failed',
      step: 'create_task',
      code: 'internal_error',
    });
    expect((await stored(run))?.status).toBe('create_task_failed');
    expect(await verifyLedger(database.pool)).toEqual([]);
  });

  test('that hangs is ended, which counts like a death', async () => {
    const run = await claimedRun(`${HANG}${randomUUID()}`);
    const outcome = await runInOwnProcess(ownProcess({ lookMs: 200 }), run, never);
    expect(outcome).toEqual({ kind: 'later', ms: 0 });
    expect((await stored(run))?.own_process_deaths).toBe(1);
  });

  test('that could not begin is an error and no doing of the report', async () => {
    const run = await claimedRun();
    const given = { url: url.replace(/:\d+\//, ':1/'), stepMs: 10 };
    await expect(runInOwnProcess(ownProcess({ given }), run, never)).rejects.toThrow(/ECONNREFUSED/);
    expect((await stored(run))?.own_process_deaths).toBe(0);
  });

  test('is killed when its worker gives it up, which counts nothing', async () => {
    const run = await claimedRun();
    const stop = new AbortController();
    const running = runInOwnProcess(ownProcess({ given: { url, stepMs: 60_000 } }), run, stop.signal);
    const [pid] = await until('it runs', 60_000, async () => {
      const pids = await processesOf(run);
      return pids.length > 0 && pids;
    });
    stop.abort(new Error('the service is stopping'));
    await expect(running).rejects.toThrow('the service is stopping');
    expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
    expect((await stored(run))?.own_process_deaths).toBe(0);
  });

  test('outlives a signal to the whole group, which its worker alone obeys', async () => {
    const run = await claimedRun();
    const running = runInOwnProcess(ownProcess({ given: { url, stepMs: 300 } }), run, never);
    const [pid] = await until('it runs', 60_000, async () => {
      const pids = await processesOf(run);
      return pids.length > 0 && pids;
    });
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.kill(pid ?? 0, signal);
    expect(await running).toEqual({ kind: 'finished' });
  });
});

test('the service’s own report process makes a report with the settings of its worker', async () => {
  const service = await startService(inject('databaseServer'), { worker: false });
  onTestFinished(() => service.close());
  const { tools } = service;
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const asked = await service.call('POST', 'auction/process_report', {
    token,
    json: { auction_url: 'https://bid.cars/en/lot/1-90000001' },
  });
  const { report_id: id } = asked.json as { report_id: string };
  const run = await claimRun(tools.pool, id);
  if (!run) throw new Error('it could not be claimed');
  const outcome = await runInOwnProcess(
    {
      script: REPORT_WORKER,
      given: { config: tools.setup.keys.given, databaseUrl: tools.databaseUrl },
      engine: reportEngine(tools),
    },
    run,
    never,
  );
  expect(outcome).toEqual({ kind: 'finished' });
  const report = await service.call('GET', `reports/${id}`, { token });
  expect(report.json).toMatchObject({ task_status: 'finished' });
});
