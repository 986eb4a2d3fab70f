import pg from 'pg';
import { openLeaseDatabase } from '../../server/db/client.ts';
import { listenForNotifications } from '../../server/db/notifications.ts';
import { startReportRunner } from '../../server/pipeline/run/report-runner.ts';
import { runClaimed } from '../../server/pipeline/run/run-report.ts';
import { runInOwnProcess } from '../../server/report-process/own-process.ts';
import { openCrashEngine } from './crash-engine.ts';

/**
 * A worker process made to be killed: the real runner and engine, with steps that only take time. Says `ready`, then
 * how each run ended.
 */
const [url = '', stepMs = '300'] = process.argv.slice(2);
const given = { url, stepMs: Number(stepMs) };
const { engine, log, close } = await openCrashEngine(given);
const leases = openLeaseDatabase(url);
const ownProcess = { script: new URL('crash-report.ts', import.meta.url), given, engine };
const runner = startReportRunner({
  leases,
  log,
  worker: String(process.pid),
  concurrency: 4,
  async run(run, signal) {
    const outcome = run.inOwnProcess
      ? await runInOwnProcess(ownProcess, run, signal)
      : await runClaimed(engine, run, signal);
    process.stdout.write(`${run.reportId} ${outcome.kind}\n`);
    return outcome;
  },
});
const listener = await listenForNotifications(
  () => new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 }),
  {
    onUsers() {},
    onSessionsEnded() {},
    onGap() {},
    onError() {},
    onReportQueued: runner.wake,
  },
);
process.on('SIGTERM', async () => {
  await runner.stop(1_000);
  await listener.stop();
  await leases.close();
  await close(1_000);
  process.exit(0);
});
process.stdout.write('ready\n');
