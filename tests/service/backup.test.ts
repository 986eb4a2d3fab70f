import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkBackup, restoreBackup, writeBackup } from '../../server/backup/backup-folder.ts';
import { shippedTables } from '../../server/data-tables/table-files.ts';
import { settleReport } from '../../server/db/accounts/quota.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { putWaitingLot } from '../../server/db/lots/waiting-lots.ts';
import { dumpTable, inLongTransaction, inSnapshot, loadTable } from '../../server/db/ops/backup.ts';
import { insertMessage } from '../../server/db/programs/webhook-messages.ts';
import { insertWebhook } from '../../server/db/programs/webhooks.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { keepTables } from '../../server/db/reports/estimate-tables.ts';
import { claimNextRun, offerReport } from '../../server/db/reports/report-leases.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import type { Store } from '../../server/storage/store.ts';
import {
  type AccountsService,
  PASSWORD,
  signedIn,
  signIn,
  startAccounts,
  verifiedAccount,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { startRole } from './role-process.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { until } from './service.ts';

const root = path.join(import.meta.dirname, '..', '..');
let folder: string;
let url: string;
let database: Database;
let store: Store;
let service: AccountsService;
let email: string;
const photo = Buffer.from([0xff, 0xd8, 0xff, 0x00, 0x80]);
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-backup-'));
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  store = createFolderStore(path.join(folder, 'store'));
  service = await startAccounts(url);
  email = await verifiedAccount(service);
  await signedIn(service, email);
  for (let turn = 0; turn < 3; turn += 1) {
    const userId = await addUser(database.pool, 3);
    const lot = { ...madeUpLot(), name: 'Ø "quoted" \\ 漢字\n🚗' };
    await saveLot(database.pool, lot.lot_key, 'fetched', lot);
    await offerReport(database.pool, await addReport(database.pool, userId, lot));
  }
  await keepTables(database.pool, shippedTables());
  await store.put('lots/copart_1/a/full.jpg', photo, 'image/jpeg');
  await store.put('reports/1/x.pdf', Buffer.from('%PDF'), 'application/pdf');
});
afterAll(async () => {
  await service.close();
  await database.close();
  await fs.rm(folder, { recursive: true, force: true });
});

/** Everything in a database as text, table by table. */
async function contentsOf(pool: Database['pool']): Promise<Record<string, string>> {
  const tables = await pool.query<{ name: string }>(
    "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'",
  );
  const contents: Record<string, string> = {};
  for (const { name } of tables.rows) {
    const found = await pool.query<{ text: string }>(
      `SELECT coalesce(string_agg(line, E'\\n' ORDER BY line), '') AS text FROM (SELECT t::text AS line FROM "${name}" t) rows`,
    );
    contents[name] = found.rows[0]?.text ?? '';
  }
  return contents;
}

/** The command, with the answer it prints. */
async function admin(databaseUrl: string, ...words: string[]): Promise<Record<string, unknown>> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [path.join(root, 'server/cli/admin.ts'), ...words],
    {
      cwd: folder,
      env: {
        ...process.env,
        DATABASE_URL: databaseUrl,
        DATA_DIR: path.join(folder, `data-${new URL(databaseUrl).pathname.slice(1)}`),
        NODE_ENV: 'test',
        LOG_LEVEL: 'silent',
      },
    },
  );
  return JSON.parse(stdout) as Record<string, unknown>;
}

