import fs from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { z } from 'zod';
import { affiliateRedirectPath } from '../../contract/affiliate-redirect.ts';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { NOT_EXPORTED, type OwnTableName } from '../../server/db/accounts/own-rows.ts';
import { findUserByEmail } from '../../server/db/accounts/users.ts';
import { inTransaction } from '../../server/db/client.ts';
import { audit } from '../../server/db/ops/audit.ts';
import { issueStatement } from '../../server/db/partners/commission.ts';
import { listEntries } from '../../server/db/partners/statements.ts';
import { addPayment, linkCharge } from '../../server/db/quota/payments.ts';
import { insertPurchase } from '../../server/db/quota/purchases.ts';
import { makeOperator } from '../../server/operator/second-factor.ts';
import { openDispute } from '../../server/partners/commission/settle-disputes.ts';
import { takeSale } from '../../server/partners/commission/take-sale.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { noteReading } from '../../server/reports/watch/note-reading.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { bmsEstimate } from './bms-estimate.ts';
import { addLead } from './partners/add-lead.ts';
import { addPartner } from './partners/add-partner.ts';
import { PUSH_ORIGIN, type PushStandIn, startPushService } from './push-stand-in.ts';
import { readZip } from './read-zip.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';
import { RECEIVER_ORIGIN, startReceiver, type WebhookReceiver } from './webhook-receiver.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';
const photo = path.join(import.meta.dirname, '..', '..', 'samples', 'photos', '90000001-front.jpg');
const { email, password } = SAMPLE_ACCOUNT;

/** Every table a user's copy has rows of; those of clicks are found by what the copy's reports say. */
const IN_COPY: Record<OwnTableName | 'supplier_leads', true> = {
  users: true,
  account_preferences: true,
  sessions: true,
  access_keys: true,
  push_subscriptions: true,
  webhooks: true,
  webhook_messages: true,
  webhook_attempts: true,
  kept_estimates: true,
  kept_estimate_parts: true,
  operators: true,
  waiting_lots: true,
  lot_changes: true,
  quota_ledger: true,
  quota_purchases: true,
  quota_payments: true,
  payment_charges: true,
  quota_requests: true,
  partners: true,
  partner_feeds: true,
  partner_stock: true,
  partner_met: true,
  partner_leads: true,
  quote_requests: true,
  partner_quotes: true,
  commission_ledger: true,
  partner_statements: true,
  commission_disputes: true,
  dispute_notes: true,
  idempotency_keys: true,
  mails: true,
  audit_log: true,
  supplier_leads: true,
  reports: true,
  report_steps: true,
  report_versions: true,
  reports_before: true,
  report_approvals: true,
  report_trail: true,
  report_events: true,
  report_shares: true,
  lots: true,
  lot_photos: true,
};

let standIn: PushStandIn;
let receiver: WebhookReceiver;
let service: TestService;
let token: string;
let outbox: string;
let lived: { id: string; ownLot: string };
beforeAll(async () => {
  standIn = await startPushService();
  receiver = await startReceiver();
  service = await startService(inject('databaseServer'), {
    environment: {
      SECRETS_KEY,
      SOURCE_ORIGINS: JSON.stringify({ [PUSH_ORIGIN]: standIn.origin, [RECEIVER_ORIGIN]: receiver.origin }),
    },
  });
  token = await service.signIn(email, password);
  outbox = path.join(service.dataDir, 'outbox');
  lived = await live();
});
afterAll(async () => {
  await service.close();
  await standIn.close();
  await receiver.close();
});

