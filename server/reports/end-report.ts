import type pg from 'pg';
import { z } from 'zod';
import { CANCELLED_CODE, STEP_NAMES, type StepName } from '../../contract/report-status.ts';
import { type KeyedCall, once } from '../db/accounts/idempotency.ts';
import { inTransaction } from '../db/client.ts';
import type { Announcer } from '../db/reports/report-events.ts';
import { failRun, LeaseLost } from '../db/reports/report-runs.ts';
import { findReportState, type ReportIds } from '../db/reports/reports.ts';
import { AppError } from '../errors.ts';
import { lotByKey } from '../lots/scrape-lot.ts';
import { startReport } from './start-report.ts';

export type EndTools = {
  pool: pg.Pool;
  announcer: Announcer;
  /** A report was cancelled, which no mail speaks of; its batch may have ended with it. */
  cancelled?(client: pg.PoolClient, run: { userId: string; reportId: string }): Promise<void>;
};

const CANCELLED = { code: CANCELLED_CODE, message: 'You canceled this report; it was not charged.' };
const isStep = (status: string): status is StepName => (STEP_NAMES as readonly string[]).includes(status);

async function ownReport(pool: pg.Pool, userId: string, reportId: string) {
  const row = z.uuid().safeParse(reportId).success ? await findReportState(pool, userId, reportId) : null;
  if (!row) throw new AppError('not_found', 'There is no such report.');
  return row;
}

/**
 * Ends a running report at its owner's wish; the reserved report goes back.
 * @throws {AppError} `not_found`; `already_ended` for a report that has ended, which stays as it is.
 */
export async function cancelReport(tools: EndTools, userId: string, reportId: string): Promise<void> {
  for (;;) {
    const row = await ownReport(tools.pool, userId, reportId);
    if (row.finished_at !== null || !isStep(row.status))
      throw new AppError('already_ended', 'This report has already ended. Nothing was changed.');
    try {
      tools.announcer.announce(
        await failRun(
          tools.pool,
          { reportId, fence: row.fence },
          { step: row.status, ...CANCELLED },
          async (client) => await tools.cancelled?.(client, { userId, reportId }),
        ),
      );
      return;
    } catch (error) {
      // A worker claimed the run in between: look again.
      if (!(error instanceof LeaseLost)) throw error;
    }
  }
}

/** Starts a failed report's lot anew, as a new report with its own reservation; once for an Idempotency-Key. */
export async function retryReport(
  tools: EndTools,
  userId: string,
  reportId: string,
  call: KeyedCall | null = null,
  origin: string | null = null,
): Promise<ReportIds> {
  return await once(tools.pool, call, async (keep) => {
    const row = await ownReport(tools.pool, userId, reportId);
    if (!row.status.endsWith('_failed'))
      throw new AppError('report_not_ready', 'Only a failed report can be tried again.');
    const lot = await lotByKey(tools, row.lot_key);
    const ids = await inTransaction(tools.pool, async (client) => {
      const started = await startReport(client, {
        userId,
        lot,
        reason: 'report tried again',
        origin,
        keyId: null,
      });
      if (started === null)
        throw new AppError('report_not_ready', 'A report for this lot is already in progress.');
      await keep(client, started);
      return started;
    });
    tools.announcer.announce(userId);
    return ids;
  });
}
