import type pg from 'pg';
import { readAuctionLink } from '../../contract/auction-link.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { readQuota, reserveReport } from '../db/accounts/quota.ts';
import { putInBatch } from '../db/lots/lot-batches.ts';
import { takeStartedLots } from '../db/lots/waiting-lots.ts';
import { refuseWhereOff } from '../db/ops/switches.ts';
import { appendEvent } from '../db/reports/report-events.ts';
import { offerReport } from '../db/reports/report-leases.ts';
import { insertReport, type ReportIds } from '../db/reports/reports.ts';
import { AppError } from '../errors.ts';
import { lotKeyOf } from '../lots/scrape-lot.ts';
import { currentWork } from '../tracing/current-work.ts';

const FIRST_MESSAGE = 'Report queued';

/** `origin`: the address of ours that its user is on; `keyId`: the access key that asks for it. */
export type Start = {
  userId: string;
  lot: StoredLot;
  reason: string;
  origin: string | null;
  keyId: string | null;
  /** The lots it is started with at once. */
  batchId?: string | null;
};

/**
 * Row, reserved quota and first event of a report, offered to the workers, inside the caller's transaction. Null when one is already
 * running for this user and lot. Throws quota_exceeded.
 */
export async function startReport(client: pg.PoolClient, start: Start): Promise<ReportIds | null> {
  await refuseWhereOff(client, 'new_reports');
  const made = await insertReport(client, {
    ...start,
    message: FIRST_MESSAGE,
    traceId: currentWork()?.traceId ?? null,
  });
  if (made === null) return null;
  if (!(await reserveReport(client, { userId: start.userId, reportId: made.id, reason: start.reason }))) {
    const { notice } = await readQuota(client, start.userId);
    throw new AppError('quota_exceeded', ['You have no reports left.', notice].filter(Boolean).join(' '));
  }
  await appendEvent(client, made);
  await offerReport(client, made.id);
  const waited = await takeStartedLots(client, start.userId, namesOf(start.lot));
  const batchId = start.batchId ?? waited;
  if (batchId !== null) await putInBatch(client, made.id, batchId);
  return { reportId: made.id, taskId: made.task_id };
}

/** What the board may name a lot by: a page that its user sent is of the lot of its link. */
function namesOf({ lot_key, url }: StoredLot): string[] {
  const reading = readAuctionLink(url);
  return reading.ok ? [lot_key, lotKeyOf(reading.link)] : [lot_key];
}