const count = async (query: string, ...parameters: unknown[]): Promise<number> =>
  Number(
    (await service.tools.pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${query}`, parameters)).rows[0]
      ?.n,
  );

async function makeReport(order: Record<string, unknown>): Promise<string> {
  const started = await service.call('POST', 'auction/process_report', {
    token,
    json: order,
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  expect(started.status).toBe(200);
  const id = String(started.json.report_id);
  await until('the report ends', 90_000, async () => {
    const answer = await service.call('GET', `reports/${id}`, { token });
    return reportDetailSchema.parse(answer.json).task_status === 'finished';
  });
  return id;
}

/** Everything a person leaves here: preferences with a logo, a pack that was paid for, an ask for more, a paired extension, a device with notifications, a webhook that was told, a kept estimate, an operator’s rights, reports, edits, shares, PDFs, clicks, mails, a lot of their own with a photo. */
async function live(): Promise<{ id: string; ownLot: string }> {
  const logo = await sharp({ create: { width: 90, height: 30, channels: 3, background: '#204090' } })
    .png()
    .toBuffer();
  const preferences = { parts: 'used', shop_name: 'Kline Auto Body', logo: logo.toString('base64') };
  expect((await service.call('PATCH', 'users/me/preferences', { token, json: preferences })).status).toBe(
    200,
  );
  const { code } = (await service.call('POST', 'users/me/pairing_codes', { token })).json;
  const extension = { origin: `chrome-extension://${'a'.repeat(32)}` };
  expect((await service.call('POST', 'auth/pair', { json: { code }, headers: extension })).status).toBe(200);
  const device = standIn.subscribe(
    String((await service.call('GET', 'users/me/push', { token })).json.public_key),
  );
  const on = await service.call('POST', 'users/me/push', { token, json: device.subscription });
  expect(on.json.on).toBe(true);
  const hook = { url: `${RECEIVER_ORIGIN}/own`, events: ['report.failed'] };
  const { webhook_id } = (await service.call('POST', 'users/me/webhooks', { token, json: hook })).json;
  await service.call('POST', `users/me/webhooks/${webhook_id}/test`, { token });
  await until('the message was taken', 60_000, () => count("webhook_messages WHERE state = 'delivered'"));
  expect((await service.call('POST', 'users/me/estimates', { token, json: bmsEstimate() })).status).toBe(200);
  const id = await makeReport({ auction_url: BMW });
  const detail = reportDetailSchema.parse((await service.call('GET', `reports/${id}`, { token })).json);
  const line = detail.report?.estimate.lines.find((entry) =>
    entry.supplier_links.some(({ by }) => by === 'number'),
  );
  const edit = { kind: 'change', line_id: line?.id ?? '', set: { probability: 1 } };
  const edited = await service.call('PATCH', `reports/${id}/lines`, {
    token,
    json: { version: 0, edits: [edit] },
  });
  expect(edited.status).toBe(200);
  expect((await service.call('POST', `reports/${id}/approval`, { token, json: { version: 1 } })).status).toBe(
    200,
  );
  expect((await service.call('POST', `reports/${id}/share`, { token })).status).toBe(200);
  expect(
    (await service.call('POST', 'auction/generate_report', { token, json: { report_id: id } })).status,
  ).toBe(200);
  const link = line?.supplier_links.find(({ by }) => by === 'number');
  if (!detail.report || !line || !link) throw new Error('the sample report has no part with a number');
  const out = affiliateRedirectPath(detail.report.vehicle, line, link, { report: id });
  expect((await service.app.inject({ url: out })).statusCode).toBe(302);
  const entered = await service.call('POST', 'auction/enter_lot', {
    json: {
      year: 2016,
      make: 'Infiniti',
      model: 'QX60',
      primary_damage: 'FRONT END',
      photos: [(await fs.readFile(photo)).toString('base64')],
    },
  });
  expect(entered.json).toMatchObject({ success: true });
  const other = await makeReport({ auction_url: entered.json.url, lot_key: entered.json.lot_key });
  await service.tools.pool.query(
    `UPDATE reports SET inputs = jsonb_set(inputs, '{tax,percent}', '1') WHERE id = $1`,
    [other],
  );
  const anew = await service.call('POST', `reports/${other}/recalculate`, { token, json: { version: 0 } });
  expect([anew.status, anew.json.version]).toEqual([200, 1]);
  // Read again by its user, its sale has moved.
  const owner = await findUserByEmail(service.tools.pool, email);
  const moved = { ...detail.report.lot, sale_date: '2027-02-01T15:00:00Z' };
  const compared = await noteReading(service.tools.watch, owner?.id ?? null, {
    lot: moved,
    readAt: new Date(),
  });
  expect(compared.changes).toHaveLength(1);
  // One that its site refuses stays on the board.
  const refused = { lots: [{ link: 'https://www.copart.com/lot/90000006' }], confirm: true };
  expect((await service.call('POST', 'reports/batch', { token, json: refused })).status).toBe(200);
  const asked = { reports: 20, reason: 'A sale on Friday' };
  expect((await service.call('POST', 'quota/requests', { token, json: asked })).status).toBe(200);
  const plan = { id: 'pack-10', every: null, reports: 10, priceCents: 9_000 };
  const purchaseId = await insertPurchase(service.tools.pool, owner?.id ?? '', plan);
  await addPayment(service.tools.pool, owner?.id ?? null, {
    reference: 'cs_test_1',
    purchaseId,
    paidCents: 9_000,
    reports: 10,
  });
  await linkCharge(service.tools.pool, 'pi_test_1', 'cs_test_1');
  // As people type it.
  await service.call('POST', 'auth/forgot-password', { json: { email: email.toUpperCase() } });
  await service.call('POST', 'auth/register', {
    json: { email, password: 'tangerine velvet 81', first_name: 'A', last_name: 'B' },
  });
  await until('all mails went out', 30_000, async () => (await count('mails WHERE sent_at IS NULL')) === 0);
  const user = await findUserByEmail(service.tools.pool, email);
  if (user === null) throw new Error('there is no sample account');
  expect(await makeOperator(service.tools.setup, user)).not.toBeNull();
  await audit(service.tools.pool, {
    actor: `operator:${user.id}`,
    action: 'key_stored',
    subject: 'PARTS_CATALOGS_KEY',
    details: {},
  });
  await audit(service.tools.pool, { actor: 'cli:test', action: 'user', subject: email, details: {} });
  await livePartner(user.id, id);
  return { id, ownLot: String(entered.json.lot_key) };
}

/** What a partner of the network leaves here, and what someone who asks partners for a price does. */
async function livePartner(userId: string, reportId: string): Promise<void> {
  const { pool } = service.tools;
  const { partner_id: partner } = await addPartner(pool, { model: 'per_sale', rate_percent: 8 }, { userId });
  await pool.query("INSERT INTO partner_feeds (partner_id, outcome) VALUES ($1, 'taken')", [partner]);
  await pool.query(
    `INSERT INTO partner_stock (partner_id, item, make, number, number_norm, title, condition, availability, price_cents, link)
     VALUES ($1, '1', 'bmw', '51 11 7', '51117', 'Cover', 'new', 'in_stock', 100, 'https://parts.example.test/1')`,
    [partner],
  );
  await pool.query(
    "INSERT INTO partner_met (partner_id, month, make, number_norm, reports) VALUES ($1, '2026-11-01', 'bmw', '51117', 2)",
    [partner],
  );
  const lead = await addLead(pool, partner, { reportId });
  await pool.query(
    `WITH request AS (INSERT INTO quote_requests (user_id, report_id, shared, contact, expires_at)
                      VALUES ($1, $2, '{}', '{}', now() + interval '7 days') RETURNING id)
     INSERT INTO partner_quotes (request_id, partner_id, lead_id, salt, hash) SELECT id, $3, $4, 'salt', 'hash' FROM request`,
    [userId, reportId, partner, lead],
  );
  const told = { click_id: lead, order_id: 'SO-1', currency: 'USD', net: 50, state: 'confirmed' } as const;
  const at = new Date().toISOString();
  expect(await takeSale(service.tools.webhooks, partner, { ...told, at }, 'statement')).toBe('entered');
  const month = at.slice(0, 7);
  await inTransaction(pool, (client) => issueStatement(client, partner, `${month}-01`));
  const entries = await listEntries(pool, partner, month);
  await openDispute({ pool }, partner, { entry_id: entries[0]?.entry_id ?? 0, text: 'Not ours.' });
}

async function exported(): Promise<Map<string, Buffer>> {
  const answer = await service.call('GET', 'users/me/export', { token });
  expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/zip']);
  expect(answer.headers['content-disposition']).toBe('attachment; filename="lotlens-export.zip"');
  return await readZip(answer.bytes);
}

const rowSchema = z.record(z.string(), z.unknown());
const rowsSchema = z.array(rowSchema);
const overviewSchema = z.object({
  user: rowSchema,
  preferences: rowSchema,
  sessions: rowsSchema,
  access_keys: rowsSchema,
  push_subscriptions: rowsSchema,
  webhooks: rowsSchema,
  webhook_messages: rowsSchema,
  webhook_attempts: rowsSchema,
  kept_estimates: rowsSchema,
  kept_estimate_parts: rowsSchema,
  waiting_lots: rowsSchema,
  operator: rowSchema,
  quota_ledger: rowsSchema,
  quota_purchases: rowsSchema,
  quota_payments: rowsSchema,
  payment_charges: rowsSchema,
  quota_requests: rowsSchema,
  partners: rowsSchema,
  partner_feeds: rowsSchema,
  partner_stock: rowsSchema,
  partner_met: rowsSchema,
  partner_leads: rowsSchema,
  quote_requests: rowsSchema,
  partner_quotes: rowsSchema,
  commission_ledger: rowsSchema,
  partner_statements: rowsSchema,
  commission_disputes: rowsSchema,
  dispute_notes: rowsSchema,
  idempotency_keys: rowsSchema,
  mails: rowsSchema,
  operator_notes: rowsSchema,
  supplier_clicks: rowsSchema,
  reports: z.array(z.object({ report_id: z.string(), lot_key: z.string(), files: z.array(z.string()) })),
  lots: z.array(z.object({ lot_key: z.string(), files: z.array(z.string()) })),
});
const reportFileSchema = z.object({
  report: rowSchema,
  steps: rowsSchema,
  versions: rowsSchema,
  before_recalculation: rowsSchema,
  approvals: rowsSchema,
  lot_changes: rowsSchema,
  trail: rowsSchema,
  events: rowsSchema,
  shares: rowsSchema,
});
const lotFileSchema = z.object({ lot: rowSchema, photos: rowsSchema });

const readJson = <T>(files: Map<string, Buffer>, name: string, schema: z.ZodType<T>): T =>
  schema.parse(JSON.parse(files.get(name)?.toString() ?? 'null'));

describe('the copy of one’s own data', () => {
  test('every table of the database is in it, or named with the reason why not', async () => {
    const found = await service.tools.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
    );
    const tables = found.rows.map((row) => row.name).sort();
    const placed = [...Object.keys(IN_COPY), ...Object.keys(NOT_EXPORTED)].sort();
    expect(placed).toEqual(tables);
  });

  test('holds every row, photo and PDF of a lived account, and none of its secrets', async () => {
    const { id, ownLot } = lived;
    const files = await exported();
    const overview = readJson(files, 'export.json', overviewSchema);
    const reports = overview.reports.map((entry) =>
      readJson(files, `reports/${entry.report_id}/report.json`, reportFileSchema),
    );
    const lots = overview.lots.map(({ files: [name = ''] }) => readJson(files, name, lotFileSchema));

    // Only this account has left anything in this database: all rows must be in the copy.
    const inCopy: Record<keyof typeof IN_COPY, unknown[]> = {
      users: [overview.user],
      account_preferences: [overview.preferences],
      sessions: overview.sessions,
      access_keys: overview.access_keys,
      push_subscriptions: overview.push_subscriptions,
      webhooks: overview.webhooks,
      webhook_messages: overview.webhook_messages,
      webhook_attempts: overview.webhook_attempts,
      kept_estimates: overview.kept_estimates,
      kept_estimate_parts: overview.kept_estimate_parts,
      waiting_lots: overview.waiting_lots,
      operators: [overview.operator],
      quota_ledger: overview.quota_ledger,
      quota_purchases: overview.quota_purchases,
      quota_payments: overview.quota_payments,
      payment_charges: overview.payment_charges,
      quota_requests: overview.quota_requests,
      partners: overview.partners,
      partner_feeds: overview.partner_feeds,
      partner_stock: overview.partner_stock,
      partner_met: overview.partner_met,
      partner_leads: overview.partner_leads,
      quote_requests: overview.quote_requests,
      partner_quotes: overview.partner_quotes,
      commission_ledger: overview.commission_ledger,
      partner_statements: overview.partner_statements,
      commission_disputes: overview.commission_disputes,
      dispute_notes: overview.dispute_notes,
      idempotency_keys: overview.idempotency_keys,
      mails: overview.mails,
      audit_log: overview.operator_notes,
      supplier_leads: overview.supplier_clicks,
      reports: reports.map(({ report }) => report),
      report_steps: reports.flatMap(({ steps }) => steps),
      report_versions: reports.flatMap(({ versions }) => versions),
      reports_before: reports.flatMap(({ before_recalculation: before }) => before),
      report_approvals: reports.flatMap(({ approvals }) => approvals),
      lot_changes: reports.flatMap(({ lot_changes }) => lot_changes),
      report_trail: reports.flatMap(({ trail }) => trail),
      report_events: reports.flatMap(({ events }) => events),
      report_shares: reports.flatMap(({ shares }) => shares),
      lots: lots.map(({ lot }) => lot),
      lot_photos: lots.flatMap(({ photos }) => photos),
    };
    for (const [table, rows] of Object.entries(inCopy)) {
      expect([table, rows.length > 0]).toEqual([table, true]);
      expect([table, rows.length]).toEqual([table, await count(table)]);
    }
    expect(overview.user).toMatchObject({ email });
    expect(overview.preferences).toMatchObject({ shop_name: 'Kline Auto Body', logo: 'logo.png' });
    expect(files.get('logo.png')?.subarray(1, 4).toString()).toBe('PNG');
    const made = reports.find(({ report }) => report.id === id);
    expect(made?.report).toMatchObject({ status: 'finished', version: 1 });
    expect(made?.report.edited_model).toMatchObject({ report_id: id });
    expect(typeof made?.report.total_cost).toBe('number');

    const inStore = await service.tools.store.list('');
    const pdfs = inStore.filter((key) => key.startsWith('reports/'));
    expect(pdfs.length).toBeGreaterThan(0);
    for (const key of pdfs) expect(files.get(key)).toEqual((await service.tools.store.get(key))?.bytes);
    const photos = inStore.filter((key) => key.endsWith('/full.jpg'));
    expect([...files.keys()].filter((name) => name.endsWith('.jpg'))).toHaveLength(photos.length);
    const own = overview.lots.find(({ lot_key }) => lot_key === ownLot);
    expect(own?.files.map((name) => files.get(name)?.length ?? 0).every((size) => size > 0)).toBe(true);
    expect(own?.files).toHaveLength(2);

    const named = new Set([
      'README.txt',
      'export.json',
      'logo.png',
      ...[...overview.reports, ...overview.lots].flatMap((entry) => entry.files),
      ...overview.mails.flatMap(({ file }) => (typeof file === 'string' ? [file] : [])),
    ]);
    expect([...files.keys()].sort()).toEqual([...named].sort());

    const all = Buffer.concat([...files.values()]).toString('latin1');
    expect(all).not.toMatch(/argon2/);
    const secrets = await service.tools.pool.query<{ text: string }>(
      `SELECT encode(hash, 'hex') AS text FROM refresh_tokens UNION ALL SELECT encode(hash, 'hex') FROM link_tokens
       UNION ALL SELECT encode(hash, 'hex') FROM access_keys UNION ALL SELECT auth FROM push_subscriptions
       UNION ALL SELECT encode(hash, 'hex') FROM report_shares UNION ALL SELECT encode(salt, 'hex') FROM report_shares
       UNION ALL SELECT request_hash FROM idempotency_keys UNION ALL SELECT encode(sealed_secret, 'hex') FROM operators
       UNION ALL SELECT encode(sealed_secret, 'hex') FROM webhooks`,
    );
    expect(secrets.rows.filter(({ text }) => all.includes(text))).toEqual([]);
  });

  test('holds mails as they were sent, but none whose link still opens the account', async () => {
    const { mails } = readJson(await exported(), 'export.json', overviewSchema);
    const reset = mails.find(({ template }) => template === 'reset_password');
    expect(reset).toMatchObject({
      file: null,
      held_back: expect.stringContaining('may still open the account'),
    });
    const notice = mails.find(({ template }) => template === 'account_exists');
    expect(notice).toMatchObject({ file: `mails/${String(notice?.id)}.eml` });

    await service.tools.pool.query("UPDATE mails SET sent_at = sent_at - interval '25 hours'");
    const files = await exported();
    expect(files.get(`mails/${String(reset?.id)}.eml`)).toEqual(
      await fs.readFile(path.join(outbox, `${String(reset?.id)}.eml`)),
    );
  });

  test('is a zip other programs read', async () => {
    const answer = await service.call('GET', 'users/me/export', { token });
    const [[name, text] = ['', Buffer.alloc(0)]] = await readZip(answer.bytes);
    expect(name).toBe('README.txt');
    for (const [table, reason] of Object.entries(NOT_EXPORTED))
      expect(text.toString()).toContain(`${table.padEnd(18)}${reason}`);
    // The form of the file itself: local header, and the end of the directory with nothing behind it.
    expect(answer.bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004');
    expect(answer.bytes.subarray(-22, -18).toString('latin1')).toBe('PK\u0005\u0006');
    expect(answer.bytes.subarray(-2)).toEqual(Buffer.alloc(2));
  });

  test('that can’t be read to its end breaks off instead of looking whole', async () => {
    const [key = ''] = (await service.tools.store.list('lots/')).filter((name) => name.endsWith('/full.jpg'));
    const file = path.join(service.dataDir, 'files', key);
    const bytes = await fs.readFile(file);
    await fs.rm(file);
    await fs.mkdir(file);
    await expect(service.call('GET', 'users/me/export', { token })).rejects.toThrow();
    await fs.rmdir(file);
    await fs.writeFile(file, bytes);
  });

  test('is given six times an hour', async () => {
    let status = 200;
    for (let turn = 0; turn < 6 && status === 200; turn += 1)
      status = (await service.call('GET', 'users/me/export', { token })).status;
    expect(status).toBe(429);
  });
});

describe('an account’s mails', () => {
  test('go with the account, rows and files, however the address was typed', async () => {
    // Two asked for, one for each report, and the operator’s about who asks for more.
    expect((await fs.readdir(outbox)).length).toBe(6);
    const answer = await service.call('DELETE', 'users/me', { token, json: { password } });
    expect(answer.status).toBe(200);
    expect(await count('mails')).toBe(0);
    expect(await fs.readdir(outbox)).toEqual([]);
    for (const table of [
      'sessions',
      'access_keys',
      'push_subscriptions',
      'webhooks',
      'webhook_messages',
      'webhook_attempts',
      'operators',
      'account_preferences',
      'kept_estimates',
      'kept_estimate_parts',
      'reports',
      'report_versions',
      'report_shares',
      'idempotency_keys',
      'quota_requests',
    ])
      expect([table, await count(table)]).toEqual([table, 0]);
    expect((await service.tools.store.list('reports/')).length).toBe(0);
  });

  test('whose account is gone leave the outbox with the hourly tidying up', async () => {
    const left = path.join(outbox, `${crypto.randomUUID()}.eml`);
    await fs.writeFile(left, 'To: somebody@example.test');
    await applyRetention(service.tools);
    expect(await fs.readdir(outbox)).toEqual([]);
  });

  test('of an account that was never verified go with it', async () => {
    const json = {
      email: 'Never@Example.test',
      password: 'tangerine velvet 81',
      first_name: 'A',
      last_name: 'B',
    };
    expect((await service.call('POST', 'auth/register', { json })).status).toBe(201);
    await until('its mail', 30_000, async () => (await count('mails WHERE sent_at IS NOT NULL')) === 1);
    expect((await fs.readdir(outbox)).length).toBe(1);
    await service.tools.pool.query("UPDATE users SET created_at = created_at - interval '31 days'");
    await applyRetention(service.tools);
    expect([await count('users'), await count('mails'), await fs.readdir(outbox)]).toEqual([0, 0, []]);
  });
});
