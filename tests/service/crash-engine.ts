import type pg from 'pg';
import { type Logger, pino } from 'pino';
import { openDatabase } from '../../server/db/client.ts';
import { createAnnouncer } from '../../server/db/reports/report-events.ts';
import type { Run } from '../../server/db/reports/report-runs.ts';
import type { Engine } from '../../server/pipeline/run/run-report.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { queueReportMail } from '../../server/reports/report-emails.ts';
import { type SlowOutputs, slowResult, slowSteps } from './slow-steps.ts';

/** What the process of a report's own is given to make the same engine. */
export type CrashEngineGiven = { url: string; stepMs: number };

/** The real engine on a database of its own connections, with steps that only take time. */
export async function openCrashEngine({ url, stepMs }: CrashEngineGiven): Promise<{
  engine: Engine<null, SlowOutputs>;
  log: Logger;
  close(graceMs: number): Promise<void>;
}> {
  const log = pino({ level: 'silent' });
  const database = openDatabase(url);
  const announcer = createAnnouncer(database.pool, () => {});
  const queue = await openQueue(url, log);
  return {
    log,
    engine: {
      pool: database.pool,
      log,
      announcer,
      steps: slowSteps(database.pool, stepMs),
      tools: null,
      result: slowResult,
      ended: (client: pg.PoolClient, run: Run) =>
        queueReportMail(client, { queue, log }, run, 'report_ready'),
    },
    async close(graceMs) {
      await Promise.all([announcer.stop(), queue.stop(graceMs)]);
      await database.close();
    },
  };
}
