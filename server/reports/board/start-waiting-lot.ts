import { beginQueuedLot, stopWaitingLot } from '../../db/lots/waiting-lots.ts';
import { isSwitchedOn } from '../../db/ops/switches.ts';
import { AppError, RetryLater } from '../../errors.ts';
import { whyNot } from '../../lots/list/scrape-list.ts';
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
    await stopWaitingLot(tools.pool, id, { state, code, reason });
  }
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
  { pool }: Pick<RequestTools, 'pool'>,
  { waiting_lot_id: id }: Job,
): Promise<void> {
  await stopWaitingLot(pool, id, {
    state: 'refused',
    code: 'unavailable',
    reason: 'Its site could not be read for hours. Try again, or send the lot’s page.',
  });
}
