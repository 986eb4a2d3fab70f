import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { firstRow, int8, onlyRow, rows } from '../rows.ts';

/** What operators see of one account or report, with the database's own names. */

const accountRow = z.object({
  available_reports: z.int(),
  created_at: z.date(),
  reports: z.int(),
  live_sessions: z.int(),
});

/** An account's balance and counts; the account must be there. */
export async function viewAccount(client: Queryable, userId: string): Promise<z.infer<typeof accountRow>> {
  return await onlyRow(
    client,
    accountRow,
    `SELECT available_reports, created_at, (SELECT count(*)::int FROM reports WHERE user_id = users.id) AS reports,
            (SELECT count(*)::int FROM sessions WHERE user_id = users.id AND ended_at IS NULL AND expires_at > now()) AS live_sessions
       FROM users WHERE id = $1`,
    [userId],
  );
}

const reportRow = z.object({
  id: z.string(),
  task_id: z.string(),
  user_id: z.string().nullable(),
  email: z.string().nullable(),
  model_name: z.string().nullable(),
  lot_number: z.string().nullable(),
  origin: z.string().nullable(),
  lot_key: z.string(),
  url: z.string(),
  status: z.string(),
  message: z.string(),
  error_code: z.string().nullable(),
  total_cost_cents: int8.nullable(),
  fence: int8,
  claimed_by: z.string().nullable(),
  claimable_at: z.date().nullable(),
  created_at: z.date(),
  finished_at: z.date().nullable(),
});
const stepRow = z.object({
  step: z.string(),
  status: z.enum(['running', 'done', 'failed']),
  attempt: z.int(),
  error_code: z.string().nullable(),
  started_at: z.date(),
  finished_at: z.date().nullable(),
});
export const moveRow = z.object({
  kind: z.enum(['grant', 'reserve', 'settle', 'refund', 'purchase', 'take_back']),
  amount: z.int(),
  reason: z.string(),
  report_id: z.string().nullable(),
  created_at: z.date(),
});

/** A report with its steps and what it moved in the ledger; null when there is none. */
export async function viewReport(client: Queryable, reportId: string) {
  const report = await firstRow(
    client,
    reportRow,
    `SELECT r.id, task_id, user_id, u.email, model_name, lot_number, origin, lot_key, url, status, message, error_code,
            total_cost_cents, fence, claimed_by, claimable_at, r.created_at, finished_at
       FROM reports r LEFT JOIN users u ON u.id = r.user_id WHERE r.id = $1`,
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
  return { ...report, steps, ledger };
}
