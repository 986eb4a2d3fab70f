import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  type AnswerQuote,
  askedQuoteSchema,
  ownQuotesSchema,
  type QuoteRequest,
  quoteRequestSchema,
  reportQuotesSchema,
} from '../../../contract/partners/quotes/quote.ts';
import { verifyCommission } from '../../../server/db/partners/commission-check.ts';
import { renderMail } from '../../../server/mail/templates.ts';
import { takeSale } from '../../../server/partners/commission/take-sale.ts';
import { endQuotes } from '../../../server/partners/quotes/end-quotes.ts';
import { fillQuoteEmail } from '../../../server/partners/quotes/quote-emails.ts';
import { quotePath } from '../../../server/partners/quotes/quote-link.ts';
import { addFinishedReport, addSignedIn } from '../finished-report.ts';
import { startService, type TestService } from '../service.ts';
import { addPartner } from './add-partner.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
afterAll(() => service.close());

const DAY_MS = 86_400_000;
/** Of the sample's BMW. */
const HOOD = { line_id: 'hood:none', side: 'none' } as const;
const CONTACT = { name: 'Ana Reyes', email: 'ana@shop.example', phone: '512 555 0100' };

const call = async (method: 'GET' | 'POST', url: string, token?: string, json?: unknown) => {
  const answer = await service.app.inject({
    method,
    url: `/api/v1/${url}`,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(json === undefined ? {} : { payload: json as object }),
  });
  return { status: answer.statusCode, json: answer.json() as unknown, text: answer.body };
};

type Asked = { userId: string; token: string; reportId: string; request: QuoteRequest; links: string[] };
/** A report's owner asks these partners for a hood; `links`: of the partners in the order given. */
async function ask(partnerIds: readonly string[]): Promise<Asked> {
  const { userId, token } = await addSignedIn(service);
  const reportId = await addFinishedReport(service, userId);
  const answer = await call('POST', `reports/${reportId}/quotes`, token, askBody(partnerIds));
  expect(answer.status, answer.text).toBe(201);
  const request = quoteRequestSchema.parse(answer.json);
  return { userId, token, reportId, request, links: await linksOf(request.request_id, partnerIds) };
}
const askBody = (partnerIds: readonly string[], more: object = {}) => ({
  partner_ids: partnerIds,
  parts: [HOOD],
  ship_to: 'TX',
  contact: CONTACT,
  consent: true,
  ...more,
});
async function linksOf(requestId: string, partnerIds: readonly string[]): Promise<string[]> {
  const { pool } = service.tools;
  const { rows } = await pool.query('SELECT partner_id, salt FROM partner_quotes WHERE request_id = $1', [
    requestId,
  ]);
  return await Promise.all(
    partnerIds.map((id) => quotePath(pool, rows.find(({ partner_id }) => partner_id === id).salt)),
  ).then((paths) => paths.map((path) => path.slice(1)));
}

const quoteOf = (price: number, more: object = {}): AnswerQuote => ({
  answer: 'quote',
  parts: [{ price, condition: 'used', availability: 'in_stock', lead_time_days: 2 }],
  shipping: 25.5,
  note: '',
  valid_days: 5,
  ...more,
});
const quote = async (link: string | undefined, price = 400) => {
  const answer = await call('POST', link ?? '', undefined, quoteOf(price));
  expect(answer.status, answer.text).toBe(200);
  return askedQuoteSchema.parse(answer.json);
};
const requestsOf = async ({ reportId, token }: Pick<Asked, 'reportId' | 'token'>): Promise<QuoteRequest[]> =>
  reportQuotesSchema.parse((await call('GET', `reports/${reportId}/quotes`, token)).json).requests;
const mailsTo = async (recipient: string): Promise<string[]> =>
  (
    await service.tools.pool.query('SELECT template FROM mails WHERE recipient = $1 ORDER BY created_at', [
      recipient,
    ])
  ).rows.map(({ template }) => template);

