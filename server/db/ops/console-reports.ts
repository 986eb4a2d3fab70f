import { z } from 'zod';
import { PAGE_SIZE } from '../../../contract/api/operator/console-answers.ts';
import { CANCELLED_CODE, type ReportOutcome } from '../../../contract/report-status.ts';
import type { Queryable } from '../client.ts';
import { OUTCOME, OUTCOME_NUMBERS, SHELF } from '../listed-by.ts';
import { MOMENT, pageOf, readCursor } from '../page-cursor.ts';
import { rows } from '../rows.ts';

const reportRow = z.object({
  id: z.string(),
  user_id: z.string().nullable(),
  email: z.string().nullable(),
  model_name: z.string().nullable(),
  lot_number: z.string().nullable(),
  url: z.string(),
  status: z.string(),
  message: z.string(),
  error_code: z.string().nullable(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
});
export type ConsoleReport = z.infer<typeof reportRow>;
const COLUMNS = `r.id, r.user_id, u.email, r.model_name, r.lot_number, r.url, r.status, r.message, r.error_code, r.created_at, r.finished_at`;

/** As the partial indexes of `reports` have them. */
const OUTCOMES: Record<ReportOutcome, string> = {
  ready: "r.status = 'finished'",
  failed: `r.error_code <> '${CANCELLED_CODE}' AND r.finished_at IS NOT NULL`,
  cancelled: `r.error_code = '${CANCELLED_CODE}' AND r.finished_at IS NOT NULL`,
  in_progress: 'r.finished_at IS NULL',
};

/** Reports of all accounts, newest first. */
export async function listRuns(
  client: Queryable,
  filter: {
    outcome?: ReportOutcome | undefined;
    error_code?: string | undefined;
    user_id?: string | undefined;
    cursor?: string | undefined;
  },
): Promise<{ shown: ConsoleReport[]; next: string | null }> {
  const values: unknown[] = [PAGE_SIZE + 1];
  const where = ['true'];
  const position = filter.cursor === undefined ? null : readCursor(filter.cursor, MOMENT);
  if (position) {
    values.push(position.at, position.id);
    where.push('(r.created_at, r.id) < ($2::timestamptz, $3::uuid)');
  }
  if (filter.error_code !== undefined) where.push(`r.error_code = $${values.push(filter.error_code)}`);
  if (filter.user_id !== undefined) where.push(`r.user_id = $${values.push(filter.user_id)}::uuid`);
  if (filter.outcome && filter.user_id !== undefined) {
    // The newest of either shelf: an account's rare ones are found along their index, not among all it has.
    const [of, n] = [[...where], OUTCOME_NUMBERS[filter.outcome]];
    const newest = [0, 1].map(
      (
        shelf,
      ) => `(SELECT r.id FROM reports r WHERE ${of.join(' AND ')} AND ${SHELF} = ${shelf} AND ${OUTCOME} = ${n}
         ORDER BY r.created_at DESC, r.id DESC LIMIT $1)`,
    );
    where.push(`r.id IN (${newest.join(' UNION ALL ')})`);
  } else if (filter.outcome) where.push(OUTCOMES[filter.outcome]);
  const found = await rows(
    client,
    reportRow.extend({ sorted_by: z.string() }),
    `SELECT ${COLUMNS}, r.created_at::text AS sorted_by FROM reports r LEFT JOIN users u ON u.id = r.user_id
      WHERE ${where.join(' AND ')} ORDER BY r.created_at DESC NULLS LAST, r.id DESC NULLS LAST LIMIT $1`,
    values,
  );
  return pageOf(found, PAGE_SIZE);
}

const causeRow = z.object({ error_code: z.string(), reports: z.int() });

/** Why reports of the last 30 days failed, the most frequent first. */
export async function causesOfFailure(client: Queryable): Promise<z.infer<typeof causeRow>[]> {
  return await rows(
    client,
    causeRow,
    // From one code to the next along their index, and of each those of 30 days: few of all that ever failed.
    `WITH RECURSIVE codes AS (
       (SELECT error_code FROM reports WHERE error_code IS NOT NULL ORDER BY error_code LIMIT 1)
       UNION ALL
       SELECT (SELECT r.error_code FROM reports r WHERE r.error_code > codes.error_code ORDER BY r.error_code LIMIT 1) FROM codes
        WHERE codes.error_code IS NOT NULL)
     SELECT codes.error_code, found.reports FROM codes CROSS JOIN LATERAL (
       SELECT count(*)::int AS reports FROM reports r WHERE r.error_code = codes.error_code AND r.created_at > now() - interval '30 days') found
      WHERE codes.error_code <> '${CANCELLED_CODE}' AND found.reports > 0 ORDER BY 2 DESC, 1`,
  );
}
