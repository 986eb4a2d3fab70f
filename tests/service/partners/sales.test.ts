import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { Partner } from '../../../contract/partners/partner.ts';
import { findUserByEmail } from '../../../server/db/accounts/users.ts';
import { inTransaction } from '../../../server/db/client.ts';
import { enterSale } from '../../../server/db/partners/commission.ts';
import { verifyCommission } from '../../../server/db/partners/commission-check.ts';
import { issueStatements } from '../../../server/partners/commission/issue-statements.ts';
import { correctEntry, markPaid, settle } from '../../../server/partners/commission/settle-disputes.ts';
import { SECRETS_KEY } from '../../secrets-key.ts';
import { SAMPLE_ACCOUNT, startService, type TestService } from '../service.ts';
import { addLead } from './add-lead.ts';
import { addPartner } from './add-partner.ts';

let service: TestService;
let token: string;
let partner: Partner;
let secret: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false, environment: { SECRETS_KEY } });
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const user = await findUserByEmail(service.tools.pool, SAMPLE_ACCOUNT.email);
  partner = await addPartner(
    service.tools.pool,
    { model: 'per_sale', rate_percent: 8 },
    { userId: user?.id ?? '' },
  );
  const made = await service.call('POST', 'partners/me/sales_secret', { token });
  expect(made.status).toBe(201);
  secret = String(made.json.secret);
});
afterAll(() => service.close());

const at = () => new Date().toISOString();
type Sale = Record<string, unknown>;

/** As a partner's own system sends it. */
async function tell(sale: Sale, { by = secret, to = partner.partner_id, when = new Date() } = {}) {
  const payload = JSON.stringify(sale);
  const answer = await service.app.inject({
    method: 'POST',
    url: `/api/v1/hooks/partners/${to}/sales`,
    payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': 'told_1',
      'webhook-timestamp': String(Math.floor(when.getTime() / 1000)),
      'webhook-signature': new Webhook(by).sign('told_1', when, payload),
    },
  });
  return { status: answer.statusCode, json: answer.json() as Record<string, unknown> };
}
const sale = (lead: string, order: string, more: Sale = {}): Sale => ({
  click_id: lead,
  order_id: order,
  currency: 'USD',
  net: 100,
  state: 'confirmed',
  at: at(),
  ...more,
});
const reasonOf = (json: Record<string, unknown>) =>
  (json.details as Record<string, unknown> | undefined)?.reason;

test('a signed sale of a click is entered once, and told otherwise is refused', async () => {
  const told = sale(await addLead(service.tools.pool, partner.partner_id), 'A-1');
  expect(await tell(told)).toMatchObject({ status: 200, json: { outcome: 'entered' } });
  expect(await tell(told)).toMatchObject({ status: 200, json: { outcome: 'known' } });
  const otherwise = await tell({ ...told, net: 90 });
  expect(otherwise).toMatchObject({ status: 422, json: { code: 'idempotency_conflict' } });
});

test('a sale with a wrong, late or missing signature, or of an unknown partner, is the same 401', async () => {
  const told = sale(await addLead(service.tools.pool, partner.partner_id), 'A-2');
  const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
  const refused = [
    await tell(told, { by: other }),
    await tell(told, { when: new Date(Date.now() - 400_000) }),
    await tell(told, { to: 'no such partner' }),
    await tell(told, { to: '3b0f6f36-1f0e-4f5e-9d56-0c8a51d3a111' }),
  ];
  for (const { status, json } of refused) {
    expect(status).toBe(401);
    expect(json.message).toBe('The signature of this sale is not right.');
  }
});

test('a sale counts for the partner whose lead it is, within 30 days after it', async () => {
  const { pool } = service.tools;
  const rival = await addPartner(pool);
  const cases: [Sale, string][] = [
    [sale(await addLead(pool, rival.partner_id), 'B-1'), 'unknown_lead'],
    [sale(await addLead(pool, partner.partner_id, { daysAgo: 31 }), 'B-2'), 'not_in_time'],
    [
      sale(await addLead(pool, partner.partner_id), 'B-3', {
        at: new Date(Date.now() - 3_600_000).toISOString(),
      }),
      'not_in_time',
    ],
    [
      sale(await addLead(pool, partner.partner_id), 'B-4', {
        at: new Date(Date.now() + 3_600_000).toISOString(),
      }),
      'not_in_time',
    ],
    [sale(await addLead(pool, partner.partner_id, { counts: 'own' }), 'B-5'), 'lead_does_not_count'],
  ];
  for (const [told, reason] of cases) {
    const { status, json } = await tell(told);
    expect([status, reasonOf(json)]).toEqual([400, reason]);
  }
  const late = await addLead(pool, partner.partner_id, { daysAgo: 29 });
  expect(await tell(sale(late, 'B-6'))).toMatchObject({ json: { outcome: 'entered' } });
});

