import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { type PartnerOffer, partnerOffersSchema } from '../../../contract/partners/offer.ts';
import type { CommissionTerms } from '../../../contract/partners/partner.ts';
import { verifyCommission } from '../../../server/db/partners/commission-check.ts';
import { addFinishedReport, addSignedIn } from '../finished-report.ts';
import { startService, type TestService } from '../service.ts';
import { addPartner } from './add-partner.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true' },
  });
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.tools.pool.query('DELETE FROM partner_stock');
});

/** Of the sample's BMW: one hood, and a hood latch of each side. */
const HOOD = { line: 'hood:none', number: '41007290944' };
const LEFT_LATCH = '51237242548';

type Stock = {
  number?: string;
  cents?: number;
  shipping?: number | null;
  make?: string;
  side?: string | null;
  link?: string;
};
let items = 0;
/** An approved partner with these items; answers its id and the ids of the items. */
async function addSeller(
  stock: readonly Stock[],
  commission?: CommissionTerms,
  userId?: string,
): Promise<{ partnerId: string; offers: string[] }> {
  const { pool } = service.tools;
  const partner = await addPartner(pool, commission, userId === undefined ? {} : { userId });
  const offers: string[] = [];
  for (const {
    number = HOOD.number,
    cents = 50_000,
    shipping = 0,
    make = 'bmw',
    side = null,
    link = 'https://parts.example.test/a?color=black',
  } of stock) {
    items += 1;
    const { rows } = await pool.query(
      `INSERT INTO partner_stock (partner_id, item, make, number, number_norm, title, condition, availability, price_cents,
                                  shipping_cents, side, link)
       VALUES ($1, $2, $3, $4, $5, 'A part', 'used', 'in_stock', $6, $7, $8, $9) RETURNING id`,
      [
        partner.partner_id,
        `item-${items}`,
        make,
        number,
        number.replaceAll(/\W/g, ''),
        cents,
        shipping,
        side,
        link,
      ],
    );
    offers.push(String(rows[0].id));
  }
  return { partnerId: partner.partner_id, offers };
}

const offersOf = async (reportId: string, token: string): Promise<PartnerOffer[]> => {
  const answer = await service.app.inject({
    url: `/api/v1/reports/${reportId}/partner_offers`,
    headers: { authorization: `Bearer ${token}` },
  });
  expect(answer.statusCode).toBe(200);
  return partnerOffersSchema.parse(answer.json()).offers;
};

let address = 0;
const click = (
  offer: string | undefined,
  report?: string,
  { from, ...more }: { from?: string; method?: 'HEAD'; headers?: Record<string, string> } = {},
) => {
  address += 1;
  return service.app.inject({
    method: 'GET',
    url: `/api/v1/partners/out/${offer}${report === undefined ? '' : `?report=${report}`}`,
    ...more,
    headers: { 'x-forwarded-for': from ?? `100.66.${address >> 8}.${address & 255}`, ...more.headers },
  });
};
const leadsOf = async (partnerId: string) =>
  (
    await service.tools.pool.query(
      'SELECT id, kind, make, part, counts, report_id FROM partner_leads WHERE partner_id = $1 ORDER BY at, id',
      [partnerId],
    )
  ).rows;
const entriesOf = async (partnerId: string) =>
  (
    await service.tools.pool.query(
      'SELECT kind, lead_id, commission_cents::int AS cents FROM commission_ledger WHERE partner_id = $1',
      [partnerId],
    )
  ).rows;

test('offers of a written part come by total, and those that do not tell their shipping after the others', async () => {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  await addSeller([
    { cents: 40_000, shipping: null },
    { cents: 45_000, shipping: 10_000 },
    { cents: 50_000, shipping: 2_500, number: '41 00 7 290 944' },
  ]);
  const offers = await offersOf(report, token);
  expect(offers.map(({ line_id, price, shipping, total }) => [line_id, price, shipping, total])).toEqual([
    [HOOD.line, 500, 25, 525],
    [HOOD.line, 450, 100, 550],
    [HOOD.line, 400, null, 400],
  ]);
  expect(offers[0]).toMatchObject({ partner: 'Made-up Parts Co.', states: ['TX', 'OK'], pieces: 1 });
});

test('a part of either side meets the stock of its side alone', async () => {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId, (model) => ({
    ...model,
    estimate: {
      ...model.estimate,
      lines: model.estimate.lines.map((line) =>
        line.oem_numbers.some(({ number }) => number === LEFT_LATCH) ? { ...line, standing: 'scope' } : line,
      ),
    },
  }));
  await addSeller([
    { number: LEFT_LATCH, side: 'left' },
    { number: LEFT_LATCH, side: 'right' },
  ]);
  expect((await offersOf(report, token)).map(({ side, number }) => [side, number])).toEqual([
    ['left', LEFT_LATCH],
  ]);
});

test('numbers of another make, and partners that are paused, offer nothing', async () => {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  await addSeller([{ make: 'toyota' }]);
  const paused = await addSeller([{}]);
  await service.tools.pool.query("UPDATE partners SET state = 'paused' WHERE id = $1", [paused.partnerId]);
  expect(await offersOf(report, token)).toEqual([]);
  expect((await click(paused.offers[0], report)).statusCode).toBe(404);
});

test.each([
  'https://evil.example/',
  'https://parts.example.test.evil.example/a',
  'https://parts.example.test@evil.example/a',
  'https://parts.example.test:8443/a',
  'http://parts.example.test/a',
  'javascript:alert(1)',
])('a stored link to %s is not shown, and leads nowhere', async (link) => {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{ link }]);
  expect(await offersOf(report, token)).toEqual([]);
  for (const from of [report, undefined]) {
    const answer = await click(offers[0], from);
    expect([answer.statusCode, answer.headers.location]).toEqual([404, undefined]);
  }
  const ahead = await click(offers[0], report, { headers: { 'sec-purpose': 'prefetch' } });
  expect([ahead.statusCode, await leadsOf(partnerId)]).toEqual([404, []]);
});

