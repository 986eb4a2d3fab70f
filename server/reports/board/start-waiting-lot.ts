import { readAuctionLink } from '../../../contract/auction-link.ts';
import { inTransaction } from '../../db/client.ts';
import { findLot } from '../../db/lots/lots.ts';
import { beginQueuedLot, stopWaitingLot, type WaitingRow } from '../../db/lots/waiting-lots.ts';
import { isSwitchedOn } from '../../db/ops/switches.ts';
import { AppError, RetryLater } from '../../errors.ts';
import { whyNot } from '../../lots/list/scrape-list.ts';
import { lotKeyOf } from '../../lots/scrape-lot.ts';
import type { Queue } from '../../queue/queue.ts';
import { type RequestTools, requestReport } from '../request-report.ts';

type Job = { waiting_lot_id: string };

/** While operators have new reports turned off, lots are looked after so often. */
const OFF_SECONDS = 30;

/**
 * Reads a lot of the board and starts its report, once: the report and the end of its wait are one transaction, so that
 * whoever dies in between is followed by one who finds the one or the other. A refusal is said on the board. Throws where the site
 * asks to wait or does not answer in time: the queue comes back.
 */
export async function startWaitingLot(tools: RequestTools, { waiting_lot_id: id }: Job): Promise<void> {
  const lot = await beginQueuedLot(tools.pool, id);
  if (lot === null) return;
  try {
    const { user_id: userId, listed, lot_key, origin, asked_by_key: keyId } = lot;
    await requestReport(tools, userId, { auction_url: listed, lot_key }, null, {
      origin,
      keyId,
      waitingLot: id,
    });
  } catch (error) {
    if (error instanceof RetryLater || !(error instanceof AppError)) throw error;
    if (error.code === 'not_found') return;
    if (error.code === 'unavailable') throw error;
    const { code, reason } = whyNot(error);
    const state = code === 'quota_exceeded' ? 'no_reports' : 'refused';
    await stopWaiting(tools, id, { state, code, reason, name: await carAt(tools, lot) });
  }
}

/** Ends a lot's wait without a report, and tells its batch. */
async function stopWaiting(
  { pool, lotEnded }: Pick<RequestTools, 'pool' | 'lotEnded'>,
  id: string,
  why: Parameters<typeof stopWaitingLot>[2],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const ended = await stopWaitingLot(client, id, why);
    if (ended?.batch_id) await lotEnded?.(client, { userId: ended.user_id, batchId: ended.batch_id });
  });
}

/** The car of a lot that was read before, whatever became of its report; null where it never was. */
async function carAt(
  { pool }: Pick<RequestTools, 'pool'>,
  { listed, lot_key }: WaitingRow,
): Promise<string | null> {
  const reading = readAuctionLink(listed);
  const key = lot_key ?? (reading.ok ? lotKeyOf(reading.link) : null);
  return key === null ? null : ((await findLot(pool, key, null))?.name ?? null);
}

/** The job: `startWaitingLot`, once new reports are on. However long they are off, no try is used up. */
export async function startLotWhenOn(
  tools: RequestTools & { queue: Pick<Queue, 'send'> },
  job: Job,
): Promise<void> {
  if (await isSwitchedOn(tools.pool, 'new_reports')) await startWaitingLot(tools, job);
  else await tools.queue.send('start-lot', job, { afterSeconds: OFF_SECONDS });
}

/** The job: no try was any use. */
export async function giveUpWaitingLot(
  tools: Pick<RequestTools, 'pool' | 'lotEnded'>,
  { waiting_lot_id: id }: Job,
): Promise<void> {
  await stopWaiting(tools, id, {
    state: 'refused',
    code: 'unavailable',
    reason: 'Its site could not be read for hours. Try again, or send the lot’s page.',
  });
}
