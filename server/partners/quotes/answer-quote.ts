import type {
  AnswerQuote,
  AskedQuote,
  OwnQuotes,
  QuotePart,
} from '../../../contract/partners/quotes/quote.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { inTransaction } from '../../db/client.ts';
import {
  findPartnerQuotes,
  findQuote,
  holdRequest,
  type QuoteRow,
  setAnswer,
  setOpened,
} from '../../db/partners/quotes.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { QuoteTools } from './ask-for-quotes.ts';
import { quoteOf, quotePath } from './quote-link.ts';
import { asAsked } from './quote-views.ts';

const DAY_MS = 86_400_000;
/** Of a partner's own list. */
const MOST_LISTED = 200;

const refused = (message: string): AppError => new AppError('validation_error', message);

/** What a link asks for; that it was opened is noted. Throws not_found. */
export async function readQuote(
  { pool, now }: Pick<QuoteTools, 'pool' | 'now'>,
  token: string,
): Promise<AskedQuote> {
  const row = await quoteOf(pool, token);
  await setOpened(pool, row.id, now());
  return asAsked(row);
}

type Figures = Extract<AnswerQuote, { answer: 'quote' }>;
/** Pieces × prices, and shipping. */
export const quoteTotal = (
  parts: readonly Pick<QuotePart, 'pieces'>[],
  figures: Pick<Figures, 'parts' | 'shipping'>,
): Cents =>
  parts.reduce((sum, { pieces }, index) => {
    const quoted = figures.parts[index];
    return sum + (quoted ? pieces * centsFromDollars(quoted.price) : 0);
  }, centsFromDollars(figures.shipping));

/**
 * Takes a partner's answer by its link, in place of one it gave before; the owner hears of each quote by mail. Throws not_found, or
 * validation_error where the request has ended or the prices do not fit its parts.
 */
export async function answerQuote(
  { pool, queue, now }: QuoteTools,
  token: string,
  answer: AnswerQuote,
): Promise<AskedQuote> {
  const { id, request_id } = await quoteOf(pool, token);
  return await inTransaction(pool, async (client) => {
    await holdRequest(client, request_id);
    const row = await findQuote(client, id);
    if (row === null) throw new AppError('not_found', 'There is no such request.');
    const at = now();
    if (row.request_state !== 'open' || row.expires_at <= at) throw refused('This request has ended.');
    if (row.partner_state !== 'approved')
      throw refused('Your partnership is paused: quotes can’t be sent for the time being.');
    if (answer.answer === 'decline') {
      await setAnswer(client, id, { figures: null, totalCents: null, validUntil: null, now: at });
    } else {
      const { valid_days: days, answer: _, ...figures } = answer;
      if (figures.parts.length !== row.shared.parts.length)
        throw refused('Please answer for each part of the request.');
      if (figures.parts.every((part) => part === null))
        throw refused('Please price at least one part, or decline.');
      await setAnswer(client, id, {
        figures,
        totalCents: quoteTotal(row.shared.parts, answer),
        validUntil: new Date(at.getTime() + days * DAY_MS),
        now: at,
      });
      if (row.state !== 'quoted')
        await queueMail(client, queue, row.owner_email, 'quote_answered', { quote_id: id });
    }
    const answered = await findQuote(client, id);
    return asAsked(answered ?? row);
  });
}

/** What a partner was asked for, the newest first. */
export async function listPartnerQuotes(
  { pool }: Pick<QuoteTools, 'pool'>,
  partnerId: string,
): Promise<OwnQuotes> {
  const found = await findPartnerQuotes(pool, partnerId, MOST_LISTED);
  const listed = async (row: QuoteRow): Promise<OwnQuotes['quotes'][number]> => ({
    quote_id: row.id,
    path: await quotePath(pool, row.salt),
    vehicle: row.shared.vehicle,
    ship_to: row.shared.ship_to,
    parts: row.shared.parts.length,
    state: row.state,
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    total: row.total_cents === null ? null : dollarsFromCents(row.total_cents),
    voucher: row.voucher,
  });
  return { quotes: await Promise.all(found.map(listed)) };
}