test('an offer is gone while another website is approved', async () => {
  const { userId, token } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}]);
  const approve = (website: string) =>
    service.tools.pool.query('UPDATE partners SET approved_website = $2 WHERE id = $1', [partnerId, website]);
  await approve('https://new.example');
  expect([(await offersOf(report, token)).length, (await click(offers[0], report)).statusCode]).toEqual([
    0, 404,
  ]);
  await approve('https://parts.example.test');
  expect([(await offersOf(report, token)).length, (await click(offers[0], report)).statusCode]).toEqual([
    1, 302,
  ]);
});

test('a link to a subdomain of the partner’s site leads there', async () => {
  const { offers } = await addSeller([{ link: 'https://shop.parts.example.test/a' }]);
  expect((await click(offers[0])).headers.location).toBe('https://shop.parts.example.test/a');
});

test('a click leads to the partner with an id that names nobody, and is one lead for each part of a report', async () => {
  const { userId } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}], { model: 'per_lead', per_lead: 1.5 });
  const first = await click(offers[0], report);
  const second = await click(offers[0], report);
  expect([first.statusCode, second.statusCode]).toEqual([302, 302]);
  const ids = [first, second].map(({ headers }) => {
    const { searchParams, origin } = new URL(String(headers.location));
    expect([origin, searchParams.get('color')]).toEqual(['https://parts.example.test', 'black']);
    return searchParams.get('ref');
  });
  const leads = await leadsOf(partnerId);
  expect(leads.map(({ id, counts }) => [id, counts])).toEqual([
    [ids[0], 'yes'],
    [ids[1], 'repeat'],
  ]);
  expect(leads[0]).toMatchObject({ kind: 'click', make: 'bmw', part: HOOD.number, report_id: report });
  expect(ids[0]).toMatch(/^[a-z0-9]{16}$/);
  expect(await entriesOf(partnerId)).toEqual([{ kind: 'lead', lead_id: ids[0], cents: 150 }]);
  expect(await verifyCommission(service.tools.pool)).toEqual([]);
});

test('a partner that pays for sales owes nothing for a lead', async () => {
  const { userId } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}]);
  await click(offers[0], report);
  expect((await leadsOf(partnerId)).map(({ counts }) => counts)).toEqual(['yes']);
  expect(await entriesOf(partnerId)).toEqual([]);
});

test('clicks of many at once on one part are one lead, and none waits for the other without end', async () => {
  const { userId } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}], { model: 'per_lead', per_lead: 2 });
  const answers = await Promise.all(Array.from({ length: 20 }, () => click(offers[0], report)));
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([302]));
  const counts = (await leadsOf(partnerId)).map((lead) => lead.counts);
  expect([
    counts.filter((one) => one === 'yes').length,
    counts.filter((one) => one === 'repeat').length,
  ]).toEqual([1, 19]);
  expect(await entriesOf(partnerId)).toHaveLength(1);
});

test('a partner’s own report brings it no lead', async () => {
  const { userId } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}], { model: 'per_lead', per_lead: 2 }, userId);
  expect((await click(offers[0], report)).statusCode).toBe(302);
  expect((await leadsOf(partnerId)).map(({ counts }) => counts)).toEqual(['own']);
  expect(await entriesOf(partnerId)).toEqual([]);
});

test('a flood from one address stops counting, and still leads on', async () => {
  const { userId } = await addSignedIn(service);
  const reports = [];
  for (let n = 0; n < 3; n += 1) reports.push(await addFinishedReport(service, userId));
  const { partnerId, offers } = await addSeller([{}], { model: 'per_lead', per_lead: 2 });
  for (let n = 0; n < 30; n += 1) await click(offers[0], reports[n % 2], { from: '100.67.0.1' });
  const late = await click(offers[0], reports[2], { from: '100.67.0.1' });
  expect(late.statusCode).toBe(302);
  expect((await leadsOf(partnerId)).at(-1)?.counts).toBe('flood');
  expect(await entriesOf(partnerId)).toHaveLength(2);
});

test.each([
  ['no report', async () => undefined],
  ['a report that is not there', async () => '00000000-0000-4000-8000-000000000000'],
  [
    'a report that does not name its number',
    async () => {
      const { userId } = await addSignedIn(service);
      return await addFinishedReport(service, userId, (model) => ({
        ...model,
        estimate: { ...model.estimate, lines: model.estimate.lines.filter(({ id }) => id !== HOOD.line) },
      }));
    },
  ],
])('a click from %s leads on and is no lead', async (_name, reportOf) => {
  const { partnerId, offers } = await addSeller([{}]);
  const answer = await click(offers[0], await reportOf());
  expect([answer.statusCode, answer.headers.location]).toEqual([
    302,
    'https://parts.example.test/a?color=black',
  ]);
  expect(await leadsOf(partnerId)).toEqual([]);
});

test('what a browser fetches ahead, and what only asks for the head, is no click', async () => {
  const { userId } = await addSignedIn(service);
  const report = await addFinishedReport(service, userId);
  const { partnerId, offers } = await addSeller([{}]);
  await click(offers[0], report, { headers: { 'sec-purpose': 'prefetch' } });
  await click(offers[0], report, { method: 'HEAD' });
  expect(await leadsOf(partnerId)).toEqual([]);
});

test('an offer that is gone, and what is no offer’s id, is answered 404', async () => {
  for (const id of ['999999999', 'abc', '9'.repeat(40)]) expect((await click(id)).statusCode).toBe(404);
});