describe('a backup', () => {
  test('restores to the same rows and files, and people sign in there', async () => {
    const target = path.join(folder, 'one');
    const summary = await writeBackup(url, store, target);
    expect(summary.files).toBe(2);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const newStore = createFolderStore(path.join(folder, 'store-2'));
    const restored = await restoreBackup(newUrl, newStore, target);
    expect(restored.summary.rows).toBe(summary.rows);
    expect(restored.left.reports).toBe(3);
    const there = openDatabase(newUrl);
    expect(await contentsOf(there.pool)).toEqual(await contentsOf(database.pool));
    expect(await newStore.list('')).toEqual(await store.list(''));
    expect((await newStore.get('lots/copart_1/a/full.jpg'))?.bytes).toEqual(photo);
    // New rows get new numbers.
    await addUser(there.pool, 2);
    expect(await verifyLedger(there.pool)).toEqual([]);
    const revived = await startAccounts(newUrl);
    expect((await signIn(revived, email, PASSWORD)).status).toBe(200);
    await revived.close();
    await there.close();
  });

  test('knows no session of later: its refresh token is refused like a made-up one, and one of before is taken', async () => {
    const before = await signedIn(service, email);
    const target = path.join(folder, 'sessions');
    await writeBackup(url, store, target);
    const after = await signedIn(service, email);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    await restoreBackup(newUrl, createFolderStore(path.join(folder, 'store-sessions')), target);
    const revived = await startAccounts(newUrl);
    const refresh = ({ refresh_token }: { refresh_token: string }) =>
      revived.call('POST', 'auth/refresh', { json: { refresh_token } });
    const refused = await refresh(after);
    expect([refused.status, refused.body.code]).toEqual([401, 'invalid_token']);
    expect((await refresh(before)).status).toBe(200);
    await revived.close();
  });

  test('is of one moment while reports are started and accounts change', async () => {
    const target = path.join(folder, 'busy');
    const userId = await addUser(database.pool, 100_000);
    let going = true;
    let begun = 0;
    const load = (async () => {
      for (; going; begun += 1) await offerReport(database.pool, await addReport(database.pool, userId));
    })();
    await until('some were started', 60_000, async () => begun > 3);
    const before = begun;
    await writeBackup(url, store, target);
    going = false;
    await load;
    expect(begun).toBeGreaterThan(before);
    // Restoring checks the ledger itself: a reserve without its report would stop it.
    const { left } = await restoreBackup(
      await createTestDatabase(inject('databaseServer')),
      createFolderStore(path.join(folder, 'store-3')),
      target,
    );
    expect(left.reports).toBeGreaterThan(3);
  });

  test.each([
    ['a changed row', 'tables/users.jsonl', (text: string) => text.replace('Nadia', 'Eve')],
    ['a lost row', 'tables/quota_ledger.jsonl', (text: string) => text.split('\n').slice(1).join('\n')],
    ['a changed file', 'files/reports/1/x.pdf', () => 'other'],
  ])('with %s is refused and nothing is restored', async (_, file, change) => {
    const target = path.join(folder, `bad-${path.basename(file)}`);
    await writeBackup(url, store, target);
    const at = path.join(target, file);
    await fs.writeFile(at, change(await fs.readFile(at, 'utf8')));
    await expect(checkBackup(target)).rejects.toThrow('was changed');
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const newStore = createFolderStore(path.join(folder, `store-${path.basename(file)}`));
    await expect(restoreBackup(newUrl, newStore, target)).rejects.toThrow('was changed');
    const there = openDatabase(newUrl);
    expect((await there.pool.query('SELECT 1 FROM users')).rowCount).toBe(0);
    expect(await newStore.list('')).toEqual([]);
    await there.close();
  });

  test('that was not finished is none', async () => {
    await expect(checkBackup(path.join(folder, 'nowhere'))).rejects.toThrow('no finished backup');
  });

  test('goes only into an empty database', async () => {
    const target = path.join(folder, 'again');
    await writeBackup(url, store, target);
    await expect(restoreBackup(url, store, target)).rejects.toThrow('in use');
  });

  test('by the command: backup, check and restore answer in JSON, leave a note, and workers go on with the reports', async () => {
    const target = path.join(folder, 'by-command');
    expect(await admin(url, 'backup', target)).toMatchObject({ folder: target });
    expect(await admin(url, 'check-backup', target)).toMatchObject({ sound: true });
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const answer = await admin(newUrl, 'restore', target);
    expect(Number(answer.reports_resumed)).toBeGreaterThanOrEqual(3);
    expect(await admin(newUrl, 'verify-ledger')).toEqual({ sound: true, faults: [] });
    const there = openDatabase(newUrl);
    let claimed = 0;
    while ((await claimNextRun(there.pool, 'worker')) !== null) claimed += 1;
    expect(claimed).toBe(answer.reports_resumed);
    const notes = await there.pool.query<{ action: string }>(
      'SELECT action FROM audit_log ORDER BY id DESC LIMIT 2',
    );
    expect(notes.rows.map((row) => row.action)).toEqual(['verify-ledger', 'restore']);
    await there.close();
  });

  test('goes into a database where a service has started and was knocked at, and that goes on there', async () => {
    const target = path.join(folder, 'started');
    // What a sign-in that failed and a link that its site refused leave: here, and in the new service, of the same address and site.
    const knocked = async (pool: pg.Pool): Promise<void> => {
      await pool.query(
        "INSERT INTO rate_limits (key, count, resets_at) VALUES ('sign-in:address:10.0.0.1', 1, now() + interval '1 hour')",
      );
      await pool.query("INSERT INTO host_pace (host, next_at) VALUES ('bid.cars', now())");
    };
    await knocked(database.pool);
    await writeBackup(url, store, target);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const environment = { SAMPLES: 'off', DATABASE_URL: newUrl, DATA_DIR: path.join(folder, 'data-started') };
    const started = await Promise.all(['web', 'worker'].map((ROLE) => startRole({ ...environment, ROLE })));
    await Promise.all(started.map((role) => role.stop()));
    const there = openDatabase(newUrl);
    await knocked(there.pool);
    await admin(newUrl, 'restore', target);
    const kept = await there.pool.query<{ id: string }>('SELECT id FROM estimate_tables');
    expect(kept.rows.map(({ id }) => id)).toContain(shippedTables().id);
    await there.close();
  });

  test('keeps what only the queue knew: lots that wait on a board, messages of webhooks, photos to be examined, plans to be ended', async () => {
    const { pool } = database;
    const userId = await addUser(pool, 3);
    const queued = await putWaitingLot(pool, {
      userId,
      key: 'copart:1',
      listed: 'https://www.copart.com/lot/1',
      lotKey: null,
      name: null,
      batchId: null,
      state: 'queued',
      origin: null,
      keyId: null,
    });
    const webhookId = randomUUID();
    const secret = { sealed: Buffer.from('sealed'), key_version: 1 };
    await insertWebhook(pool, { id: webhookId, userId, url: 'https://example.test', events: [], secret }, 9);
    const messageId = await insertMessage(pool, webhookId, { type: 'webhook.test', payload: '{}' });
    await pool.query("UPDATE webhook_messages SET attempts = 2, next_at = now() + interval '1 hour'");
    const later = await addReport(pool, userId);
    const model = { detection: { warnings: [{ code: 'examined_later', count: 2 }] } };
    await pool.query(
      "UPDATE reports SET status = 'finished', finished_at = now(), model = $2 WHERE id = $1",
      [later, model],
    );
    await settleReport(pool, { userId, reportId: later, reason: 'test' });
    await pool.query(
      `INSERT INTO quota_purchases (plan_id, every, reports, price_cents, state, subscription) VALUES ('month', 'month', 10, 1000, 'paid', 'sub_1')`,
    );
    const target = path.join(folder, 'undone');
    await writeBackup(url, store, target);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    expect(await admin(newUrl, 'restore', target)).toMatchObject({
      board_lots_resumed: 1,
      webhook_messages_resumed: 1,
      photos_resumed: 1,
      plans_resumed: 1,
    });
    const there = openDatabase(newUrl);
    const jobs = await there.pool.query<{
      name: string;
      data: unknown;
      wait: number;
      group_id: string | null;
    }>(
      `SELECT name, data, group_id, round(extract(epoch FROM start_after - created_on) / 60)::int AS wait FROM pgboss.job
        WHERE name IN ('start-lot', 'send-webhook', 'examine-photos', 'end-plan') ORDER BY name`,
    );
    expect(jobs.rows).toEqual([
      { name: 'end-plan', data: { subscription: 'sub_1' }, group_id: null, wait: 0 },
      { name: 'examine-photos', data: { report_id: later, user_id: userId }, group_id: null, wait: 0 },
      { name: 'send-webhook', data: { message_id: messageId, attempts: 2 }, group_id: webhookId, wait: 60 },
      { name: 'start-lot', data: { waiting_lot_id: queued.id }, group_id: userId, wait: 0 },
    ]);
    await there.close();
  });

  test('that breaks off where work is to go on has put nothing back, and can be restored again', async () => {
    const target = path.join(folder, 'broken-off');
    await writeBackup(url, store, target);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const newStore = createFolderStore(path.join(folder, 'store-broken-off'));
    const broken = restoreBackup(newUrl, newStore, target, async () => {
      throw new Error('the queue is away');
    });
    await expect(broken).rejects.toThrow('the queue is away');
    const { left } = await restoreBackup(newUrl, newStore, target);
    expect(left.reports).toBeGreaterThanOrEqual(3);
  });

  test('of rows of a megabyte each holds a few at once, on its way out and back', async () => {
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const lines: string[] = [];
    let most = 0;
    const counted = <C extends pg.Client>(client: C): C =>
      new Proxy(client, {
        get: (_, name) =>
          name !== 'query'
            ? Reflect.get(client, name, client)
            : async (text: string, values: unknown[] = []) => {
                const answer = await client.query(text, values);
                const lengths = [...values, ...answer.rows.flatMap((row) => Object.values(row))].map(
                  (value) => (typeof value === 'string' ? value.length : 0),
                );
                most = Math.max(
                  most,
                  lengths.reduce((sum, length) => sum + length, 0),
                );
                return answer;
              },
      });
    await inLongTransaction(newUrl, async (client) => {
      await client.query(
        `INSERT INTO lots (key, lot_number, origin, lot) SELECT 'lot' || n, '1', 'fetched', to_jsonb(repeat('x', 1000000)) FROM generate_series(1, 20) n`,
      );
    });
    await inSnapshot(newUrl, (client) =>
      dumpTable(counted(client), 'lots', async (line) => {
        lines.push(line);
      }),
    );
    expect(lines).toHaveLength(20);
    const there = await createTestDatabase(inject('databaseServer'));
    const back = await inLongTransaction(there, (client) =>
      loadTable(
        counted(client),
        'lots',
        (async function* () {
          yield* lines;
        })(),
      ),
    );
    expect(back).toBe(20);
    expect(most).toBeGreaterThan(1_000_000);
    expect(most).toBeLessThan(10_000_000);
  });
});