test('a report’s owner sees who sells its make and ships, never themselves, and all parts that are written', async () => {
  const { pool } = service.tools;
  const { userId, token } = await addSignedIn(service);
  const reportId = await addFinishedReport(service, userId);
  const sells = await addPartner(pool, undefined, { company: 'Sells It' });
  await addPartner(pool, undefined, { company: 'Other Make', makes: ['kia'] });
  await addPartner(pool, undefined, { company: 'Own', userId });
  const paused = await addPartner(pool, undefined, { company: 'Paused' });
  await pool.query(`UPDATE partners SET state = 'paused' WHERE id = $1`, [paused.partner_id]);
  const listed = reportQuotesSchema.parse((await call('GET', `reports/${reportId}/quotes`, token)).json);
  const companies = listed.partners.map(({ company }) => company);
  expect(companies).toContain('Sells It');
  for (const other of ['Other Make', 'Own', 'Paused']) expect(companies).not.toContain(other);
  expect(listed.parts).toContainEqual({
    ...HOOD,
    name: 'Hood panel',
    numbers: ['41007290944'],
    pieces: 1,
  });
  expect(listed.vehicle).toBe('2014 BMW 3 Series 328I');
  expect(listed.partners).toContainEqual({
    partner_id: sells.partner_id,
    company: 'Sells It',
    states: ['TX', 'OK'],
  });
});

test('a partner is told vehicle, parts and state by its link, and nothing of who asks', async () => {
  const partner = await addPartner(service.tools.pool);
  const asked = await ask([partner.partner_id]);
  const read = await call('GET', asked.links[0] ?? '');
  expect(askedQuoteSchema.parse(read.json)).toMatchObject({
    vehicle: '2014 BMW 3 Series 328I',
    ship_to: 'TX',
    parts: [{ name: 'Hood panel', numbers: ['41007290944'], pieces: 1 }],
    state: 'asked',
    order: null,
  });
  for (const secret of ['Ana Reyes', 'ana@shop.example', '512 555', asked.reportId, asked.userId, 'WBA3A5C5'])
    expect(read.text).not.toContain(secret);
  expect(await mailsTo(partner.email ?? '')).toEqual(['quote_asked']);
});

test('the total is pieces times prices and shipping, to the cent, and each answer takes the place of the one before', async () => {
  const partner = await addPartner(service.tools.pool);
  const asked = await ask([partner.partner_id]);
  expect((await quote(asked.links[0], 399.99)).quote?.total).toBe(425.49);
  expect((await quote(asked.links[0], 380)).quote?.total).toBe(405.5);
  const [request] = await requestsOf(asked);
  expect(request?.quotes).toMatchObject([{ state: 'quoted', quote: { total: 405.5, shipping: 25.5 } }]);
  const { rows } = await service.tools.pool.query('SELECT email FROM users WHERE id = $1', [asked.userId]);
  expect(await mailsTo(rows[0].email)).toEqual(['quote_answered']);
});

test('a quote of more parts comes before a cheaper one of fewer', async () => {
  const { pool } = service.tools;
  const partners = [await addPartner(pool), await addPartner(pool)];
  const { userId, token } = await addSignedIn(service);
  const reportId = await addFinishedReport(service, userId);
  const { parts } = reportQuotesSchema.parse((await call('GET', `reports/${reportId}/quotes`, token)).json);
  const two = parts.slice(0, 2).map(({ line_id, side }) => ({ line_id, side }));
  const ids = partners.map(({ partner_id }) => partner_id);
  const answer = await call('POST', `reports/${reportId}/quotes`, token, askBody(ids, { parts: two }));
  const links = await linksOf(quoteRequestSchema.parse(answer.json).request_id, ids);
  const part = { price: 100, condition: 'new', availability: 'in_stock', lead_time_days: 0 };
  await call('POST', links[0] ?? '', undefined, quoteOf(0, { parts: [part, null] }));
  await call('POST', links[1] ?? '', undefined, quoteOf(0, { parts: [part, part] }));
  const [request] = await requestsOf({ reportId, token });
  expect(request?.quotes.map(({ quote: given }) => given?.total)).toEqual([225.5, 125.5]);
});

