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

/** Of `r`: past `days` days, and kept for no approval. */
const isOver = (days: string): string => `r.finished_at < now() - make_interval(days => ${days})
  AND NOT EXISTS (SELECT 1 FROM report_versions v WHERE v.report_id = r.id AND v.created_at >= now() - make_interval(days => ${days}))
  AND coalesce(${KEPT_UNTIL} <= now(), true)`;

/**
 * Deletes ended reports, `most` at most, that are past their account's days, or past `mostDays` whatever their account says; those
 * its account keeps for their approval stay until that time is over, too. Answers the lots they were of: fewer than `most`, and
 * none is left.
 */
export async function deleteExpired(
  client: Queryable,
  mostDays: number | null,
  most: number,
): Promise<string[]> {
  const gone: string[] = [];
  for (const over of mostDays === null ? [PAST_ACCOUNT] : [PAST_ACCOUNT, PAST_SERVICE]) {
    if (gone.length >= most) break;
    const found = await rows(
      client,
      z.object({ lot_key: z.string() }),
      `DELETE FROM reports WHERE id = ANY (ARRAY(${over})) RETURNING lot_key`,
      [mostDays, most - gone.length],
    );
    gone.push(...found.map(({ lot_key }) => lot_key));
  }
  return gone;
}
const PAST_ACCOUNT = `SELECT r.id FROM account_preferences p CROSS JOIN LATERAL (
   SELECT r.id FROM reports r WHERE r.user_id = p.user_id AND r.finished_at IS NOT NULL
      AND ${isOver("least((p.keeping ->> 'reports_days')::int, $1::int)")}
    LIMIT $2 FOR UPDATE SKIP LOCKED) r
  WHERE p.keeping ->> 'reports_days' IS NOT NULL LIMIT $2`;
const PAST_SERVICE = `SELECT r.id FROM reports r LEFT JOIN account_preferences p ON p.user_id = r.user_id
  WHERE r.user_id IS NOT NULL AND r.finished_at IS NOT NULL AND ${isOver('$1::int')}
  LIMIT $2 FOR UPDATE OF r SKIP LOCKED`;
