import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, rows } from '../rows.ts';

/** When the account's time for approved reports ends; null: nothing of `r` is approved, or its account `p` has no such rule. */
const KEPT_UNTIL = `(SELECT max(a.approved_at) FROM report_approvals a WHERE a.report_id = r.id)
  + make_interval(days => (p.keeping ->> 'approved_days')::int)`;
const keptRow = z.object({ id: z.string(), name: z.string().nullable(), until: z.date() });

/**
 * Holds these reports of a user until the transaction ends, so that none is approved meanwhile, and answers one that its account
 * keeps for its approval; null where there is none.
 */
export async function holdKept(
  client: Queryable,
  userId: string,
  reportIds: readonly string[],
): Promise<z.infer<typeof keptRow> | null> {
  await execute(
    client,
    'SELECT FROM reports WHERE user_id = $1 AND id = ANY($2::uuid[]) ORDER BY id FOR UPDATE',
    [userId, reportIds],
  );
  return await firstRow(
    client,
    keptRow,
    `SELECT r.id, r.model_name AS name, ${KEPT_UNTIL} AS until
       FROM reports r JOIN account_preferences p ON p.user_id = r.user_id
      WHERE r.user_id = $1 AND r.id = ANY($2::uuid[]) AND ${KEPT_UNTIL} > now() ORDER BY until DESC LIMIT 1`,
    [userId, reportIds],
  );
}

/**
 * Deletes ended reports that are past their account's days, or past `mostDays` whatever their account says; those its account keeps
 * for their approval stay until that time is over, too. Answers the lots they were of.
 */
export async function deleteExpired(client: Queryable, mostDays: number | null): Promise<string[]> {
  const gone = await rows(
    client,
    z.object({ lot_key: z.string() }),
    `DELETE FROM reports WHERE id IN (
       SELECT r.id FROM reports r LEFT JOIN account_preferences p ON p.user_id = r.user_id
        WHERE r.user_id IS NOT NULL
          AND greatest(r.finished_at, (SELECT max(v.created_at) FROM report_versions v WHERE v.report_id = r.id))
              < now() - make_interval(days => least((p.keeping ->> 'reports_days')::int, $1::int))
          AND r.finished_at IS NOT NULL AND coalesce(${KEPT_UNTIL} <= now(), true)
        FOR UPDATE OF r SKIP LOCKED)
     RETURNING lot_key`,
    [mostDays],
  );
  return gone.map(({ lot_key }) => lot_key);
}