test('the quote accepted hands over contact and voucher, to that partner alone; the others hear that it was not theirs', async () => {
  const { pool } = service.tools;
  const [one, two] = [await addPartner(pool), await addPartner(pool)];
  const asked = await ask([one.partner_id, two.partner_id]);
  await quote(asked.links[0], 500);
  await quote(asked.links[1], 300);
  const [open] = await requestsOf(asked);
  expect(open?.quotes.map(({ quote: given }) => given?.total)).toEqual([325.5, 525.5]);
  const cheap = open?.quotes[0]?.quote_id ?? '';

  const accepted = quoteRequestSchema.parse(
    (await call('POST', `partner_quotes/${cheap}/accept`, asked.token)).json,
  );
  expect(accepted.state).toBe('accepted');
  expect(accepted.quotes[0]).toMatchObject({
    state: 'accepted',
    order: {
      voucher: expect.stringMatching(/^LL-[A-HJ-NP-Z2-9]{8}$/),
      buyer: CONTACT,
      seller: { email: two.email },
    },
  });
  // Again it changes nothing.
  expect((await call('POST', `partner_quotes/${cheap}/accept`, asked.token)).json).toEqual(accepted);

  const [lost, won] = [
    await call('GET', asked.links[0] ?? ''),
    askedQuoteSchema.parse((await call('GET', asked.links[1] ?? '')).json),
  ];
  expect(won.order).toEqual(accepted.quotes[0]?.order);
  expect(lost.text).not.toContain('ana@shop.example');
  expect(askedQuoteSchema.parse(lost.json)).toMatchObject({ state: 'not_chosen', order: null });
  expect(await mailsTo(two.email ?? '')).toEqual(['quote_asked', 'quote_accepted']);
  expect(await mailsTo(one.email ?? '')).toEqual(['quote_asked', 'quote_closed']);
  expect((await call('POST', asked.links[0] ?? '', undefined, quoteOf(1))).status).toBe(400);
  expect(
    (await call('POST', `quote_requests/${asked.request.request_id}/withdraw`, asked.token)).status,
  ).toBe(400);
});

test('a sale by the voucher of an accepted quote is the partner’s, and what goes back lowers it', async () => {
  const { pool } = service.tools;
  const partner = await addPartner(pool, { model: 'per_sale', rate_percent: 8 });
  const asked = await ask([partner.partner_id]);
  await quote(asked.links[0]);
  const [open] = await requestsOf(asked);
  const accepted = quoteRequestSchema.parse(
    (await call('POST', `partner_quotes/${open?.quotes[0]?.quote_id}/accept`, asked.token)).json,
  );
  const voucher = accepted.quotes[0]?.order?.voucher ?? '';
  const told = { voucher, order_id: `SO-${voucher}`, currency: 'USD', at: new Date().toISOString() } as const;
  const tools = { pool, now: () => new Date() };
  expect(
    await takeSale(tools, partner.partner_id, { ...told, net: 400, state: 'confirmed' }, 'postback'),
  ).toBe('entered');
  expect(
    await takeSale(
      tools,
      partner.partner_id,
      { ...told, net: 100, state: 'returned', return_id: 'R1' },
      'postback',
    ),
  ).toBe('entered');
  const { rows } = await pool.query(
    'SELECT kind, commission_cents::int AS cents FROM commission_ledger WHERE partner_id = $1 ORDER BY id',
    [partner.partner_id],
  );
  expect(rows).toEqual([
    { kind: 'sale', cents: 3_200 },
    { kind: 'return', cents: -800 },
  ]);
  expect(await verifyCommission(pool)).toEqual([]);
});

