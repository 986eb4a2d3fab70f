import { REMINDER_HOURS } from '../../../contract/partners/quotes/quote.ts';
import { inTransaction } from '../../db/client.ts';
import {
  endRequest,
  findOverdueRequests,
  findQuote,
  findQuotesOf,
  holdRequest,
  takeReminders,
} from '../../db/partners/quotes.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { QuoteTools } from './ask-for-quotes.ts';

const HOUR_MS = 3_600_000;
/** In one go; the next hour goes on. */
const AT_ONCE = 500;

/** Reminds partners that have not answered, once each, and ends requests whose time is over; answers how many of both. */
export async function endQuotes({
  pool,
  queue,
  now,
}: QuoteTools): Promise<{ reminded: number; ended: number }> {
  const at = now();
  const reminded = await inTransaction(pool, async (client) => {
    const askedBefore = new Date(at.getTime() - REMINDER_HOURS * HOUR_MS);
    const ids = await takeReminders(client, { askedBefore, now: at, most: AT_ONCE });
    for (const id of ids) {
      const quote = await findQuote(client, id);
      if (quote?.email && quote.partner_state === 'approved')
        await queueMail(client, queue, quote.email, 'quote_reminder', { quote_id: id });
    }
    return ids.length;
  });
  const overdue = await findOverdueRequests(pool, at, AT_ONCE);
  for (const requestId of overdue)
    await inTransaction(pool, async (client) => {
      await holdRequest(client, requestId);
      const [first] = await findQuotesOf(client, requestId);
      if (first?.request_state !== 'open') return;
      await endRequest(client, requestId, 'expired');
      await queueMail(client, queue, first.owner_email, 'quote_expired', { quote_id: first.id });
    });
  return { reminded, ended: overdue.length };
}
