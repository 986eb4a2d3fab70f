import { randomBytes } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import {
  type AskForQuotes,
  QUOTE_DAYS,
  type QuotePart,
  type QuoteRequest,
  type ReportQuotes,
} from '../../../contract/partners/quotes/quote.ts';
import { linesToBuy, piecesOf } from '../../../contract/report-view/baskets.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import { lineName } from '../../../contract/report-view/number-side.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { reportedCar } from '../../../contract/vehicles/car-name.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import { inTransaction, type Queryable } from '../../db/client.ts';
import { enterLead, holdPartner } from '../../db/partners/commission.ts';
import { hasManyLeads, insertLead, setVoucher, wasAskedForQuote } from '../../db/partners/leads.ts';
import {
  endRequest,
  findAskablePartners,
  findQuote,
  findQuotesOf,
  findReportQuotes,
  holdRequest,
  insertPartnerQuote,
  insertQuoteRequest,
  type QuoteRow,
  setAccepted,
  wasAsked,
} from '../../db/partners/quotes.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { Queue } from '../../queue/queue.ts';
import { newLeadId, newVoucher } from '../lead-id.ts';
import { makesOfFamily } from '../stock/note-met.ts';
import { quoteToken } from './quote-link.ts';
import { asRequest } from './quote-views.ts';

export type QuoteTools = { pool: pg.Pool; queue: Pick<Queue, 'send'>; now(): Date };

const DAY_MS = 86_400_000;
/** Of one part that a partner is shown. */
const MOST_NUMBERS = 10;

const refused = (message: string, field?: string): AppError =>
  new AppError('validation_error', message, field === undefined ? {} : { details: { field } });
const gone = (): AppError => new AppError('not_found', 'There is no such request.');

/** What a report writes and is bought: what can be asked for. */
const partsOf = ({ estimate }: Pick<ReportModel, 'estimate'>): QuotePart[] =>
  linesToBuy(orderLines(estimate.lines), 1).map((line) => ({
    line_id: line.id,
    side: line.side,
    name: lineName(line),
    numbers: [...new Set(line.oem_numbers.map(({ number }) => number))].slice(0, MOST_NUMBERS),
    pieces: piecesOf(line),
  }));

const carOf = (report: ReportModel): string => reportedCar(report) ?? 'Car';

const askable = async (client: Queryable, userId: string, reportId: string, make: MakeKey | null) =>
  make === null ? [] : await findAskablePartners(client, { makes: makesOfFamily(make), userId, reportId });

function inRequests(sides: readonly QuoteRow[]): QuoteRequest[] {
  const byRequest = Map.groupBy(sides, ({ request_id }) => request_id);
  return [...byRequest.values()].flatMap(([first, ...rest]) =>
    first === undefined ? [] : asRequest([first, ...rest]),
  );
}

function onlyRequest(sides: readonly QuoteRow[]): QuoteRequest {
  const [request] = inRequests(sides);
  if (request === undefined) throw gone();
  return request;
}
const requestOf = async (client: Queryable, requestId: string): Promise<QuoteRequest> =>
  onlyRequest(await findQuotesOf(client, requestId));

/** Whom the owner of this report may ask, for what, and what was asked before. */
export async function listReportQuotes(
  { pool }: Pick<QuoteTools, 'pool'>,
  userId: string,
  report: ReportModel,
): Promise<ReportQuotes> {
  return {
    partners: await askable(pool, userId, report.report_id, report.vehicle.make_key),
    vehicle: carOf(report),
    parts: partsOf(report),
    requests: inRequests(await findReportQuotes(pool, userId, report.report_id)),
  };
}

/** Whether somebody can be asked for this report, or was. */
export const hasQuotes = async (client: Queryable, userId: string, report: ReportModel): Promise<boolean> =>
  (await askable(client, userId, report.report_id, report.vehicle.make_key)).length > 0 ||
  (await wasAsked(client, report.report_id));

/**
 * Asks partners for a quote, each by a mail with a link of its own. To each it is a lead: once for a report, and none beyond what a
 * buyer asks; a partner that pays for leads owes for it in the same transaction. Throws validation_error where a partner can't be
 * asked or a part is not the report's.
 */