test('a sale is found by its voucher, and what went back is an entry of its own', async () => {
  const { pool } = service.tools;
  await addLead(pool, partner.partner_id, { voucher: 'LL-7KQ2MXPA' });
  const { click_id: _, ...told } = sale('', 'C-1', { voucher: 'll-7kq2mxpa', net: 50.05 });
  expect(await tell(told)).toMatchObject({ json: { outcome: 'entered' } });
  const back = { order_id: 'C-1', currency: 'USD', state: 'returned', at: at() };
  expect(await tell({ ...back, return_id: 'R-1', net: 20 })).toMatchObject({ json: { outcome: 'entered' } });
  const more = await tell({ ...back, return_id: 'R-2', net: 40 });
  expect([more.status, reasonOf(more.json)]).toEqual([400, 'more_than_sold']);
  const unknown = await tell({ ...back, order_id: 'C-9', return_id: 'R-3', net: 1 });
  expect(reasonOf(unknown.json)).toBe('unknown_order');
  expect(await verifyCommission(pool)).toEqual([]);
});

test('money other than US dollars, and sums below a cent, are refused', async () => {
  const lead = await addLead(service.tools.pool, partner.partner_id);
  expect((await tell(sale(lead, 'D-1', { currency: 'EUR' }))).status).toBe(400);
  expect((await tell(sale(lead, 'D-2', { net: 0.001 }))).status).toBe(400);
  expect((await tell(sale(lead, 'D-3', { net: -5 }))).status).toBe(400);
});

test('a list of sales takes US dates, and no other currency', async () => {
  const lead = await addLead(service.tools.pool, partner.partner_id);
  const today = new Date();
  const [month, day, year] = [today.getUTCMonth() + 1, today.getUTCDate(), today.getUTCFullYear()];
  const content = [
    'click_id,order_id,net,at',
    `${lead},US-1,$10.00,${month}/${day}/${year}`,
    `${lead},US-2,$10.00,13/45/${year}`,
    `${lead},US-3,€10.00,${month}/${day}/${year}`,
  ].join('\n');
  const sent = await service.call('POST', 'partners/me/sales', {
    token,
    json: { file_name: 'sales.csv', content },
  });
  expect(sent.json).toMatchObject({
    entered: 1,
    refused: [
      { row: 3, reason: 'The field at must be a time such as 2026-01-31T08:00:00Z.' },
      { row: 4, reason: 'Only USD is taken.' },
    ],
  });
});

test('a list of sales takes each row once and says why a row is refused', async () => {
  const { pool } = service.tools;
  const lead = await addLead(pool, partner.partner_id);
  const today = at();
  const content = [
    'Click ID;Order ID;Net;State;At;Return ID',
    `${lead};E-1;$1,200.50;confirmed;${today};`,
    `${lead};E-1;$1,200.50;confirmed;${today};`,
    `zzzzzzzzzzzzzzzz;E-2;10;confirmed;${today};`,
    `;E-1;200.50;returned;${today};R-9`,
    `${lead};E-3;ten;confirmed;${today};`,
  ].join('\n');
  const send = () =>
    service.call('POST', 'partners/me/sales', { token, json: { file_name: 'sales.csv', content } });
  const first = await send();
  expect(first.json).toMatchObject({ entered: 2, known: 1 });
  expect(first.json.refused).toEqual([
    { row: 4, reason: 'No lead of yours has this id or voucher.' },
    { row: 6, reason: 'The field net must be a number.' },
  ]);
  expect((await send()).json).toMatchObject({ entered: 0, known: 3 });
  const noList = await service.call('POST', 'partners/me/sales', {
    token,
    json: { file_name: 'x', content: 'a,"b' },
  });
  expect(noList.status).toBe(400);
});

