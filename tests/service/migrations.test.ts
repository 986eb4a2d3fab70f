import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate as applyMigrations } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import drizzleConfig from '../../drizzle.config.ts';
import { linkOwner } from '../../server/db/accounts/link-tokens.ts';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { listLiveSessions, redeemTicket } from '../../server/db/accounts/sessions.ts';
import { findUserByEmail } from '../../server/db/accounts/users.ts';
import { findCatalogueParts } from '../../server/db/catalogue/catalogue-parts.ts';
import { openDatabase } from '../../server/db/client.ts';
import { findLotPhoto } from '../../server/db/lots/lot-photos.ts';
import { findLot } from '../../server/db/lots/lots.ts';
import { migrate } from '../../server/db/migrate.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { eventsSince } from '../../server/db/reports/report-events.ts';
import { claimRun } from '../../server/db/reports/report-leases.ts';
import { listReports } from '../../server/db/reports/report-list.ts';
import { readSteps } from '../../server/db/reports/report-runs.ts';
import { findReport } from '../../server/db/reports/reports.ts';
import { readSampleReport } from '../../server/reports/sample-report.ts';
import { copyDatabase } from './database.ts';
import { madeUpLot } from './seed.ts';
import { temporaryFolder } from './temporary-folder.ts';

const root = path.join(import.meta.dirname, '..', '..');
const folder = path.join(root, 'server', 'db', 'migrations');
const journalSchema = z.looseObject({ entries: z.array(z.looseObject({ tag: z.string() })) });
const journal = journalSchema.parse(
  JSON.parse(await fs.readFile(path.join(folder, 'meta', '_journal.json'), 'utf8')),
);
const TAGS = journal.entries.map(({ tag }) => tag);

const USER = '0199f3a0-0000-7000-8000-000000000001';
const SESSION = '0199f3a0-0000-7000-8000-000000000002';
const FINISHED = '0199f3a0-0000-7000-8000-000000000003';
const RUNNING = '0199f3a0-0000-7000-8000-000000000004';
const PHOTO = '0199f3a0-0000-4000-8000-000000000005';
const EMAIL = 'Nadia@Example.test';
const lot = { ...madeUpLot('copart:11112222'), name: 'Ø "quoted" \\ 漢字' };
const model = { ...(await readSampleReport()), report_id: FINISHED };

/**
 * What a database of that time held, by the migration that made room for it, in its own words: the product's functions of
 * today write today's columns. A migration that adds a table adds its rows here.
 */
