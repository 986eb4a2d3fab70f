import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { keepSalesSecret } from '../../server/db/partners/sales-secrets.ts';
import { createSeal } from '../../server/secrets/seal.ts';
import { secretsKeysSchema } from '../../server/secrets/secrets-key.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { type AccountsService, signedIn, startAccounts, verifiedAccount } from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { addPartner } from './partners/add-partner.ts';
import { KEY, partsCatalogsStandIn } from './parts-catalogs-stand-in.ts';
import { addReport } from './seed.ts';

const command = path.join(import.meta.dirname, '..', '..', 'server', 'cli', 'admin.ts');
let folder: string;
let url: string;
let service: AccountsService;
let email: string;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-admin-'));
  url = await createTestDatabase(inject('databaseServer'));
  service = await startAccounts(url);
  email = await verifiedAccount(service);
});
afterAll(async () => {
  await service.close();
  await fs.rm(folder, { recursive: true, force: true });
});

/** Runs the command as an operator would. */
const SAVE = ['setup', 'save', 'parts_catalogs'];
const admin = (...words: string[]) => adminWith({ SECRETS_KEY }, {}, ...words);
const adminWith = (
  settings: Record<string, string>,
  { stdin = '' }: { stdin?: string },
  ...words: string[]
): Promise<{ code: number; out: string; error: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...words],
      {
        cwd: folder,
        env: { ...process.env, DATABASE_URL: url, DATA_DIR: folder, NODE_ENV: 'test', ...settings },
      },
      (failure, out, error) =>
        resolve({ code: typeof failure?.code === 'number' ? failure.code : 0, out, error }),
    );
    child.stdin?.end(stdin);
  });
const noted = async (): Promise<unknown> =>
  (await service.pool.query('SELECT action, subject, details FROM audit_log ORDER BY id DESC LIMIT 1'))
    .rows[0];

const idOf = async (address: string): Promise<unknown> =>
  (await service.pool.query('SELECT id FROM users WHERE email = $1', [address])).rows[0]?.id;