test('a month that is over is issued once, paid by an operator, and read as page, CSV and PDF', async () => {
  const { pool } = service.tools;
  await pool.query("UPDATE partners SET applied_at = '2026-01-05' WHERE id = $1", [partner.partner_id]);
  const march = new Date('2026-03-10T10:00:00Z');
  // Of a partner of its own, whose months are not over yet.
  const other = await addPartner(pool);
  await inTransaction(pool, (client) =>
    enterSale(client, {
      partnerId: other.partner_id,
      leadId: 'marchleadmarch01',
      voucher: null,
      orderHash: 'march',
      orderedAt: march,
      netCents: 25_000,
      source: 'postback',
      toldHash: 'march',
      now: march,
    }),
  );
  const tools = service.tools.webhooks;
  await issueStatements(tools);
  expect(await issueStatements(tools)).toBe(0);
  const { rows: statements } = await pool.query<{ id: string; period: string }>(
    'SELECT id, period::text AS period FROM partner_statements WHERE partner_id = $1',
    [other.partner_id],
  );
  expect(statements).toEqual([{ id: expect.any(String), period: '2026-03-01' }]);
  const [issued] = statements;
  await markPaid(tools, 'operator:test', issued?.id ?? '', 'transfer of April 2');
  await expect(markPaid(tools, 'operator:test', issued?.id ?? '', 'again')).rejects.toMatchObject({
    code: 'version_conflict',
  });

  const period = new Date().toISOString().slice(0, 7);
  const month = await service.call('GET', `partners/me/statements/${period}`, { token });
  expect(month.json).toMatchObject({ period, state: 'open', company: 'Made-up Parts Co.' });
  const list = await service.call('GET', 'partners/me/statements', { token });
  expect(list.json.balance).toBeGreaterThan(0);
  const csv = await service.call('GET', `partners/me/statements/${period}/csv`, { token });
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.text.split('\n')[0]).toContain(
    'entry_id,kind,lead_id,voucher,order,ordered_at,net,rate_percent,commission',
  );
  const pdf = await service.call('GET', `partners/me/statements/${period}/pdf`, { token });
  expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  const file = path.join(service.dataDir, 'statement.pdf');
  await fs.writeFile(file, pdf.bytes);
  const { stdout } = await promisify(execFile)('pdftotext', ['-layout', file, '-']);
  expect(stdout).toContain('Made-up Parts Co.');
  expect(stdout).toMatch(/Sale\s+LL-7KQ2MXPA/);
  expect((await service.call('GET', 'partners/me/statements/2025-12', { token })).status).toBe(404);
});

test('a dispute is noted by both sides and settled with a correction of its own', async () => {
  const { pool } = service.tools;
  const tools = service.tools.webhooks;
  const { rows } = await pool.query<{ id: string }>(
    "SELECT id FROM commission_ledger WHERE partner_id = $1 AND kind = 'sale' ORDER BY id LIMIT 2",
    [partner.partner_id],
  );
  const [entry, second] = rows.map(({ id }) => Number(id));
  const open = (id: unknown) =>
    service.call('POST', 'partners/me/disputes', {
      token,
      json: { entry_id: id, text: 'Not our customer.' },
    });
  const opened = await open(entry);
  expect(opened).toMatchObject({ status: 201, json: { entry_id: entry, state: 'open' } });
  expect((await open(entry)).status).toBe(409);
  expect((await open(9_999_999)).status).toBe(404);
  const id = String(opened.json.dispute_id);
  const noted = await service.call('POST', `partners/me/disputes/${id}/notes`, {
    token,
    json: { text: 'The invoice says so.' },
  });
  expect(noted.json.notes).toHaveLength(2);
  await expect(settle(tools, 'operator:test', id, { correction: -9, text: 'no' })).rejects.toMatchObject({
    code: 'validation_error',
  });
  const settled = await settle(tools, 'operator:test', id, { correction: -8, text: 'Agreed.' });
  expect(settled).toMatchObject({ state: 'settled', correction_id: expect.any(Number) });
  expect(
    (await service.call('POST', `partners/me/disputes/${id}/notes`, { token, json: { text: 'more' } }))
      .status,
  ).toBe(404);
  await correctEntry(tools, 'operator:test', second ?? 0, { correction: 1.5, text: 'A part was left out.' });
  expect(await verifyCommission(pool)).toEqual([]);
});
