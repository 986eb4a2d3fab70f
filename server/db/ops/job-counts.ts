import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { rows } from '../rows.ts';

const countRow = z.object({
  job: z.string(),
  waiting: z.int(),
  running: z.int(),
  gave_up: z.int(),
  oldest_due: z.date().nullable(),
});
type JobCounts = z.infer<typeof countRow>;

/** What the queue's own table holds of these kinds of jobs, in their order; `oldest_due`: since when the first of those that wait is due. */
export async function countJobs(client: Queryable, names: readonly string[]): Promise<JobCounts[]> {
  return await rows(
    client,
    countRow,
    `SELECT names.job, count(*) FILTER (WHERE j.state IN ('created', 'retry'))::int AS waiting,
            count(*) FILTER (WHERE j.state = 'active')::int AS running, count(*) FILTER (WHERE j.state = 'failed')::int AS gave_up,
            min(j.start_after) FILTER (WHERE j.state IN ('created', 'retry') AND j.start_after <= now()) AS oldest_due
       FROM unnest($1::text[]) WITH ORDINALITY AS names (job, place) LEFT JOIN pgboss.job j ON j.name = names.job
      GROUP BY names.job, names.place ORDER BY names.place`,
    [names],
  );
}