export async function askForQuotes(
  tools: QuoteTools,
  userId: string,
  report: ReportModel,
  asked: AskForQuotes,
): Promise<QuoteRequest> {
  const { pool, queue } = tools;
  const { report_id: reportId, vehicle } = report;
  const parts = partsOf(report).filter((part) =>
    asked.parts.some(({ line_id, side }) => line_id === part.line_id && side === part.side),
  );
  if (parts.length < asked.parts.length)
    throw refused('The report no longer has all of these parts.', 'parts');
  const now = tools.now();
  return await inTransaction(pool, async (client) => {
    const ids = [...new Set(asked.partner_ids)].toSorted();
    // In one order, so that nobody waits for each other; then who can be asked is as it stays.
    for (const id of ids) await holdPartner(client, id);
    const partners = await askable(client, userId, reportId, vehicle.make_key);
    const chosen = ids.map((id) => partners.find(({ partner_id }) => partner_id === id));
    for (const partner of chosen) {
      if (partner === undefined)
        throw refused('One of these partners can’t be asked: please load the list again.', 'partner_ids');
      if (!partner.states.includes(asked.ship_to))
        throw refused(`${partner.company} does not ship to ${asked.ship_to}.`, 'ship_to');
    }
    const requestId = await insertQuoteRequest(client, {
      userId,
      reportId,
      shared: { vehicle: carOf(report), parts, ship_to: asked.ship_to },
      contact: asked.contact,
      now,
      expiresAt: new Date(now.getTime() + QUOTE_DAYS * DAY_MS),
    });
    for (const partnerId of ids) {
      const repeat = await wasAskedForQuote(client, partnerId, reportId);
      const counts = repeat ? 'repeat' : (await hasManyLeads(client, userId, now)) ? 'flood' : 'yes';
      const leadId = newLeadId();
      await insertLead(client, {
        id: leadId,
        partnerId,
        network: null,
        kind: 'quote',
        reportId,
        make: vehicle.make_key ?? '',
        part: null,
        counts,
        at: now,
      });
      const salt = randomBytes(32);
      const hash = tokenHash(await quoteToken(client, salt));
      await insertPartnerQuote(client, { requestId, partnerId, leadId, salt, hash, now });
      if (counts === 'yes') await enterLead(client, { partnerId, leadId, now });
    }
    const sides = await findQuotesOf(client, requestId);
    for (const side of sides) await mailPartner(client, queue, side, 'quote_asked');
    return onlyRequest(sides);
  });
}

type PartnerMail = 'quote_asked' | 'quote_accepted' | 'quote_closed';
/** Queues a mail to the partner of a quote, where it can still be reached; what it says is looked up when it goes out. */
async function mailPartner(
  client: Queryable,
  queue: QuoteTools['queue'],
  { id, email }: Pick<QuoteRow, 'id' | 'email'>,
  template: PartnerMail,
): Promise<void> {
  if (email !== null) await queueMail(client, queue, email, template, { quote_id: id });
}

/** The owner's own request, held. Throws not_found. */
async function ownRequest(client: Queryable, userId: string, requestId: string): Promise<QuoteRow[]> {
  if (!z.uuid().safeParse(requestId).success) throw gone();
  await holdRequest(client, requestId);
  const sides = await findQuotesOf(client, requestId);
  if (sides[0]?.user_id !== userId) throw gone();
  return sides;
}

const isWaiting = ({ state }: QuoteRow): boolean => state === 'asked' || state === 'quoted';

/** Ends a request; whoever was asked is told. Again it changes nothing. Throws not_found, or validation_error where it was accepted. */
export async function withdrawRequest(
  { pool, queue }: QuoteTools,
  userId: string,
  requestId: string,
): Promise<QuoteRequest> {
  return await inTransaction(pool, async (client) => {
    const sides = await ownRequest(client, userId, requestId);
    if (sides[0]?.request_state === 'accepted') throw refused('A quote of this request was accepted.');
    if (sides[0]?.request_state === 'open') {
      await endRequest(client, requestId, 'withdrawn');
      for (const side of sides.filter(isWaiting)) await mailPartner(client, queue, side, 'quote_closed');
    }
    return await requestOf(client, requestId);
  });
}

/**
 * Accepts one quote, for good: the partner gets contact and voucher, the owner the partner's contact and the same voucher, and the
 * others hear that another was chosen. Again it changes nothing. Throws not_found, or validation_error where it can't be accepted.
 */
export async function acceptQuote(
  { pool, queue, now }: QuoteTools,
  userId: string,
  quoteId: string,
): Promise<QuoteRequest> {
  const found = z.uuid().safeParse(quoteId).success ? await findQuote(pool, quoteId) : null;
  if (found?.user_id !== userId) throw gone();
  const { request_id: requestId } = found;
  return await inTransaction(pool, async (client) => {
    const sides = await ownRequest(client, userId, requestId);
    const quote = sides.find(({ id }) => id === quoteId);
    if (quote === undefined) throw gone();
    if (quote.state === 'accepted') return await requestOf(client, requestId);
    const at = now();
    if (quote.request_state !== 'open' || quote.expires_at <= at) throw refused('This request has ended.');
    if (quote.state !== 'quoted') throw refused('This partner has not quoted.');
    if (quote.valid_until === null || quote.valid_until <= at)
      throw refused('This quote no longer holds. The partner can quote again by its link.');
    if (quote.partner_state !== 'approved') throw refused('This partner has left the network.');
    await setAccepted(client, quoteId, at);
    await endRequest(client, requestId, 'accepted');
    await setVoucher(client, quote.lead_id, newVoucher());
    await mailPartner(client, queue, quote, 'quote_accepted');
    await queueMail(client, queue, quote.owner_email, 'quote_order', { quote_id: quoteId });
    for (const side of sides.filter((one) => one.id !== quoteId && isWaiting(one)))
      await mailPartner(client, queue, side, 'quote_closed');
    return await requestOf(client, requestId);
  });
}
