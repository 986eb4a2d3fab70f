import { z } from 'zod';
import { PAGE_SIZE } from '../../../contract/api/operator/console-answers.ts';
import { CANCELLED_CODE, type ReportOutcome } from '../../../contract/report-status.ts';
import type { Queryable } from '../client.ts';
import { MOMENT, pageOf, readCursor } from '../page-cursor.ts';
import { firstRow, int8, rows } from '../rows.ts';
import { moveRow } from './console-users.ts';

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
  if (filter.outcome) where.push(OUTCOMES[filter.outcome]);
  if (filter.error_code !== undefined) where.push(`r.error_code = $${values.push(filter.error_code)}`);
  if (filter.user_id !== undefined) where.push(`r.user_id::text = $${values.push(filter.user_id)}`);
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
    `SELECT r.error_code, count(*)::int AS reports FROM reports r
      WHERE ${OUTCOMES.failed} AND r.created_at > now() - interval '30 days' GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
}

const runRow = reportRow.extend({
  fence: int8,
  claimed_by: z.string().nullable(),
  origin: z.string().nullable(),
});
const stepRow = z.object({
  step: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  attempt: z.int(),
  error_code: z.string().nullable(),
  started_at: z.date(),
  finished_at: z.date().nullable(),
});

/** How a report ran: its steps and its entries of the ledger, without what it found; null where there is none. */
export async function findConsoleRun(client: Queryable, reportId: string) {
  const report = await firstRow(
    client,
    runRow,
    `SELECT ${COLUMNS}, r.fence, r.claimed_by, r.origin FROM reports r LEFT JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
    [reportId],
  );
  if (report === null) return null;
  const steps = await rows(
    client,
    stepRow,
    'SELECT step, status, attempt, error_code, started_at, finished_at FROM report_steps WHERE report_id = $1 ORDER BY started_at',
    [reportId],
  );
  const ledger = await rows(
    client,
    moveRow,
    'SELECT kind, amount, reason, report_id, created_at FROM quota_ledger WHERE report_id = $1 ORDER BY id',
    [reportId],
  );
  return { report, steps, ledger };
}
