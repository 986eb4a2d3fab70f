import type pg from 'pg';
import type { ProcessReportRequest } from '../../contract/calls.ts';
import { unsupportedWords } from '../../contract/lot-words.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { type KeyedCall, once } from '../db/accounts/idempotency.ts';
import { inTransaction } from '../db/client.ts';
import { takeWaitingLot } from '../db/lots/waiting-lots.ts';
import type { Announcer } from '../db/reports/report-events.ts';
import { findRunningReport, type ReportIds } from '../db/reports/reports.ts';
import { AppError } from '../errors.ts';
import { type Start, startReport } from './start-report.ts';

export type RequestTools = {
  pool: pg.Pool;
  announcer: Announcer;
  /** The stored lot of a link or key, read again when there is none or it is stale. */
  lotFor(request: ProcessReportRequest, userId: string): Promise<StoredLot>;
  /** A lot of a batch has ended without a report of its own. */
  lotEnded?(client: pg.PoolClient, batch: { userId: string; batchId: string }): Promise<void>;
};

/** `waitingLot`: the one on its user's board whose turn it is; not_found where it was taken off meanwhile. */
type Asked = Pick<Start, 'origin' | 'keyId'> & { waitingLot?: string };

/**
 * Starts a report: row, reserved quota, first event and offer to the workers in one transaction. The same lot while one is in progress,
 * and the same Idempotency-Key, answer with the same ids and charge nothing. The client's vin, make and lot number are
 * not used: the stored lot is the truth. Throws quota_exceeded, unsupported_make, or what reading the lot throws.
 */
export async function requestReport(
  tools: RequestTools,
  userId: string,
  request: ProcessReportRequest,
  call: KeyedCall | null,
  from: Asked = { origin: null, keyId: null },
): Promise<ReportIds> {
  return await once(tools.pool, call, async (keep) => {
    const lot = await tools.lotFor(request, userId);
    if (!lot.make_supported) {
      throw new AppError('unsupported_make', unsupportedWords(lot), {
        details: { make: lot.make },
      });
    }
    const ids = await inTransaction(tools.pool, async (client) => {
      const { waitingLot, ...asked } = from;
      const waited = waitingLot === undefined ? null : await takeWaitingLot(client, userId, waitingLot);
      if (waitingLot !== undefined && waited === null)
        throw new AppError('not_found', 'This lot is no longer on the board.');
      const batchId = waited?.batch_id ?? null;
      const made = await startReport(client, { userId, lot, reason: 'report started', batchId, ...asked });
      if (made === null && batchId !== null) await tools.lotEnded?.(client, { userId, batchId });
      const started = made ?? (await findRunningReport(client, userId, lot.lot_key));
      if (started === null)
        throw new AppError('unavailable', 'This report has just ended. Please try again.', {
          details: { retry_after: 1 },
        });
      await keep(client, started);
      return started;
    });
    tools.announcer.announce(userId);
    return ids;
  });
}
