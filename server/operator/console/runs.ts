import type pg from 'pg';
import { z } from 'zod';
import type {
  OperatorReport,
  OperatorReportDetail,
  operatorReportListSchema,
  operatorReportsQuerySchema,
} from '../../../contract/api/operator/console-answers.ts';
import { outcomeOf } from '../../../contract/report-status.ts';
import { audit } from '../../db/ops/audit.ts';
import { type ConsoleReport, causesOfFailure, listRuns } from '../../db/ops/console-reports.ts';
import { viewReport } from '../../db/ops/operator-views.ts';
import type { Announcer } from '../../db/reports/report-events.ts';
import { AppError } from '../../errors.ts';
import { retryReport } from '../../reports/end-report.ts';
import { ledgerEntries } from './people.ts';

type RunTools = { pool: pg.Pool; announcer: Announcer };

function asListed(row: ConsoleReport): OperatorReport {
  const outcome = outcomeOf(row.status, row.error_code);
  return {
    report_id: row.id,
    user_id: row.user_id,
    email: row.email,
    vehicle: row.model_name,
    lot_number: row.lot_number,
    url: row.url,
    outcome,
    status: row.status,
    message: row.message,
    error_code: row.error_code,
    created_at: row.created_at.toISOString(),
    finished_at: row.finished_at?.toISOString() ?? null,
    can_retry: outcome === 'failed' && row.user_id !== null,
  };
}

/** Reports of all accounts, without what they found; noted with those it showed. */
export async function listReports(
  { pool }: Pick<RunTools, 'pool'>,
  actor: string,
  query: z.infer<typeof operatorReportsQuerySchema>,
): Promise<z.infer<typeof operatorReportListSchema>> {
  const { shown, next } = await listRuns(pool, query);
  const { cursor: _, ...asked } = query;
  const details = { ...asked, reports: shown.map(({ id }) => id) };
  await audit(pool, { actor, action: 'reports_listed', subject: null, details });
  return { reports: shown.map(asListed), causes: await causesOfFailure(pool), next_cursor: next };
}

async function run({ pool }: Pick<RunTools, 'pool'>, reportId: string) {
  const found = z.uuid().safeParse(reportId).success ? await viewReport(pool, reportId) : null;
  if (found === null) throw new AppError('not_found', 'There is no such report.');
  return found;
}

/** How one report ran; noted. Throws not_found. */
export async function readRun(
  tools: Pick<RunTools, 'pool'>,
  actor: string,
  reportId: string,
): Promise<OperatorReportDetail> {
  const { steps, ledger, ...report } = await run(tools, reportId);
  await audit(tools.pool, { actor, action: 'report_read', subject: report.id, details: {} });
  return {
    ...asListed(report),
    claims: report.fence,
    claimed_by: report.claimed_by,
    steps: steps.map((step) => ({
      ...step,
      started_at: step.started_at.toISOString(),
      finished_at: step.finished_at?.toISOString() ?? null,
    })),
    ledger: ledgerEntries(ledger),
  };
}

/** Runs a failed report anew for its user, charged as their own retry is; noted. Throws not_found and whatever a retry throws. */
export async function retryForUser(
  tools: RunTools,
  actor: string,
  reportId: string,
): Promise<{ report_id: string }> {
  const report = await run(tools, reportId);
  if (report.user_id === null || !asListed(report).can_retry)
    throw new AppError('report_not_ready', 'Only a failed report of an account can be tried again.');
  const made = await retryReport(tools, report.user_id, report.id, null, report.origin).catch(
    (error: unknown) => {
      if (error instanceof AppError && error.code === 'lot_not_found')
        throw new AppError(
          'lot_not_found',
          'Its lot is no longer kept here: its user pastes the link again.',
        );
      throw error;
    },
  );
  const details = { report_id: made.reportId };
  await audit(tools.pool, { actor, action: 'report_retried', subject: report.id, details });
  return { report_id: made.reportId };
}