test('the order note goes to both by mail, part by part, with the other’s contact and the voucher', async () => {
  const { pool } = service.tools;
  const partner = await addPartner(pool);
  const asked = await ask([partner.partner_id]);
  await quote(asked.links[0]);
  const [open] = await requestsOf(asked);
  const quoteId = open?.quotes[0]?.quote_id ?? '';
  await call('POST', `partner_quotes/${quoteId}/accept`, asked.token);
  const fill = fillQuoteEmail(() => 'https://lotlens.example');
  const letter = async (template: 'quote_accepted' | 'quote_order') => {
    const filled = await fill(pool, { template, recipient: '', parameters: { quote_id: quoteId } });
    return { to: filled?.to, text: renderMail(template, filled?.parameters).text };
  };
  const [seller, buyer] = [await letter('quote_accepted'), await letter('quote_order')];
  expect(seller.to).toBe(partner.email);
  const lines =
    'Parts: Hood panel, 41007290944: $400.00, used, in stock, sent within 2 days; Shipping: $25.50.';
  for (const { text } of [seller, buyer]) {
    expect(text).toContain(lines);
    expect(text).toMatch(/voucher LL-[A-Z2-9]{8}/);
  }
  expect(seller.text).toContain('Buyer: Ana Reyes, ana@shop.example, 512 555 0100.');
  expect(buyer.text).toContain(partner.email);
  expect(buyer.text).not.toContain('/quotes/');
});

