import pg from 'pg';
import { pino } from 'pino';
import { openDatabase, openLeaseDatabase } from '../../server/db/client.ts';
import { listenForNotifications } from '../../server/db/notifications.ts';
import { createAnnouncer } from '../../server/db/reports/report-events.ts';
import type { Run } from '../../server/db/reports/report-runs.ts';
import { startReportRunner } from '../../server/pipeline/run/report-runner.ts';
import { runClaimed } from '../../server/pipeline/run/run-report.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { queueReportMail } from '../../server/reports/report-emails.ts';
import { slowResult, slowSteps } from './slow-steps.ts';

/**
 * A worker process made to be killed: the real runner and engine, with steps that only take time. Says `ready`, then
 * how each run ended.
 */
const [url = '', stepMs = '300'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = openDatabase(url);
const leases = openLeaseDatabase(url);
const announcer = createAnnouncer(database.pool, () => {});
const queue = await openQueue(url, log);
const engine = {
  pool: database.pool,
  log,
  announcer,
  steps: slowSteps(database.pool, Number(stepMs)),
  tools: null,
  result: slowResult,
  ended: (client: pg.PoolClient, run: Run) => queueReportMail(client, { queue, log }, run, 'report_ready'),
};
const runner = startReportRunner({
  leases,
  log,
  worker: String(process.pid),
  concurrency: 4,
  async run(run, signal) {
    const outcome = await runClaimed(engine, run, signal);
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
  await Promise.all([announcer.stop(), listener.stop(), queue.stop(1_000)]);
  await Promise.all([leases.close(), database.close()]);
  process.exit(0);
});
process.stdout.write('ready\n');
