import type pg from 'pg';
import { z } from 'zod';
import { STEP_NAMES, type StepName } from '../../../contract/report-status.ts';
import type { Queryable } from '../client.ts';
import { QUEUED_CHANNEL } from '../notifications.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';
import type { Run } from './report-runs.ts';

/**
 * Who runs a report. All times are the database's (`clock_timestamp()`): no worker's clock is ever compared with it or
 * with another's. Leases decide who works; the fence, which every claim raises, decides whose writes count.
 */

/** A lease runs out so long after it was claimed or last renewed, ms. */
export const LEASE_MS = 3_000;
/** All the waiting for one source a report sits out, ms: twice the five minutes the specification lets a report take. */
export const LONGEST_WAIT_MS = 10 * 60_000;

/** Worker deaths with the report running, after which it is run in a process of its own (judgement): one or none is chance. */
export const DEATHS_UNTIL_OWN_PROCESS = 2;

const LEASE = `interval '${LEASE_MS} milliseconds'`;
/**
 * Nothing set by today's clock lies further ahead than a lease or a wait lasts: if it does the database's clock went
 * back, and that must not hold up a report until the clock has caught up.
 */
const CLAIMABLE = `r.claimable_at NOT BETWEEN clock_timestamp() AND clock_timestamp()
  + CASE WHEN r.claimed_by IS NULL THEN interval '${LONGEST_WAIT_MS} milliseconds' ELSE ${LEASE} END`;
/**
 * Worker deaths as of a claim now. Nobody handed the run back: whoever held it has died, or was silent for a whole lease. Where the
 * report had a process of its own then, it was not the report that ended its worker: what was counted before is forgotten.
 */
const WORKER_DEATHS = `CASE WHEN r.claimed_by IS NULL THEN r.worker_deaths WHEN r.in_own_process THEN 0 ELSE r.worker_deaths + 1 END`;
const WANTS_OWN_PROCESS = `${WORKER_DEATHS} >= ${DEATHS_UNTIL_OWN_PROCESS}`;
const RUN_COLUMNS =
  'r.id, r.user_id, r.lot_key, r.url, r.created_at, r.fence, r.status, r.trace_id, r.in_own_process';

const runRow = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  lot_key: z.string(),
  url: z.string(),
  created_at: z.date(),
  fence: int8,
  status: z.string(),
  trace_id: z.string().nullable(),
  in_own_process: z.boolean(),
});

const runOf = (row: z.infer<typeof runRow>): Run => ({
  reportId: row.id,
  userId: row.user_id,
  lotKey: row.lot_key,
  url: row.url,
  createdAt: row.created_at,
  fence: row.fence,
  status: row.status,
  traceId: row.trace_id,
  inOwnProcess: row.in_own_process,
});

/** Offers a report to the workers; those with a free slot hear of it when the caller's transaction commits. */
export async function offerReport(client: Queryable, reportId: string): Promise<void> {
  await execute(
    client,
    `WITH offered AS (
       UPDATE reports SET claimable_at = clock_timestamp() WHERE id = $1 AND finished_at IS NULL RETURNING id)
     SELECT pg_notify('${QUEUED_CHANNEL}', '') FROM offered`,
    [reportId],
  );
}

/**
 * Claims the next report for `worker` with a lease; null when there is none. Next is the user who has the fewest running, of those
 * the one whose last turn is longest ago: however many reports others have waiting, a user's first goes after at most one more of
 * each. Of one user's, begun reports come first, then the oldest. `ownProcess`: whether one may be claimed that wants a process of
 * its own.
 */
export async function claimNextRun(
  pool: pg.Pool,
  worker: string,
  { ownProcess = true }: { ownProcess?: boolean } = {},
): Promise<Run | null> {
  const claimable = ownProcess ? CLAIMABLE : `${CLAIMABLE} AND NOT (${WANTS_OWN_PROCESS})`;
  const row = await firstRow(
    pool,
    runRow,
    // One pass over all that waits, joined with nothing: the planner has no idea how much that is, and would join row by row.
    `WITH asking AS MATERIALIZED (
       SELECT user_id, fence, created_at, id, ${claimable} AS claimable,
              count(*) FILTER (WHERE claimed_by IS NOT NULL AND claimable_at > clock_timestamp()) OVER (PARTITION BY user_id) AS running
         FROM reports r WHERE finished_at IS NULL),
     firsts AS MATERIALIZED (
       SELECT DISTINCT ON (user_id) * FROM asking WHERE claimable ORDER BY user_id, fence = 0, created_at, id),
     turns AS MATERIALIZED (
       SELECT firsts.user_id FROM firsts
         CROSS JOIN LATERAL (SELECT max(last_claimed_at) AS claimed_at FROM reports WHERE user_id = firsts.user_id) last
        ORDER BY running, last.claimed_at NULLS FIRST, fence = 0, created_at, id),
     next AS MATERIALIZED (
       SELECT one.id FROM turns CROSS JOIN LATERAL (
         SELECT r.id FROM reports r
          WHERE r.finished_at IS NULL AND (r.user_id = turns.user_id OR r.user_id IS NULL AND turns.user_id IS NULL) AND ${claimable}
          ORDER BY r.fence = 0, r.created_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED) one
        LIMIT 1)
     UPDATE reports r SET fence = r.fence + 1, claimed_by = $1, claimable_at = clock_timestamp() + ${LEASE},
            last_claimed_at = clock_timestamp(), worker_deaths = ${WORKER_DEATHS}, in_own_process = ${WANTS_OWN_PROCESS}
       FROM next WHERE r.id = next.id RETURNING ${RUN_COLUMNS}`,
    [worker],
  );
  return row && runOf(row);
}

