import type pg from 'pg';
import type { JobName } from '../../server/queue/jobs.ts';

/** Makes what waits for its next try due now, and says so to the workers: as if its pause had passed. Resolves to how many waited. */
export async function endPauses(pool: pg.Pool, job: JobName): Promise<number> {
  const ended = await pool.query(
    `WITH due AS (
       UPDATE pgboss.job SET start_after = now() WHERE name = $1 AND state = 'retry' AND start_after > now() RETURNING name)
     SELECT pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), name) FROM due`,
    [job],
  );
  return ended.rowCount ?? 0;
}
