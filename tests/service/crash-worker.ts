import { pino } from 'pino';
import { openDatabase } from '../../server/db/client.ts';
import { createAnnouncer } from '../../server/db/report-events.ts';
import { runReport } from '../../server/pipeline/run-report.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { slowSteps } from './slow-steps.ts';

/** A worker process made to be killed: the real queue and engine, with steps that only take time. */
const [url = '', stepMs = '300'] = process.argv.slice(2);
const log = pino({ level: 'silent' });
const database = openDatabase(url);
const queue = await openQueue(url, log);
const engine = {
  pool: database.pool,
  log,
  announcer: createAnnouncer(database.pool, () => {}),
  steps: slowSteps(database.pool, Number(stepMs)),
  tools: null,
  result: () => ({ model: { schema_version: 1 } as never, totalCostCents: 100, diagram: null }),
};
await queue.work('run-report', 4, async ({ report_id }, signal) => {
  await runReport(engine, report_id, signal);
});
process.on('SIGTERM', async () => {
  await queue.stop(1_000);
  await database.close();
  process.exit(0);
});
process.stdout.write('ready\n');