const ROWS: Record<string, (client: pg.Client) => Promise<void>> = {
  '0000_start': async (client) => {
    const add = (text: string, values: unknown[] = []) => client.query(text, values);
    await add(
      `INSERT INTO users (id, email, email_key, password_hash, first_name, last_name, phone, verified_at, available_reports, event_seq)
       VALUES ($1, $2, lower($2), '$argon2id$v=19$m=19456,t=2,p=1$c2FsdA$aGFzaA', 'Nadia', 'Kovač', '+1 555 0100', now(), 1, 2)`,
      [USER, EMAIL],
    );
    await add(
      `INSERT INTO sessions (id, user_id, user_agent, address, expires_at) VALUES ($1, $2, 'Firefox', '192.0.2.7', now() + interval '60 days')`,
      [SESSION, USER],
    );
    await add(
      `INSERT INTO refresh_tokens (hash, session_id, expires_at) VALUES ('\\x01', $1, now() + interval '14 days')`,
      [SESSION],
    );
    await add(
      `INSERT INTO link_tokens (hash, user_id, kind, expires_at) VALUES ('\\x02', $1, 'reset', now() + interval '30 minutes')`,
      [USER],
    );
    await add(
      `INSERT INTO ws_tickets (hash, session_id, expires_at) VALUES ('\\x03', $1, now() + interval '30 minutes')`,
      [SESSION],
    );
    await add(`INSERT INTO server_secrets (name, value) VALUES ('access-token', '\\x0405')`);
    await add(
      `INSERT INTO rate_limits (key, count, resets_at) VALUES ('register:address:192.0.2.7', 3, now() + interval '1 hour')`,
    );
    await add(`INSERT INTO host_pace (host, next_at) VALUES ('bid.cars', now())`);
    await add(
      `INSERT INTO mails (recipient, template, parameters, sent_at) VALUES ($1, 'verify_email', '{}', now())`,
      [EMAIL],
    );
    await add(
      `INSERT INTO lots (key, site, lot_number, origin, lot) VALUES ($1, 'copart', '11112222', 'fetched', $2)`,
      [lot.lot_key, JSON.stringify(lot)],
    );
    await add(
      `INSERT INTO lot_photos (id, lot_key, number, source_url, state, sha256, width, height) VALUES ($1, $2, 1, 'https://cs.copart.com/1.jpg', 'kept', 'ab', 1600, 1200)`,
      [PHOTO, lot.lot_key],
    );
    await add(
      `INSERT INTO reports (id, user_id, lot_key, url, model_name, vin, lot_number, make_name, status, message, total_cost_cents, model, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, '11112222', 'Toyota', 'finished', 'Report ready', 812345, $7, now())`,
      [FINISHED, USER, lot.lot_key, lot.url, lot.name, lot.vin, JSON.stringify(model)],
    );
    await add(
      `INSERT INTO reports (id, user_id, lot_key, url, model_name, lot_number, make_name, status, message) VALUES ($1, $2, $3, $4, $5, '11112222', 'Toyota', 'download_images', 'Fetching photos')`,
      [RUNNING, USER, lot.lot_key, lot.url, lot.name],
    );
    await add(
      `INSERT INTO report_steps (report_id, step, status, attempt, output, finished_at) VALUES ($1, 'create_task', 'done', 1, $2, now())`,
      [RUNNING, JSON.stringify({ lot_key: lot.lot_key })],
    );
    await add(
      `INSERT INTO report_steps (report_id, step, status, attempt) VALUES ($1, 'download_images', 'running', 2)`,
      [RUNNING],
    );
    for (const [seq, status] of [
      [1, 'create_task'],
      [2, 'download_images'],
    ] as const)
      await add(`INSERT INTO report_events (user_id, seq, report_id, payload) VALUES ($1, $2, $3, $4)`, [
        USER,
        seq,
        RUNNING,
        JSON.stringify({
          type: 'status',
          seq,
          report_id: RUNNING,
          task_id: RUNNING,
          status,
          progress: 5,
          label: 'Fetching Data',
          message: '',
          date: '2026-11-21T00:00:00.000Z',
          total_cost: null,
          body_type: null,
        }),
      ]);
    await add(
      `INSERT INTO quota_ledger (user_id, report_id, kind, amount, reason) VALUES ($1, NULL, 'grant', 3, 'free reports of a new account'), ($1, $2, 'reserve', -1, ''), ($1, $2, 'settle', 0, ''), ($1, $3, 'reserve', -1, '')`,
      [USER, FINISHED, RUNNING],
    );
    await add(
      `INSERT INTO idempotency_keys (user_id, key, request_hash, report_id) VALUES ($1, 'k1', 'h', $2)`,
      [USER, RUNNING],
    );
    await add(
      `INSERT INTO catalogue_parts (catalogue, make, model, model_key, year_from, year_to, part_group, number, number_norm, name, price, currency, source)
       VALUES ('shop', 'TOYOTA', 'Camry', 'camry', 2018, 2020, 'body', '52119-06950', '5211906950', 'COVER, FRONT BUMPER', 312.4, 'USD', 'a price list')`,
    );
    await add(`INSERT INTO audit_log (actor, action, subject) VALUES ('cli:ops', 'grant', $1)`, [EMAIL]);
  },
  '0001_report-shares': async (client) => {
    await client.query(`INSERT INTO report_shares (report_id, salt, hash) VALUES ($1, '\\x06', '\\x07')`, [
      FINISHED,
    ]);
  },
  '0002_report-versions': async (client) => {
    await client.query(
      `INSERT INTO report_versions (report_id, version, edits, total_cost_cents) VALUES ($1, 1, '[]', 800000)`,
      [FINISHED],
    );
    await client.query('UPDATE reports SET version = 1, edited_model = model WHERE id = $1', [FINISHED]);
  },
  '0003_supplier-clicks': async (client) => {
    await client.query(`INSERT INTO supplier_clicks VALUES ('ebay', '2026-11-20', 'TOYOTA', 4)`);
  },
  '0004_catalogue-answers': async (client) => {
    await client.query(
      `INSERT INTO catalogue_answers VALUES ('parts-catalogs.com', '4T1B11HK1JU', 'body', '{"parts": []}')`,
    );
    await client.query(
      `INSERT INTO catalogue_name_ids VALUES ('parts-catalogs.com', '17', '5211906950', 'front_bumper_cover')`,
    );
  },
  '0010_host-waits': async (client) => {
    await client.query(
      `INSERT INTO host_waits (host, caller, since, interval_ms) VALUES ('bid.cars', 'user:1', 1, 1000)`,
    );
  },
  '0014_visitor-lots': async (client) => {
    await client.query(`INSERT INTO visitor_lots (lot_key, sender, bytes) VALUES ($1, 'ab', 1200)`, [
      lot.lot_key,
    ]);
  },
  '0015_estimate-inputs': async (client) => {
    await client.query(`UPDATE reports SET inputs = '{"version": 1}' WHERE id = $1`, [FINISHED]);
  },
  '0016_reports-before': async (client) => {
    await client.query(
      `INSERT INTO reports_before (report_id, version, model, told) VALUES ($1, 0, '{"schema_version": 1}', '{}')`,
      [FINISHED],
    );
  },
  '0017_estimate-tables': async (client) => {
    await client.query(`INSERT INTO estimate_tables (id, files) VALUES ('ab12', '\\x1f8b')`);
  },
  '0018_account-preferences': async (client) => {
    await client.query(
      `INSERT INTO account_preferences (user_id, parts, state, shop_name, logo, logo_type, logo_width, logo_height)
         SELECT id, 'used', 'TX', 'Kline Auto Body', '\\x89', 'png', 90, 30 FROM users LIMIT 1`,
    );
  },
  '0020_access-keys': async (client) => {
    await client.query(
      `INSERT INTO access_keys (user_id, kind, name, hash, scopes, origin)
         SELECT id, 'extension', 'Browser extension', '\\x05', '{lots:hand_over}', 'chrome-extension://abc' FROM users LIMIT 1`,
    );
  },
  '0021_push-subscriptions': async (client) => {
    await client.query(
      `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth)
         SELECT user_id, id, 'https://fcm.googleapis.com/wp/x', 'BA', 'AA' FROM sessions LIMIT 1`,
    );
  },
  '0022_kept-estimates': async (client) => {
    await client.query(
      `WITH kept AS (INSERT INTO kept_estimates (user_id, file_name, sha256, format, vin, make)
         SELECT id, 'estimate.xml', 'ab', 'bms', 'WBA3A5C58EF900001', 'bmw' FROM users LIMIT 1 RETURNING id)
       INSERT INTO kept_estimate_parts (estimate_id, line, number, name, part_group, price_cents, quantity, labour_hours, refinish_hours)
         SELECT id, 1, '51117292991', 'Bumper cover', '', 78050, 1, 1.5, 2.5 FROM kept`,
    );
  },
  '0023_operator-setup': async (client) => {
    await client.query(
      `INSERT INTO operators (user_id, sealed_secret, key_version, last_step) SELECT id, '\\x0a', 1, 55000000 FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO stored_keys (name, sealed, key_version) VALUES ('PARTS_CATALOGS_KEY', '\\x0b', 1)`,
    );
  },
  '0025_dealer-pages': async (client) => {
    await client.query(
      `WITH kept AS (INSERT INTO kept_estimates (user_id, file_name, sha256, format, vin, make)
         SELECT id, 'bmw.oempartsonline.com', 'cd', 'dealer_pages', 'WBA3A5C58EF900001', 'bmw' FROM users LIMIT 1 RETURNING id)
       INSERT INTO kept_estimate_parts (estimate_id, line, number, name, part_group, quantity, labour_hours, refinish_hours, url, fits_vin)
         SELECT id, 1, '51117292991', 'Bumper cover', '', 1, 0, 0, 'https://bmw.oempartsonline.com/oem-parts/a', true FROM kept`,
    );
  },
  '0026_kept-operations': async (client) => {
    await client.query("UPDATE kept_estimate_parts SET operation = 'replace' WHERE line = 1");
  },
  '0028_board': async (client) => {
    await client.query(
      `INSERT INTO waiting_lots (user_id, key, listed, state)
         SELECT id, 'copart:12345678', 'https://www.copart.com/lot/12345678', 'queued' FROM users LIMIT 1`,
    );
  },
  '0029_claim-file': async (client) => {
    await client.query(
      `INSERT INTO report_approvals (report_id, version, content, sha256, total_cost_cents, approved_by)
       VALUES ($1, 0, '{}', encode(sha256('{}'), 'hex'), 812345, 'Nadia Kovač')`,
      [FINISHED],
    );
  },
  '0030_units': async (client) => {
    await client.query(
      `UPDATE account_preferences SET units = '{"distance": "km", "currency": "EUR"}',
              keeping = '{"reports_days": 730, "approved_days": 1825}'`,
    );
  },
  '0031_watch': async (client) => {
    await client.query(
      `INSERT INTO lot_changes (report_id, fact, before, after, source, read_at)
       VALUES ($1, 'sale_date', '2026-11-20T15:00:00Z', '2026-12-08T15:00:00Z', 'copart', now())`,
      [FINISHED],
    );
  },
  '0032_turns-and-trail': async (client) => {
    await client.query("UPDATE waiting_lots SET turn = 4 WHERE key = 'copart:12345678'");
    await client.query(
      `INSERT INTO report_trail (report_id, kind, by_name, details) VALUES ($1, 'shared', 'Nadia Kovač', '{"photos": true, "deal": false}')`,
      [FINISHED],
    );
  },
  '0033_webhooks': async (client) => {
    await client.query(
      `WITH hook AS (INSERT INTO webhooks (id, user_id, url, events, sealed_secret, key_version)
         SELECT gen_random_uuid(), id, 'https://hooks.example.com/x', '{report.finished}', '\\x05', 1 FROM users LIMIT 1 RETURNING id),
       told AS (INSERT INTO webhook_messages (webhook_id, type, payload) SELECT id, 'report.finished', '{}' FROM hook RETURNING id)
       INSERT INTO webhook_attempts (message_id, status, answer, ms) SELECT id, 500, 'broken', 12 FROM told`,
    );
  },
  '0034_quota': async (client) => {
    await client.query(
      `INSERT INTO quota_purchases (id, user_id, plan_id, reports, price_cents, state) SELECT gen_random_uuid(), id, 'pack-10', 10, 9000, 'paid' FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO quota_payments (reference, purchase_id, paid_cents, reports) SELECT 'cs_1', id, 9000, 10 FROM quota_purchases`,
    );
    await client.query(
      `INSERT INTO quota_ledger (user_id, kind, amount, payment) SELECT user_id, 'purchase', 10, 'cs_1' FROM quota_purchases`,
    );
    await client.query(
      'UPDATE users u SET available_reports = available_reports + 10 FROM quota_purchases q WHERE q.user_id = u.id',
    );
    await client.query(`INSERT INTO payment_charges (payment, reference) VALUES ('pi_1', 'cs_1')`);
    await client.query(
      `INSERT INTO payment_events (id, type, outcome) VALUES ('evt_1', 'checkout.session.completed', 'granted')`,
    );
    await client.query(
      `INSERT INTO quota_requests (user_id, reports, reason) SELECT id, 20, 'A sale' FROM users LIMIT 1`,
    );
  },
  '0035_operators-day': async (client) => {
    await client.query(`INSERT INTO lot_readings VALUES ('2026-11-24', 'copart', 'read', 7)`);
    await client.query(
      `INSERT INTO switches (name, is_on, changed_by) VALUES ('sign_ups', false, 'cli:operator')`,
    );
  },
  '0037_partners': async (client) => {
    await client.query(
      `INSERT INTO partners (user_id, company, email, email_key, states, makes, state, terms_dated, terms_accepted_at, commission_model, rate_basis_points)
       SELECT id, 'Made-up Parts Co.', 'p@parts.example', 'p@parts.example', '{TX}', '{toyota}', 'approved', '2026-11-25', now(), 'per_sale', 800
         FROM users LIMIT 1`,
    );
    await client.query(
      `INSERT INTO partner_feeds (partner_id, url) SELECT id, 'https://parts.example/feed' FROM partners`,
    );
    await client.query(
      `INSERT INTO partner_stock (partner_id, item, make, number, number_norm, title, condition, availability, price_cents, link)
       SELECT id, '1', 'toyota', '52119-06950', '5211906950', 'Cover', 'new', 'in_stock', 12300, 'https://parts.example/1' FROM partners`,
    );
    await client.query(
      `INSERT INTO partner_leads (id, partner_id, kind, report_id, make, counts)
       SELECT 'k3v9q0x7m2b8r5t1', p.id, 'quote', r.id, 'toyota', 'yes' FROM partners p, reports r LIMIT 1`,
    );
    await client.query(
      `INSERT INTO quote_requests (user_id, report_id, shared, contact, expires_at)
       SELECT u.id, r.id, '{}', '{}', now() + interval '7 days' FROM users u, reports r LIMIT 1`,
    );
    await client.query(
      `INSERT INTO partner_quotes (request_id, partner_id, lead_id, salt, hash)
       SELECT q.id, p.id, 'k3v9q0x7m2b8r5t1', 'salt', 'hash' FROM quote_requests q, partners p`,
    );
    await client.query(
      `WITH entry AS (
         INSERT INTO commission_ledger (partner_id, kind, lead_id, order_hash, net_cents, rate_basis_points, commission_cents, source, period)
         SELECT id, 'sale', 'k3v9q0x7m2b8r5t1', 'order', 10000, 800, 800, 'postback', '2026-11-01' FROM partners RETURNING id, partner_id),
       owed AS (UPDATE partners SET balance_cents = 800 RETURNING id),
       dispute AS (INSERT INTO commission_disputes (partner_id, entry_id) SELECT partner_id, id FROM entry RETURNING id)
       INSERT INTO dispute_notes (dispute_id, by, text) SELECT id, 'partner', 'Not ours.' FROM dispute`,
    );
    await client.query(
      `INSERT INTO partner_statements (partner_id, period, counts, commission_cents) SELECT id, '2026-11-01', '{}', 800 FROM partners`,
    );
  },
  '0038_partner-stock': async (client) => {
    await client.query(
      `INSERT INTO partner_met (partner_id, month, make, number_norm, reports) SELECT id, '2026-11-01', 'toyota', '5211906950', 3 FROM partners`,
    );
  },
  '0039_service-notes': async (client) => {
    await client.query(`INSERT INTO service_notes (name, details) VALUES ('ledger', '{"faults": 0}')`);
  },
  '0041_ledger-sums': async (client) => {
    await client.query(
      'INSERT INTO ledger_sums SELECT user_id, sum(amount) FROM quota_ledger WHERE user_id IS NOT NULL GROUP BY user_id',
    );
  },
  '0006_supplier-leads': async (client) => {
    await client.query(
      `INSERT INTO supplier_leads VALUES ('abc', 'ebay', '2026-11-20', 'TOYOTA', '52119-06950')`,
    );
  },
};

