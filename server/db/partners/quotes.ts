import { z } from 'zod';
import {
  type BuyerContact,
  buyerContactSchema,
  type QuoteFigures,
  quoteFiguresSchema,
  quoteStateSchema,
  type SharedForQuote,
  sharedForQuoteSchema,
} from '../../../contract/partners/quotes/quote.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow, int8, onlyRow, rows } from '../rows.ts';

const askableRow = z.object({ partner_id: z.string(), company: z.string(), states: z.array(z.string()) });

/** Approved partners that sell parts of these makes, by name: without this user's own, and without those that a request of this report still waits for. */
export const findAskablePartners = (
  client: Queryable,
  { makes, userId, reportId }: { makes: readonly string[]; userId: string; reportId: string },
): Promise<z.infer<typeof askableRow>[]> =>
  rows(
    client,
    askableRow,
    `SELECT p.id AS partner_id, p.company, p.states FROM partners p
      WHERE p.state = 'approved' AND p.email IS NOT NULL AND p.makes && $1::text[] AND p.user_id IS DISTINCT FROM $2
        AND NOT EXISTS (SELECT 1 FROM partner_quotes q JOIN quote_requests r ON r.id = q.request_id
                         WHERE q.partner_id = p.id AND r.report_id = $3 AND r.state = 'open')
      ORDER BY lower(p.company), p.id LIMIT 200`,
    [makes, userId, reportId],
  );

const idRow = z.object({ id: z.string() });

/** Keeps what partners are asked; answers its id. */
export async function insertQuoteRequest(
  client: Queryable,
  given: {
    userId: string;
    reportId: string;
    shared: SharedForQuote;
    contact: BuyerContact;
    now: Date;
    expiresAt: Date;
  },
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    `INSERT INTO quote_requests (user_id, report_id, shared, contact, consent_at, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6) RETURNING id`,
    [
      given.userId,
      given.reportId,
      JSON.stringify(given.shared),
      JSON.stringify(given.contact),
      given.now,
      given.expiresAt,
    ],
  );
  return id;
}

/** One partner of a request, with the link's salt and hash; answers its id. */
export async function insertPartnerQuote(
  client: Queryable,
  given: { requestId: string; partnerId: string; leadId: string; salt: Buffer; hash: Buffer; now: Date },
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    `INSERT INTO partner_quotes (request_id, partner_id, lead_id, salt, hash, created_at) VALUES ($1, $2, $3, $4, $5, $6) RETURNING id`,
    [given.requestId, given.partnerId, given.leadId, given.salt, given.hash, given.now],
  );
  return id;
}

const requestStateSchema = z.enum(['open', 'accepted', 'withdrawn', 'expired']);
const quoteRow = z.object({
  id: z.string(),
  request_id: z.string(),
  request_state: requestStateSchema,
  user_id: z.string(),
  /** Of the account that asked: where its mails go. */
  owner_email: z.string(),
  report_id: z.string(),
  asked_at: z.date(),
  expires_at: z.date(),
  shared: sharedForQuoteSchema,
  contact: buyerContactSchema,
  partner_id: z.string(),
  partner_state: z.string(),
  company: z.string(),
  contact_name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  lead_id: z.string(),
  voucher: z.string().nullable(),
  salt: bytea,
  state: quoteStateSchema,
  quote: quoteFiguresSchema.nullable(),
  total_cents: int8.nullable(),
  valid_until: z.date().nullable(),
  accepted_at: z.date().nullable(),
});
/** One partner's side of a request with all it belongs to. */
export type QuoteRow = z.infer<typeof quoteRow>;

const QUOTES = `SELECT q.id, q.request_id, r.state AS request_state, r.user_id, u.email AS owner_email, r.report_id, r.created_at AS asked_at, r.expires_at,
        r.shared, r.contact, q.partner_id, p.state AS partner_state, p.company, p.contact_name, p.email, p.phone, p.approved_website AS website,
        q.lead_id, l.voucher, q.salt, q.state, q.quote, q.total_cents, q.valid_until, q.accepted_at
   FROM partner_quotes q JOIN quote_requests r ON r.id = q.request_id JOIN partners p ON p.id = q.partner_id
   JOIN users u ON u.id = r.user_id LEFT JOIN partner_leads l ON l.id = q.lead_id`;

export const findQuoteByHash = (client: Queryable, hash: Buffer): Promise<QuoteRow | null> =>
  firstRow(client, quoteRow, `${QUOTES} WHERE q.hash = $1`, [hash]);
export const findQuote = (client: Queryable, quoteId: string): Promise<QuoteRow | null> =>
  firstRow(client, quoteRow, `${QUOTES} WHERE q.id = $1`, [quoteId]);
