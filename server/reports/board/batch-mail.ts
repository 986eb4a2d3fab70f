import type pg from 'pg';
import { unsubscribe } from '../../../contract/api/account-calls.ts';
import { addressOf } from '../../../contract/api/api-call.ts';
import { roomOver } from '../../../contract/deal/deal-brief.ts';
import { priceWords } from '../../../contract/report-view/deal/price-words.ts';
import { DEAL_VERDICTS, shortAnswer } from '../../../contract/report-view/deal/short-answer.ts';
import { wholeDollars } from '../../../contract/report-view/figures.ts';
import { counted } from '../../../contract/report-view/words/sentence.ts';
import { carName } from '../../../contract/vehicles/car-name.ts';
import { unsubscribeToken } from '../../accounts/unsubscribe.ts';
import { findPreferences } from '../../db/accounts/preferences.ts';
import { findUser, findUserByEmail } from '../../db/accounts/users.ts';
import { inSavepoint } from '../../db/client.ts';
import { type BatchLot, findBatchLots, findBatchOf, hasBatchEnded } from '../../db/lots/lot-batches.ts';
import type { Log } from '../../log.ts';
import { type FillMail, queueMail } from '../../mail/send-mail.ts';
import type { Queue } from '../../queue/queue.ts';

export type BatchMailTools = { queue: Pick<Queue, 'send'>; log: Log };

/** Queues the one mail of a batch in the transaction that ends its last lot; before that nothing. A queue that fails costs the mail. */
export async function queueEndedBatch(
  client: pg.PoolClient,
  { queue, log }: BatchMailTools,
  { userId, batchId, ended }: { userId: string; batchId: string; ended: string | null },
): Promise<void> {
  try {
    await inSavepoint(client, async () => {
      if (!(await hasBatchEnded(client, { userId, batchId, ended }))) return;
      const user = await findUser(client, userId);
      if (user) await queueMail(client, queue, user.email, 'batch_ready', { batch_id: batchId });
    });
  } catch (error) {
    log.warn({ batch: batchId, error: String(error) }, 'the mail of a batch was not queued');
  }
}

/** Whether an ended report is one of a batch, whose mail speaks of it; the batch may have ended with it. */
export async function endedInBatch(
  client: pg.PoolClient,
  tools: BatchMailTools,
  { userId, reportId }: { userId: string | null; reportId: string },
): Promise<boolean> {
  const batchId = userId === null ? null : await findBatchOf(client, reportId);
  if (userId === null || batchId === null) return false;
  await queueEndedBatch(client, tools, { userId, batchId, ended: reportId });
  return true;
}

/** The most promising lot is named first. */
const roomOf = ({ deal_brief: deal }: BatchLot): number =>
  roomOver(deal && 'max_bid' in deal.answer ? deal.answer.max_bid : null, deal?.price) ??
  Number.NEGATIVE_INFINITY;

const nameOf = ({ name, make }: BatchLot): string => carName(name, make) ?? name ?? 'Lot';

/** What a lot of the mail says under its name. */
function lotWords({ finished, reason, total_cost_cents, deal_verdict, deal_brief }: BatchLot): string {
  if (!finished) return `No report, not charged: ${reason}`;
  const repair = total_cost_cents === null ? '' : `Repair about ${wholeDollars(total_cost_cents / 100)}`;
  if (deal_brief === null) return `${repair}.`;
  const { label, amount } = shortAnswer(deal_brief);
  const bid = `${label} ${amount}`.trim();
  const price = deal_brief.price === null ? '' : priceWords(deal_brief.price);
  const verdict = deal_verdict === null ? '' : DEAL_VERDICTS[deal_verdict];
  return `${[verdict, bid, price, repair].filter((words) => words !== '').join('. ')}.`;
}

/** Fills the mail of a batch: what its user wants mails about, the most promising lot first, those without a report last. */
export const fillBatchEmail =
  (addressFor: (origin: string | null) => string): FillMail =>
  async (client, { recipient, parameters }) => {
    const user = await findUserByEmail(client, recipient);
    if (user === null || parameters.batch_id === undefined) return null;
    const { mails } = await findPreferences(client, user.id);
    const lots = (await findBatchLots(client, user.id, parameters.batch_id))
      .filter(({ finished }) => (finished ? mails.report_ready : mails.report_failed))
      .toSorted((a, b) => Number(b.finished) - Number(a.finished) || roomOf(b) - roomOf(a) || 0);
    const [first] = lots;
    if (first === undefined) return null;
    const base = addressFor(first.origin);
    const token = await unsubscribeToken(
      client,
      user.id,
      mails.report_ready ? 'report_ready' : 'report_failed',
    );
    const ready = lots.filter(({ finished }) => finished).length;
    return {
      to: user.email,
      parameters: {
        first_name: user.first_name,
        sum:
          ready === lots.length
            ? `${counted(ready, 'report is', 'reports are')} ready`
            : `${ready} of ${lots.length} reports ${ready === 1 ? 'is' : 'are'} ready`,
        lots: lots.map((lot) => ({
          name: nameOf(lot),
          words: lotWords(lot),
          link: lot.report_id === null ? `${base}/board` : `${base}/reports/${lot.report_id}`,
        })),
        board_link: `${base}/board`,
        unsubscribe_link: `${base}/unsubscribe?token=${token}`,
        one_click_link: `${base}${addressOf(unsubscribe, { query: { token } })}`,
      },
    };
  };