/** A database of its own on the run's server: a copy of the named one, or empty. */
async function newDatabase(template = 'template1'): Promise<{ name: string; url: string }> {
  const name = `m_${randomUUID().replaceAll('-', '')}`;
  await copyDatabase(inject('databaseServer'), template, name);
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return { name, url: url.toString() };
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/** A folder of migrations that one more joins at a time, to be removed by its user. */
async function growingFolder(): Promise<{ path: string; add(tag: string): Promise<void> }> {
  const then = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-migrations-'));
  await fs.mkdir(path.join(then, 'meta'));
  const entries: typeof journal.entries = [];
  return {
    path: then,
    async add(tag) {
      await fs.copyFile(path.join(folder, `${tag}.sql`), path.join(then, `${tag}.sql`));
      entries.push(...journal.entries.filter((entry) => entry.tag === tag));
      await fs.writeFile(path.join(then, 'meta', '_journal.json'), JSON.stringify({ ...journal, entries }));
    },
  };
}

type Row = Record<string, unknown>;
type Contents = Map<string, Row[]>;

async function contentsOf(client: pg.Client): Promise<Contents> {
  const tables = await client.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY 1",
  );
  const contents: Contents = new Map();
  for (const { name } of tables.rows) {
    const rows = await client.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM "${name}" t`);
    contents.set(
      name,
      rows.rows.map(({ row }) => row),
    );
  }
  return contents;
}

/** Columns that a later migration takes away, their content having gone elsewhere (the answer that a key keeps). */
const MOVED: Readonly<Record<string, readonly string[]>> = { idempotency_keys: ['report_id'] };

/** Every row of then is there now, with every value it had, and no row besides. */
async function expectKept(client: pg.Client, before: Contents): Promise<void> {
  const now = await contentsOf(client);
  for (const [table, rows] of before) {
    const kept = now.get(table) ?? [];
    expect([table, kept.length]).toEqual([table, rows.length]);
    for (const then of rows) {
      const values = Object.entries(then).filter(
        ([name]) => !(MOVED[table]?.includes(name) && kept.every((row) => !Object.hasOwn(row, name))),
      );
      const found = kept.filter((row) =>
        values.every(([name, value]) => isDeepStrictEqual(row[name], value)),
      );
      expect([table, found.length, then]).toEqual([table, 1, then]);
    }
  }
}

/** By the number of migrations applied: a database of then, each migration with the rows it made room for, and what it holds. */
const stages: { name: string; url: string; before: Contents; isOfThen: boolean }[] = [];

beforeAll(async () => {
  const then = await growingFolder();
  let { name, url } = await newDatabase();
  let before: Contents = new Map();
  for (const [index, tag] of TAGS.entries()) {
    if (index > 0) ({ name, url } = await newDatabase(name));
    const client = await connect(url);
    await then.add(tag);
    await applyMigrations(drizzle({ client }), { migrationsFolder: then.path });
    await expectKept(client, before);
    await ROWS[tag]?.(client);
    before = await contentsOf(client);
    await client.end();
    // A table without a row would prove nothing: its migration belongs into ROWS.
    expect([...before].filter(([, rows]) => rows.length === 0).map(([table]) => table)).toEqual([]);
    stages.push({ name, url, before, isOfThen: true });
  }
  await fs.rm(then.path, { recursive: true });
});

type Then = { url: string; client: pg.Client; before: Contents };
const stageOf = (count: number): (typeof stages)[number] => {
  const stage = stages[count - 1];
  if (!stage?.isOfThen) throw new Error(`no database of ${count} migrations`);
  return stage;
};

/** The database of then, after `count` migrations in all, which no later test can have. */
async function takeDatabaseOf(count: number): Promise<Then> {
  const stage = stageOf(count);
  stage.isOfThen = false;
  const client = await connect(stage.url);
  onTestFinished(() => client.end());
  return { url: stage.url, client, before: stage.before };
}

/** A copy of it. */
async function databaseOf(count: number): Promise<Then> {
  const stage = stageOf(count);
  const { url } = await newDatabase(stage.name);
  const client = await connect(url);
  onTestFinished(() => client.end());
  return { url, client, before: stage.before };
}

describe('migrations', () => {
  test('leave what the product’s own queries read, and a running report that goes on', async () => {
    const { url } = await databaseOf(1);
    await migrate(url);
    const database = openDatabase(url);
    onTestFinished(() => database.close());
    const { pool } = database;
    expect(await findUserByEmail(pool, EMAIL)).toMatchObject({
      id: USER,
      first_name: 'Nadia',
      verified: true,
    });
    expect(await readQuota(pool, USER)).toMatchObject({ available_reports: 1 });
    expect(await verifyLedger(pool)).toEqual([]);
    const page = await listReports(pool, USER, { limit: 10, cursor: null }, {});
    expect(page.items.map((item) => [item.report_id, item.task_status]).sort()).toEqual(
      [
        [FINISHED, 'finished'],
        [RUNNING, 'download_images'],
      ].sort(),
    );
    expect(page.items.find((item) => item.report_id === FINISHED)?.total_cost).toBe(8123.45);
    expect((await findReport(pool, USER, FINISHED))?.model).toEqual(model);
    expect((await eventsSince(pool, USER, 0)).map(({ seq }) => seq)).toEqual([1, 2]);
    expect((await listLiveSessions(pool, USER)).map(({ id }) => id)).toEqual([SESSION]);
    expect(await linkOwner(pool, 'reset', Buffer.from([2]))).toBe(USER);
    expect(await redeemTicket(pool, Buffer.from([3]))).toBe(SESSION);
    expect((await findLot(pool, lot.lot_key, null))?.name).toBe(lot.name);
    expect(await findLotPhoto(pool, PHOTO)).toMatchObject({ state: 'kept', width: 1600 });
    const parts = await findCatalogueParts(pool, { make: 'TOYOTA', model_key: 'camry', year: 2019 });
    expect(parts).toHaveLength(1);
    const run = await claimRun(pool, RUNNING);
    expect(run).not.toBeNull();
    expect((await readSteps(pool, RUNNING)).map(({ step }) => step)).toContain('create_task');
  });

  test('leave the database with what it needs to know of new indexes to plan searches', async () => {
    const { url, client } = await databaseOf(44);
    await migrate(url);
    const known = await client.query(
      "SELECT DISTINCT tablename FROM pg_stats WHERE tablename IN ('reports_searched', 'users_searched') ORDER BY 1",
    );
    expect(known.rows).toEqual([{ tablename: 'reports_searched' }, { tablename: 'users_searched' }]);
  });

  test('take turns when several processes start at once, and do nothing the second time', async () => {
    const { url, client, before } = await databaseOf(1);
    await Promise.all([migrate(url), migrate(url), migrate(url)]);
    await migrate(url);
    await expectKept(client, before);
    const applied = await client.query('SELECT 1 FROM drizzle.__drizzle_migrations');
    expect(applied.rowCount).toBe(TAGS.length);
  });

  // Last: each takes its database of then.
  test.each(TAGS.map((tag, index) => [tag, index + 1] as const))(
    'bring a database of %s to the newest with every row it held',
    async (_, count) => {
      const { url, client, before } = await takeDatabaseOf(count);
      await migrate(url);
      await expectKept(client, before);
    },
  );

  test('hold all that the schema says: generating them anew makes none', async () => {
    const copy = path.join(await temporaryFolder(), 'migrations');
    await fs.cp(path.join(root, drizzleConfig.out ?? ''), copy, { recursive: true });
    const schema = z.string().parse(drizzleConfig.schema);
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        path.join(root, 'node_modules', 'drizzle-kit', 'bin.cjs'),
        'generate',
        '--dialect=postgresql',
        `--schema=${schema}`,
        `--out=${path.relative(root, copy)}`,
      ],
      { cwd: root },
    );
    expect(stdout).toContain('No schema changes');
    expect((await fs.readdir(copy)).filter((name) => name.endsWith('.sql')).sort()).toEqual(
      TAGS.map((tag) => `${tag}.sql`),
    );
  });
});