/**
 * Claims one report by its id, without a lease: for reports that were never offered to the workers. Null when it is
 * unknown or has ended.
 */
export async function claimRun(pool: pg.Pool, reportId: string): Promise<Run | null> {
  const row = await firstRow(
    pool,
    runRow,
    `UPDATE reports r SET fence = r.fence + 1 WHERE r.id = $1 AND r.finished_at IS NULL RETURNING ${RUN_COLUMNS}`,
    [reportId],
  );
  return row && runOf(row);
}

/** `busy`: still ours, but its row is being written this moment; renew it at the next turn. */
export type Renewal = 'renewed' | 'busy' | 'lost';

const renewalRow = z.object({ place: int8, renewed: z.boolean(), ours: z.boolean() });

/** Renews the leases of all these runs in one statement. Never waits for a lock: one stuck row must not cost the others. */
export async function renewLeases(pool: pg.Pool, runs: readonly Run[]): Promise<Map<Run, Renewal>> {
  const answered = await rows(
    pool,
    renewalRow,
    `WITH held AS (SELECT * FROM unnest($1::uuid[], $2::bigint[]) WITH ORDINALITY AS held (id, fence, place)),
          free AS MATERIALIZED (
            SELECT r.id FROM reports r JOIN held ON r.id = held.id AND r.fence = held.fence
             WHERE r.finished_at IS NULL FOR UPDATE OF r SKIP LOCKED),
          renewed AS (
            UPDATE reports r SET claimable_at = clock_timestamp() + ${LEASE} FROM free WHERE r.id = free.id RETURNING r.id)
     SELECT held.place, renewed.id IS NOT NULL AS renewed, r.id IS NOT NULL AS ours FROM held
       LEFT JOIN renewed ON renewed.id = held.id
       LEFT JOIN reports r ON r.id = held.id AND r.fence = held.fence AND r.finished_at IS NULL`,
    [runs.map((run) => run.reportId), runs.map((run) => run.fence)],
  );
  return new Map(
    answered.flatMap(({ place, renewed, ours }) => {
      const run = runs[place - 1];
      return run ? [[run, renewed ? 'renewed' : ours ? 'busy' : 'lost'] as const] : [];
    }),
  );
}

/**
 * Hands a run back, to be claimed at once or after `waitMs`. The fence rises: whoever still works on it writes nothing
 * more. `dies`: this worker ends by an error that nobody caught, which counts like its death. Does nothing when the run is no longer
 * this one's.
 */
export async function releaseRun(pool: pg.Pool, run: Run, waitMs = 0, dies = false): Promise<void> {
  await execute(
    pool,
    `WITH released AS (
       UPDATE reports r SET fence = fence + 1, claimed_by = NULL, worker_deaths = CASE WHEN $4 THEN ${WORKER_DEATHS} ELSE worker_deaths END,
              claimable_at = clock_timestamp() + make_interval(secs => $3::float8 / 1000)
        WHERE id = $1 AND fence = $2 AND finished_at IS NULL RETURNING id)
     SELECT pg_notify('${QUEUED_CHANNEL}', '') FROM released WHERE $3 <= 0`,
    [run.reportId, run.fence, Math.min(Math.max(waitMs, 0), LONGEST_WAIT_MS), dies],
  );
}

const deathsRow = z.object({ own_process_deaths: z.int(), status: z.enum(STEP_NAMES) });

/**
 * Notes that this run has taken down the process of its own. Answers how many the report has taken down so far, and the step it is
 * at; null when the run is no longer this one's.
 */
export async function noteOwnProcessDeath(
  pool: pg.Pool,
  run: Run,
): Promise<{ deaths: number; step: StepName } | null> {
  const row = await firstRow(
    pool,
    deathsRow,
    `UPDATE reports SET own_process_deaths = own_process_deaths + 1
      WHERE id = $1 AND fence = $2 AND finished_at IS NULL RETURNING own_process_deaths, status`,
    [run.reportId, run.fence],
  );
  return row && { deaths: row.own_process_deaths, step: row.status };
}
