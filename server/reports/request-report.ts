import { createHash } from 'node:crypto';
import type pg from 'pg';
import type { ProcessReportRequest } from '../../contract/calls.ts';
import type { StoredLot } from '../../contract/lot.ts';
import { inTransaction, type Queryable } from '../db/client.ts';
import type { Announcer } from '../db/report-events.ts';
import { findRunningReport, type ReportIds } from '../db/reports.ts';
import { AppError } from '../errors.ts';
import type { Queue } from '../queue/queue.ts';
import { startReport } from './start-report.ts';

export type RequestTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  announcer: Announcer;
  /** The stored lot of a link or key, read again when there is none or it is stale. */
  lotFor(request: ProcessReportRequest, userId: string): Promise<StoredLot>;
};

/**
 * Starts a report: row, reserved quota, first event and job in one transaction. The same lot while one is in progress,
 * and the same Idempotency-Key, answer with the same ids and charge nothing. The client's vin, make and lot number are
 * not used: the stored lot is the truth. Throws quota_exceeded, unsupported_make, or what reading the lot throws.
 */
export async function requestReport(
  tools: RequestTools,
  userId: string,
  request: ProcessReportRequest,
  idempotencyKey: string | null,
): Promise<ReportIds> {
  const requestHash = createHash('sha256')
    .update(JSON.stringify([request.auction_url, request.lot_key ?? null]))
    .digest('hex');
  const earlier =
    idempotencyKey === null ? null : await findByKey(tools.pool, userId, idempotencyKey, requestHash);
  if (earlier) return earlier;
  const lot = await tools.lotFor(request, userId);
  if (!lot.make_supported) {
    throw new AppError('unsupported_make', 'This make is not supported at this time.', {
      details: { make: lot.make },
    });
  }
  const ids = await inTransaction(tools.pool, async (client) => {
    const started = await startReport(client, tools.queue, { userId, lot, reason: 'report started' });
    if (started !== null) {
      if (idempotencyKey !== null)
        await keepKey(client, userId, idempotencyKey, requestHash, started.reportId);
      return started;
    }
    const running = await findRunningReport(client, userId, lot.lot_key);
    if (running === null)
      throw new AppError('unavailable', 'This report has just ended. Please try again.', {
        details: { retry_after: 1 },
      });
    return running;
  });
  tools.announcer.announce(userId);
  return ids;
}

async function findByKey(
  client: Queryable,
  userId: string,
  key: string,
  requestHash: string,
): Promise<ReportIds | null> {
  const found = await client.query<{ report_id: string; task_id: string; request_hash: string }>(
    `SELECT k.report_id, r.task_id, k.request_hash FROM idempotency_keys k JOIN reports r ON r.id = k.report_id
      WHERE k.user_id = $1 AND k.key = $2`,
    [userId, key],
  );
  const row = found.rows[0];
  if (!row) return null;
  if (row.request_hash !== requestHash) {
    throw new AppError('validation_error', 'This Idempotency-Key was used for another request.', {
      status: 422,
    });
  }
  return { reportId: row.report_id, taskId: row.task_id };
}

async function keepKey(
  client: Queryable,
  userId: string,
  key: string,
  requestHash: string,
  reportId: string,
): Promise<void> {
  const kept = await client.query(
    'INSERT INTO idempotency_keys (user_id, key, request_hash, report_id) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING',
    [userId, key, requestHash, reportId],
  );
  if (kept.rowCount !== 1)
    throw new AppError('unavailable', 'The same request is being handled. Please try again.', {
      details: { retry_after: 1 },
    });
}