test('of two that accept at once one quote is accepted, whatever comes first', async () => {
  const { pool } = service.tools;
  const partners = [await addPartner(pool), await addPartner(pool)].map(({ partner_id }) => partner_id);
  const asked = await ask(partners);
  for (const link of asked.links) await quote(link);
  const [open] = await requestsOf(asked);
  const answers = await Promise.all(
    (open?.quotes ?? []).map(({ quote_id }) =>
      call('POST', `partner_quotes/${quote_id}/accept`, asked.token),
    ),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const [ended] = await requestsOf(asked);
  expect(ended?.quotes.filter(({ state }) => state === 'accepted')).toHaveLength(1);
});

test('a partner that pays for leads owes for each report that asks it, once', async () => {
  const { pool } = service.tools;
  const partner = await addPartner(pool, { model: 'per_lead', per_lead: 3 });
  const asked = await ask([partner.partner_id]);
  expect(
    (await call('POST', `quote_requests/${asked.request.request_id}/withdraw`, asked.token)).status,
  ).toBe(200);
  // While a request waits a partner can't be asked again; after it, it can, and it is no further lead.
  const again = await call(
    'POST',
    `reports/${asked.reportId}/quotes`,
    asked.token,
    askBody([partner.partner_id]),
  );
  expect(again.status, again.text).toBe(201);
  const twice = await call(
    'POST',
    `reports/${asked.reportId}/quotes`,
    asked.token,
    askBody([partner.partner_id]),
  );
  expect(twice.status).toBe(400);
  const { rows } = await pool.query('SELECT counts FROM partner_leads WHERE partner_id = $1 ORDER BY at', [
    partner.partner_id,
  ]);
  expect(rows.map(({ counts }) => counts)).toEqual(['yes', 'repeat']);
  const owed = await pool.query('SELECT balance_cents::int AS cents FROM partners WHERE id = $1', [
    partner.partner_id,
  ]);
  expect(owed.rows).toEqual([{ cents: 300 }]);
});

test('a partner that has not answered is reminded once, and the time of a request ends with a mail to its owner', async () => {
  const { pool } = service.tools;
  const partner = await addPartner(pool);
  const asked = await ask([partner.partner_id]);
  const end = async (days: number) =>
    await endQuotes({ pool, queue: service.tools.queue, now: () => new Date(Date.now() + days * DAY_MS) });
  await end(0.5);
  expect(await mailsTo(partner.email ?? '')).toEqual(['quote_asked']);
  await end(1.1);
  await end(1.2);
  expect(await mailsTo(partner.email ?? '')).toEqual(['quote_asked', 'quote_reminder']);
  await end(7.1);
  await end(7.2);
  const [request] = await requestsOf(asked);
  expect(request).toMatchObject({ state: 'expired', quotes: [{ state: 'expired' }] });
  const { rows } = await pool.query('SELECT email FROM users WHERE id = $1', [asked.userId]);
  expect(await mailsTo(rows[0].email)).toEqual(['quote_expired']);
  expect((await call('POST', asked.links[0] ?? '', undefined, quoteOf(1))).status).toBe(400);
});

test('a quote that no longer holds is not accepted', async () => {
  const partner = await addPartner(service.tools.pool);
  const asked = await ask([partner.partner_id]);
  await call('POST', asked.links[0] ?? '', undefined, quoteOf(400, { valid_days: 1 }));
  const [open] = await requestsOf(asked);
  const id = open?.quotes[0]?.quote_id;
  await service.tools.pool.query(
    `UPDATE partner_quotes SET valid_until = now() - interval '1 minute' WHERE id = $1`,
    [id],
  );
  const late = await call('POST', `partner_quotes/${id}/accept`, asked.token);
  expect(late.status).toBe(400);
  expect(late.text).toContain('This quote no longer holds.');
});

test('neither another user nor another partner gets at a request', async () => {
  const { pool } = service.tools;
  const other = await addSignedIn(service);
  const speaker = await addSignedIn(service);
  const partner = await addPartner(pool, undefined, { userId: speaker.userId });
  await addPartner(pool, undefined, { userId: other.userId });
  const asked = await ask([partner.partner_id]);
  await quote(asked.links[0]);
  const [open] = await requestsOf(asked);
  const id = open?.quotes[0]?.quote_id ?? '';
  expect((await call('GET', `reports/${asked.reportId}/quotes`, other.token)).status).toBe(404);
  expect((await call('POST', `partner_quotes/${id}/accept`, other.token)).status).toBe(404);
  expect((await call('POST', `partner_quotes/${id}/accept`, speaker.token)).status).toBe(404);
  expect(
    (await call('POST', `quote_requests/${asked.request.request_id}/withdraw`, other.token)).status,
  ).toBe(404);
  const list = async (token: string) =>
    ownQuotesSchema.parse((await call('GET', 'partners/me/quotes', token)).json).quotes;
  expect(await list(other.token)).toEqual([]);
  expect(await list(speaker.token)).toMatchObject([
    { quote_id: id, path: `/${asked.links[0]}`, state: 'quoted', total: 425.5, voucher: null },
  ]);
});

test.each([
  ['of a partner that does not ship there', { ship_to: 'AK' }, 'does not ship to AK'],
  ['of a part the report has not', { parts: [{ line_id: 'nothing', side: 'none' }] }, 'no longer has all'],
  ['without consent', { consent: false }, 'agree to what is shared'],
])('a request %s is refused with the reason', async (_, more, reason) => {
  const partner = await addPartner(service.tools.pool);
  const { userId, token } = await addSignedIn(service);
  const reportId = await addFinishedReport(service, userId);
  const answer = await call('POST', `reports/${reportId}/quotes`, token, askBody([partner.partner_id], more));
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(reason);
});

test.each([
  ['for other parts than asked', { parts: [] }],
  ['of nothing', { parts: [null] }],
  ['below a cent', { shipping: 0.001 }],
])('a quote %s is refused', async (_, more) => {
  const partner = await addPartner(service.tools.pool);
  const asked = await ask([partner.partner_id]);
  const answer = await call('POST', asked.links[0] ?? '', undefined, quoteOf(400, more));
  expect(answer.status).toBe(400);
});