describe('npm run admin', () => {
  test('grants reports with a reason and leaves a note', async () => {
    const { code, out } = await admin('grant', email.toUpperCase(), '5', '--reason', 'goodwill');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ email, granted: 5, available_reports: 8 });
    expect(await noted()).toEqual({
      action: 'grant',
      subject: await idOf(email),
      details: { amount: 5, reason: 'goodwill' },
    });
    expect(JSON.parse((await admin('verify-ledger')).out)).toEqual({ sound: true, faults: [] });
  });

  test('says with exit 1 when the ledger is not in order', async () => {
    await service.pool.query('UPDATE users SET available_reports = available_reports + 1 WHERE email = $1', [
      email,
    ]);
    const { code, out } = await admin('verify-ledger');
    await service.pool.query('UPDATE users SET available_reports = available_reports - 1 WHERE email = $1', [
      email,
    ]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({
      sound: false,
      faults: [{ rule: 'balance equals the sum of moves' }],
    });
  });

  test('shows an account and a report, and no hash', async () => {
    const user = await admin('user', email);
    expect(JSON.parse(user.out)).toMatchObject({ email, verified: true });
    expect(user.out).not.toContain('argon2');
    const { id } = JSON.parse(user.out) as { id: string };
    const reportId = await addReport(service.pool, id);
    expect(JSON.parse((await admin('report', reportId)).out)).toMatchObject({
      id: reportId,
      status: 'create_task',
      ledger: [{ kind: 'reserve', amount: -1 }],
    });
  });

  test('ends the sessions of an account at once', async () => {
    const session = await signedIn(service, email);
    const { out } = await admin('sessions', email, '--end');
    expect(JSON.parse(out)).toMatchObject({ email, ended: true });
    expect((await service.call('GET', 'users/me', { token: session.access_token })).status).toBe(401);
  });

  test('seals every stored secret with the newest key, so that the earlier one can be dropped', async () => {
    const [newer, stranger] = [4, 9].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const sealOf = (text: string) => createSeal(secretsKeysSchema.parse(text));
    const userId = String(await idOf(email));
    const webhookId = crypto.randomUUID();
    const old = sealOf(SECRETS_KEY);
    const { pool } = service;
    const { partner_id } = await addPartner(pool);
    const names = {
      operator: `operator:${userId}`,
      key: 'APIBARA_KEY',
      webhook: `webhook:${webhookId}`,
      partner: `partner sales:${partner_id}`,
    };
    const [operator, key, webhook, partner] = Object.values(names).map((name) =>
      old?.seal(name, `secret of ${name}`),
    );
    if (partner) await keepSalesSecret(pool, partner_id, partner);
    await pool.query('INSERT INTO operators (user_id, sealed_secret, key_version) VALUES ($1, $2, 1)', [
      userId,
      operator?.sealed,
    ]);
    await pool.query('INSERT INTO stored_keys (name, sealed, key_version) VALUES ($1, $2, 1)', [
      names.key,
      key?.sealed,
    ]);
    await pool.query(
      `INSERT INTO webhooks (id, user_id, url, events, sealed_secret, key_version) VALUES ($1, $2, 'https://a.test/', '{}', $3, 1)`,
      [webhookId, userId, webhook?.sealed],
    );
    const { rows: tables } = await pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'key_version'",
    );
    const all = (counts: object) => Object.fromEntries(tables.map(({ name }) => [name, counts]));
    const lost = await adminWith({ SECRETS_KEY: `3:${stranger}` }, {}, 'reseal');
    expect([lost.code, JSON.parse(lost.out)]).toEqual([1, all({ resealed: 0, not_opened: 1 })]);
    const done = await adminWith({ SECRETS_KEY: `2:${newer},1:${SECRETS_KEY}` }, {}, 'reseal');
    expect([done.code, JSON.parse(done.out)]).toEqual([0, all({ resealed: 1, not_opened: 0 })]);
    const { rows } = await pool.query(
      `SELECT 'operator:' || user_id AS name, sealed_secret AS sealed, key_version FROM operators
       UNION ALL SELECT name, sealed, key_version FROM stored_keys
       UNION ALL SELECT 'webhook:' || id, sealed_secret, key_version FROM webhooks
       UNION ALL SELECT 'partner sales:' || id, sealed_secret, key_version FROM partners`,
    );
    const alone = sealOf(`2:${newer}`);
    expect(rows.map(({ name, ...sealed }) => alone?.open(name, sealed)).sort()).toEqual(
      Object.values(names)
        .map((name) => `secret of ${name}`)
        .sort(),
    );
    for (const table of ['operators', 'stored_keys', 'webhooks', 'partners'])
      await pool.query(`DELETE FROM ${table}`);
  });

  test('makes an account an operator with a secret told this once, and takes it back', async () => {
    const made = await admin('operator', email);
    expect(made.code).toBe(0);
    const { secret, otpauth, ...told } = JSON.parse(made.out);
    expect(told).toEqual({ email, operator: true });
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(new URL(otpauth).searchParams.get('secret')).toBe(secret);
    expect(await noted()).toEqual({
      action: 'operator',
      subject: await idOf(email),
      details: { end: false, second_factor: true },
    });
    const ended = await admin('operator', email, '--end');
    expect(JSON.parse(ended.out)).toEqual({ email, operator: false, was_operator: true });
    expect((await service.pool.query('SELECT 1 FROM operators')).rowCount).toBe(0);
  });

  test('names what is missing where no secret can be kept', async () => {
    const { code, out } = await adminWith({ SECRETS_KEY: '' }, {}, 'operator', email);
    expect([code, JSON.parse(out)]).toEqual([
      0,
      { email, operator: true, secret: null, otpauth: null, missing: 'SECRETS_KEY' },
    ]);
  });

  test('shows Setup in words, and tests a source as the page does', async () => {
    const setup = await admin('setup');
    expect(JSON.parse(setup.out)).toMatchObject({ can_change: true });
    expect(setup.out).toContain('"state": "Off"');
    const tested = await admin('setup', 'test', 'vin', '1HGCV1F30KA000042');
    expect([tested.code, JSON.parse(tested.out)]).toMatchObject([
      0,
      { outcome: 'ok', found: { sentence: expect.stringContaining('2019 Honda Accord') } },
    ]);
  });

  test('saves keys from standard input once the source took them, and deletes them', async () => {
    const site = await partsCatalogsStandIn();
    const settings = { SECRETS_KEY, PARTS_CATALOGS_URL: site.base };
    const refused = await adminWith(settings, { stdin: 'PARTS_CATALOGS_KEY=wrong-key-0001\n' }, ...SAVE);
    expect([refused.code, refused.out]).toEqual([1, '']);
    expect(refused.error).toContain('does not accept this key');
    expect(refused.error).not.toContain('wrong-key-0001');
    const saved = await adminWith(settings, { stdin: `PARTS_CATALOGS_KEY = ${KEY}\n` }, ...SAVE);
    expect([saved.code, JSON.parse(saved.out)]).toMatchObject([0, { on: true, from: 'stored' }]);
    expect(saved.out).not.toContain(KEY);
    const gone = await adminWith(settings, {}, 'setup', 'delete', 'parts_catalogs');
    expect(JSON.parse(gone.out)).toMatchObject({ on: false, stored: 'none' });
  });

  test.each([
    [[], 2],
    [['nothing'], 2],
    [['grant', 'a@b.test'], 2],
    [['grant', 'a@b.test', '-1'], 2],
    [['grant', 'a@b.test', '1.5'], 2],
    [['user'], 2],
    [['operator'], 2],
    [['setup', 'paint'], 2],
    [['setup', 'save'], 2],
    [['setup', 'save', 'mail'], 2],
    [['setup', 'test', 'paint'], 2],
    [['setup', 'test', 'mail'], 1],
    [['operator', 'nobody@example.test'], 1],
    [['report', 'x'], 2],
    [['backup'], 2],
    [['user', 'x@y.test', '--nonsense'], 2],
    [['user', 'nobody@example.test'], 1],
    [['restore', '/nowhere'], 1],
    [['--help'], 0],
  ])('%j ends with exit code %i', async (words, code) => {
    const ended = await admin(...words);
    expect(ended.code).toBe(code);
    if (code === 2) expect(ended.error).toContain('usage:');
  });
});
