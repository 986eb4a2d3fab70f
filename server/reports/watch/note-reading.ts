import type pg from 'pg';
import { readAuctionLink } from '../../../contract/auction-link.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import type { LotChange } from '../../../contract/watch/lot-change.ts';
import { inTransaction } from '../../db/client.ts';
import {
  findLastReadings,
  findWatchedReports,
  insertChange,
  lockChanges,
  type WatchedReport,
} from '../../db/lots/lot-changes.ts';
import type { Log } from '../../log.ts';
import { lotKeyOf } from '../../lots/scrape-lot.ts';
import type { Queue } from '../../queue/queue.ts';
import { queueReportMail } from '../report-emails.ts';
import { queueReportPushes } from '../report-pushes.ts';
import { compareLots, readingsOf } from './compare-lots.ts';

export type WatchTools = { pool: pg.Pool; queue: Pick<Queue, 'send'>; log: Log };
/** A lot as it was just read. Nothing is fetched to compare it. */
export type LotReading = { lot: Lot; readAt: Date };
/** `watched`: there is a report that it was compared with; `changes` of the newest. */
export type Compared = { watched: boolean; changes: LotChange[] };

/**
 * Compares a lot that was read with the finished reports of it: of `userId`, whose own page it may be, or of everybody (null)
 * where all may have what was read. What changed is kept with the report and goes to its owner by mail and to their devices.
 */
export async function noteReading(
  tools: WatchTools,
  userId: string | null,
  reading: LotReading,
): Promise<Compared> {
  const { url, vin, vin_masked } = reading.lot;
  const link = readAuctionLink(url);
  const reports = await findWatchedReports(tools.pool, userId, {
    lotKey: link.ok ? lotKeyOf(link.link) : null,
    url: link.ok ? link.link.canonicalUrl : null,
    vin: vin !== null && !vin_masked && vin.length === VIN_LENGTH ? vin : null,
  });
  const compared: LotChange[][] = [];
  for (const report of reports) compared.push(await compareWith(tools, report, reading));
  return { watched: reports.length > 0, changes: compared[0] ?? [] };
}
const VIN_LENGTH = 17;

/** The same beside something else that is answered either way: what it told is lost at worst until the next reading. */
export async function noteBeside(
  tools: WatchTools,
  userId: string | null,
  reading: LotReading,
): Promise<void> {
  try {
    await noteReading(tools, userId, reading);
  } catch (error) {
    tools.log.warn({ error: String(error) }, 'a lot that was read was not compared');
  }
}

async function compareWith(
  tools: WatchTools,
  { id: reportId, userId, lot }: WatchedReport,
  reading: LotReading,
): Promise<LotChange[]> {
  const read_at = reading.readAt.toISOString();
  return await inTransaction(tools.pool, async (client) => {
    await lockChanges(client, reportId);
    const last = await findLastReadings(client, reportId);
    const before = {
      ...readingsOf(lot),
      ...Object.fromEntries(last.map(({ fact, after: value, source }) => [fact, { value, source }])),
    };
    const { lot_number: number, sale_date: sale } = before;
    if (isOtherLot({ number: number?.value ?? '', sale: sale?.value ?? null }, lot, reading.lot)) return [];
    const changes = compareLots(before, readingsOf(reading.lot));
    if (changes.length === 0) return [];
    const ids: string[] = [];
    for (const change of changes)
      ids.push(await insertChange(client, reportId, { ...change, readAt: read_at }));
    const of = { userId, reportId };
    await queueReportMail(client, tools, of, 'lot_changed', { change_ids: ids.join(',') });
    await queueReportPushes(client, tools, of, 'changed');
    return changes.map(({ fact, before: was, after }) => ({ fact, before: was, after, read_at }));
  });
}

/**
 * The car under another number: news where it is for sale there, and an old page of it where it no longer is, or was to be sold
 * before the sale that is known.
 */
function isOtherLot(known: { number: string; sale: string | null }, report: Lot, read: Lot): boolean {
  if (read.lot_number === known.number) return false;
  const earlier = Date.parse(read.sale_date ?? '') < Date.parse(known.sale ?? '');
  return read.lot_number === report.lot_number || read.listing_state !== 'active' || earlier;
}