/** All partners' sides of a request. */
export const findQuotesOf = (client: Queryable, requestId: string): Promise<QuoteRow[]> =>
  rows(client, quoteRow, `${QUOTES} WHERE q.request_id = $1 ORDER BY lower(p.company), q.id`, [requestId]);
/** All partners' sides of a report's requests, the newest request first. */
export const findReportQuotes = (client: Queryable, userId: string, reportId: string): Promise<QuoteRow[]> =>
  rows(
    client,
    quoteRow,
    `${QUOTES} WHERE r.report_id = $2 AND r.user_id = $1 ORDER BY r.created_at DESC, r.id, lower(p.company), q.id`,
    [userId, reportId],
  );
/** Whether partners were asked for quotes for this report. */
export const wasAsked = async (client: Queryable, reportId: string): Promise<boolean> =>
  (await firstRow(client, idRow, 'SELECT id FROM quote_requests WHERE report_id = $1 LIMIT 1', [
    reportId,
  ])) !== null;
/** What a partner was asked, the newest first. */
export const findPartnerQuotes = (client: Queryable, partnerId: string, most: number): Promise<QuoteRow[]> =>
  rows(client, quoteRow, `${QUOTES} WHERE q.partner_id = $1 ORDER BY q.created_at DESC, q.id LIMIT $2`, [
    partnerId,
    most,
  ]);

/** Whoever changes a request or a quote of it holds the request's row first. */
export const holdRequest = (client: Queryable, requestId: string): Promise<number> =>
  execute(client, 'SELECT FROM quote_requests WHERE id = $1 FOR UPDATE', [requestId]);

/** Notes a partner's answer; without figures it declined. */
export const setAnswer = (
  client: Queryable,
  quoteId: string,
  given: { figures: QuoteFigures | null; totalCents: number | null; validUntil: Date | null; now: Date },
): Promise<number> =>
  execute(
    client,
    `UPDATE partner_quotes SET state = $2, quote = $3, total_cents = $4, valid_until = $5, answered_at = $6 WHERE id = $1`,
    [
      quoteId,
      given.figures === null ? 'declined' : 'quoted',
      given.figures === null ? null : JSON.stringify(given.figures),
      given.totalCents,
      given.validUntil,
      given.now,
    ],
  );

/** That a partner has opened its link, the first time. */
export const setOpened = (client: Queryable, quoteId: string, now: Date): Promise<number> =>
  execute(client, 'UPDATE partner_quotes SET opened_at = $2 WHERE id = $1 AND opened_at IS NULL', [
    quoteId,
    now,
  ]);

/** Ends a request, and with it every quote that was not chosen. */
export async function endRequest(
  client: Queryable,
  requestId: string,
  state: 'accepted' | 'withdrawn' | 'expired',
): Promise<void> {
  await execute(client, 'UPDATE quote_requests SET state = $2 WHERE id = $1', [requestId, state]);
  await execute(
    client,
    `UPDATE partner_quotes SET state = $2 WHERE request_id = $1 AND state IN ('asked', 'quoted')`,
    [requestId, state === 'expired' ? 'expired' : 'not_chosen'],
  );
}

/** Marks one quote as accepted. */
export const setAccepted = (client: Queryable, quoteId: string, now: Date): Promise<number> =>
  execute(client, `UPDATE partner_quotes SET state = 'accepted', accepted_at = $2 WHERE id = $1`, [
    quoteId,
    now,
  ]);

/** Open requests whose time is over. */
export const findOverdueRequests = async (client: Queryable, now: Date, most: number): Promise<string[]> =>
  (
    await rows(
      client,
      idRow,
      `SELECT id FROM quote_requests WHERE state = 'open' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
      [now, most],
    )
  ).map(({ id }) => id);

/** Marks those as reminded, once, that were asked before then and have not answered an open request; answers their ids. */
export const takeReminders = async (
  client: Queryable,
  { askedBefore, now, most }: { askedBefore: Date; now: Date; most: number },
): Promise<string[]> =>
  (
    await rows(
      client,
      idRow,
      `UPDATE partner_quotes SET reminded_at = $2 WHERE id IN (
         SELECT q.id FROM partner_quotes q JOIN quote_requests r ON r.id = q.request_id AND r.state = 'open' AND r.expires_at > $2
          WHERE q.state = 'asked' AND q.reminded_at IS NULL AND q.created_at <= $1
          ORDER BY q.created_at LIMIT $3 FOR UPDATE OF q SKIP LOCKED) RETURNING id`,
      [askedBefore, now, most],
    )
  ).map(({ id }) => id);
