import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, onlyRow, rows } from '../rows.ts';
import { COUNT_WORKERS, readNotes, type ServiceNote } from './service-notes.ts';

/** Longer no statement may take that only counts. */
const LONGEST = '2s';

const age = (since: string): string =>
  `coalesce(extract(epoch FROM clock_timestamp() - ${since}), 0)::float8`;

const figuresRow = z.object({
  clock_s: z.number(),
  reports_waiting: z.int(),
  reports_running: z.int(),
  oldest_report_s: z.number(),
  mails_waiting: z.int(),
  mails_refused: z.int(),
  oldest_mail_s: z.number(),
  workers: z.int(),
});
type ServiceFigures = z.infer<typeof figuresRow>;

const HELD = 'claimed_by IS NOT NULL AND claimable_at > clock_timestamp()';
/** Those of the command line are no worker's: they are claimable by none. */
const WAITING = `claimable_at IS NOT NULL AND (${HELD}) IS NOT TRUE`;

/** What waits and who works, over all processes; ages in seconds. It reads open reports and unsent mails alone. */
async function readServiceFigures(client: Queryable): Promise<ServiceFigures> {
  return await onlyRow(
    client,
    figuresRow,
    `SELECT extract(epoch FROM clock_timestamp())::float8 AS clock_s, ${COUNT_WORKERS} AS workers, open.*, letters.* FROM
      (SELECT count(*) FILTER (WHERE ${WAITING})::int AS reports_waiting, count(*) FILTER (WHERE ${HELD})::int AS reports_running,
              ${age('min(claimable_at) FILTER (WHERE claimable_at <= clock_timestamp())')} AS oldest_report_s FROM reports WHERE finished_at IS NULL) open,
      (SELECT count(*) FILTER (WHERE failure IS NULL)::int AS mails_waiting, count(failure)::int AS mails_refused,
              ${age('min(created_at) FILTER (WHERE failure IS NULL)')} AS oldest_mail_s FROM mails WHERE sent_at IS NULL) letters`,
  );
}

const jobRow = z.object({
  job: z.string(),
  waiting: z.int(),
  running: z.int(),
  gave_up: z.int(),
  oldest_due_s: z.number(),
});
type JobFigures = z.infer<typeof jobRow>;

/** Jobs of these kinds, and for how many seconds the first of those that wait is due. */
async function readJobFigures(client: Queryable, names: readonly string[]): Promise<JobFigures[]> {
  return await rows(
    client,
    jobRow,
    // Jobs that are done are not read, of which there may be many: open ones have an index, the rest the queue counts itself.
    `SELECT q.name AS job, coalesce(j.waiting, 0)::int AS waiting, q.active_count AS running, q.failed_count AS gave_up,
            ${age('j.oldest_due')} AS oldest_due_s
       FROM pgboss.queue q LEFT JOIN (
         SELECT name, count(*) AS waiting, min(start_after) FILTER (WHERE start_after <= now()) AS oldest_due
           FROM pgboss.job WHERE state < 'active' AND NOT blocked GROUP BY name) j ON j.name = q.name
      WHERE q.name = ANY($1) ORDER BY q.name`,
    [names],
  );
}

export type ServiceState = {
  figures: ServiceFigures;
  jobs: JobFigures[];
  notes: Map<string, ServiceNote>;
};

/** The state of the whole service as its database tells it, on one connection. Throws where it takes more than 2 s a statement. */
export const readServiceState = (pool: pg.Pool, jobs: readonly string[]): Promise<ServiceState> =>
  inTransaction(pool, async (client) => {
    await execute(client, `SET LOCAL statement_timeout = '${LONGEST}'`);
    return {
      figures: await readServiceFigures(client),
      jobs: await readJobFigures(client, jobs),
      notes: await readNotes(client),
    };
  });
