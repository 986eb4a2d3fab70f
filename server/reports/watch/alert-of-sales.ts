import type pg from 'pg';
import { inTransaction } from '../../db/client.ts';
import { findDueSales, noteAlerted } from '../../db/lots/due-sales.ts';
import type { Log } from '../../log.ts';
import type { Queue } from '../../queue/queue.ts';
import { queueReportMail } from '../report-emails.ts';
import { hoursUntilSale } from './sale-clock.ts';

type AlertTools = { pool: pg.Pool; queue: Pick<Queue, 'send'>; log: Log; now(): Date };

/** Owners are alerted so long before a sale (judgment). */
const AHEAD_HOURS = 24;
/** Sales of one turn; the next turn takes the others. */
const MOST = 1_000;
const DAY_MS = 86_400_000;
const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/**
 * Alerts owners by mail of sales within a day, once for each sale. Nothing is fetched: a sale counts as it was last read.
 * @returns How many mails were queued.
 */
export async function alertOfSales({ pool, queue, log, now }: AlertTools): Promise<number> {
  const at = now().getTime();
  const due = await findDueSales(pool, { from: dayOf(at), to: dayOf(at + 2 * DAY_MS), most: MOST });
  let alerted = 0;
  for (const sale of due) {
    const hours = hoursUntilSale(sale.sale, at);
    if (hours === null || hours > AHEAD_HOURS) continue;
    await inTransaction(pool, async (client) => {
      if (!(await noteAlerted(client, sale))) return;
      const of = { userId: sale.user_id, reportId: sale.id };
      await queueReportMail(client, { queue, log }, of, 'sale_soon');
      alerted += 1;
    });
  }
  return alerted;
}
