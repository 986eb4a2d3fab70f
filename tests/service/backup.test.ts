import { execFile } from 'node:child_process';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { checkBackup, restoreBackup, writeBackup } from '../../server/backup/backup-folder.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
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

describe('a backup', () => {
  test('restores to the same rows and files, and people sign in there', async () => {
    const target = path.join(folder, 'one');
    const summary = await writeBackup(url, store, target);
    expect(summary.files).toBe(2);
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const newStore = createFolderStore(path.join(folder, 'store-2'));
    const restored = await restoreBackup(newUrl, newStore, target);
    expect(restored.summary.rows).toBe(summary.rows);
    expect(restored.reports).toBe(3);
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
    const { reports } = await restoreBackup(
      await createTestDatabase(inject('databaseServer')),
      createFolderStore(path.join(folder, 'store-3')),
      target,
    );
    expect(reports).toBeGreaterThan(3);
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
    const run = async (databaseUrl: string, ...words: string[]) => {
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
    };
    const target = path.join(folder, 'by-command');
    expect(await run(url, 'backup', target)).toMatchObject({ folder: target });
    expect(await run(url, 'check-backup', target)).toMatchObject({ sound: true });
    const newUrl = await createTestDatabase(inject('databaseServer'));
    const answer = await run(newUrl, 'restore', target);
    expect(Number(answer.reports_resumed)).toBeGreaterThanOrEqual(3);
    expect(await run(newUrl, 'verify-ledger')).toEqual({ sound: true, faults: [] });
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
});
