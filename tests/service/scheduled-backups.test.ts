import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { checkArchive } from '../../server/backup/backup-archive.ts';
import { drillRestore } from '../../server/backup/restore-drill.ts';
import { type BackupPlan, backUpWhenDue, listBackups } from '../../server/backup/scheduled-backups.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { withBackupLock } from '../../server/db/service/backup-lock.ts';
import { serviceGauges } from '../../server/metrics/service-gauges.ts';
import { openQueue } from '../../server/queue/queue.ts';
import type { SecretsKey } from '../../server/secrets/secrets-key.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import type { Store } from '../../server/storage/store.ts';
import { createTestDatabase } from './database.ts';
import { startRole } from './role-process.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** A port of this machine that nobody has now. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = net.createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as net.AddressInfo;
      server.close(() => resolve(port));
    });
  });
const root = path.join(import.meta.dirname, '..', '..');
const run = promisify(execFile);
const KEY: SecretsKey = { version: 1, key: Buffer.alloc(32, 7) };
const KEY_TEXT = KEY.key.toString('base64');
const PHOTO = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(300_000)]);
const log = pino({ level: 'silent' });

let url: string;
let database: Database;
let store: Store;
let data: string;
beforeAll(async () => {
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  data = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-backups-'));
  store = createFolderStore(path.join(data, 'files'));
  for (let turn = 0; turn < 3; turn += 1) {
    const lot = { ...madeUpLot(), name: 'Ø "quoted" \\ 漢字\n🚗' };
    await saveLot(database.pool, lot.lot_key, 'fetched', lot);
    await addReport(database.pool, await addUser(database.pool, 3), lot);
  }
  await store.put('lots/copart_1/a/full.jpg', PHOTO, 'image/jpeg');
});
afterAll(async () => {
  await database.close();
  await fs.rm(data, { recursive: true, force: true });
});

/** An empty folder, a plan for it, and nothing noted of earlier backups. */
async function planned(change: Partial<BackupPlan> = {}): Promise<BackupPlan> {
  await database.pool.query('DELETE FROM service_notes');
  return { folder: await temporaryFolder(), everyHours: 24, keep: 2, keys: [KEY], ...change };
}
const tools = (change: { store?: Store; now?: () => Date } = {}) => ({
  databaseUrl: url,
  pool: database.pool,
  store,
  log,
  now: () => new Date(),
  ...change,
});
const broken = (): Store => ({
  ...store,
  list: async () => {
    throw new Error('the store is away');
  },
});
const notesLater = (seconds: number) =>
  database.pool.query('UPDATE service_notes SET noted_at = noted_at - make_interval(secs => $1)', [seconds]);
/** What Prometheus is told. */
async function told(): Promise<string> {
  await (await openQueue(url, log)).stop(0);
  const registry = new Registry();
  await serviceGauges(registry, {
    pool: database.pool,
    dataDir: data,
    readUses: async () => [],
  }).refresh();
  return await registry.metrics();
}

describe('a backup on a schedule', () => {
  test('is made when it is due, sealed, for this user alone, and not again before the next is due', async () => {
    const plan = await planned();
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    expect(path.basename(file)).toMatch(/^lotlens-\d{8}T\d{6}Z\.tar\.gz\.sealed$/);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
    expect((await checkArchive(file, [KEY])).files).toMatchObject([{ key: 'lots/copart_1/a/full.jpg' }]);
    expect((await fs.readFile(file)).includes(PHOTO.subarray(1_000, 1_100))).toBe(false);
    expect(await backUpWhenDue(tools(), plan)).toBeNull();
    await notesLater(23 * 3600);
    expect(await backUpWhenDue(tools(), plan)).toBeNull();
    await notesLater(2 * 3600);
    expect(await backUpWhenDue(tools({ now: () => new Date(Date.now() + 5_000) }), plan)).not.toBeNull();
  });

  test('that is planned anew tells how often at once, before the next is due', async () => {
    const plan = await planned();
    await backUpWhenDue(tools(), plan);
    expect(await backUpWhenDue(tools(), { ...plan, everyHours: 168 })).toBeNull();
    expect(await told()).toMatch(/^lotlens_backup_interval_seconds 604800$/m);
  });

  test('is made by one process, however many want to', async () => {
    const plan = await planned();
    const made = await Promise.all(Array.from({ length: 5 }, () => backUpWhenDue(tools(), plan)));
    expect(made.filter((file) => file !== null)).toHaveLength(1);
    expect(await fs.readdir(plan.folder)).toHaveLength(1);
  });

  test('is not begun while another process makes one', async () => {
    const plan = await planned();
    const held = await withBackupLock(url, async () => {
      expect(await backUpWhenDue(tools(), plan)).toBeNull();
    });
    expect([held, await fs.readdir(plan.folder)]).toEqual([true, []]);
  });

  test('leaves the newest ones, and deletes none before it is whole', async () => {
    const plan = await planned();
    const old = ['20260101', '20260102', '20260103'].map((day) => `lotlens-${day}T000000Z.tar.gz`);
    const others = ['notes.txt', 'lotlens-mine.tar.gz'];
    for (const name of [...old, ...others]) await fs.writeFile(path.join(plan.folder, name), 'x');
    await fs.writeFile(path.join(plan.folder, `${old[0]}.part`), 'of a process that died');
    await expect(backUpWhenDue(tools({ store: broken() }), plan)).rejects.toThrow('the store is away');
    expect(await fs.readdir(plan.folder)).toEqual([...others, ...old].sort());
    await database.pool.query('DELETE FROM service_notes');
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    expect((await fs.readdir(plan.folder)).sort()).toEqual([...others, old[2], path.basename(file)].sort());
  });

  test('is kept even where the clock says that others are newer', async () => {
    const plan = await planned({ keep: 1 });
    await fs.writeFile(path.join(plan.folder, 'lotlens-20990101T000000Z.tar.gz'), 'x');
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    expect(await listBackups(plan.folder)).toEqual([path.basename(file)]);
  });

  test('that failed is told to Prometheus, and tried again a quarter of an hour later', async () => {
    const plan = await planned();
    await expect(backUpWhenDue(tools({ store: broken() }), plan)).rejects.toThrow('the store is away');
    expect(await told()).toMatch(/^lotlens_backup_failing 1$/m);
    expect(await told()).toMatch(/^lotlens_backup_last_success_timestamp_seconds 0$/m);
    expect(await backUpWhenDue(tools(), plan)).toBeNull();
    await notesLater(16 * 60);
    expect(await backUpWhenDue(tools(), plan)).not.toBeNull();
    expect(await told()).toMatch(/^lotlens_backup_failing 0$/m);
    expect(await told()).toMatch(/^lotlens_backup_bytes [1-9]\d{5}/m);
  });

  test('that is stopped leaves nothing, and is no failure', async () => {
    const plan = await planned();
    const stop = new AbortController();
    stop.abort(new Error('the service is stopping'));
    expect(await backUpWhenDue(tools(), plan, stop.signal)).toBeNull();
    expect(await fs.readdir(plan.folder)).toEqual([]);
    const noted = await database.pool.query("SELECT 1 FROM service_notes WHERE name = 'backup_fault'");
    expect(noted.rowCount).toBe(0);
  });

  test('without a key is a tar that every machine opens', async () => {
    const plan = await planned({ keys: [] });
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    expect(file).toMatch(/\.tar\.gz$/);
    const { stdout } = await run('tar', ['-tzf', file]);
    const names = stdout.trim().split('\n');
    expect(names).toContain('tables/users.0000.jsonl');
    expect(names).toContain('files/lots/copart_1/a/full.jpg');
    expect(names.at(-1)).toBe('manifest.json');
  });
});

describe('a sealed backup', () => {
  test('is not opened by another key, nor changed, cut off or mixed with another', async () => {
    const plan = await planned();
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    await expect(checkArchive(file, [])).rejects.toThrow('version 1 of BACKUP_KEY');
    await expect(checkArchive(file, [{ version: 1, key: Buffer.alloc(32, 8) }])).rejects.toThrow(
      'another key',
    );
    const bytes = await fs.readFile(file);
    const bad = path.join(plan.folder, 'bad');
    for (const change of [
      bytes.subarray(0, bytes.length - 1),
      bytes.subarray(0, 51 + 64 * 1024 + 16),
      Buffer.concat([bytes.subarray(0, 100), Buffer.from([0]), bytes.subarray(100)]),
    ]) {
      await fs.writeFile(bad, change);
      await expect(checkArchive(bad, [KEY])).rejects.toThrow('The backup can not be opened');
    }
  });
});

const admin = (words: string[], environment: Record<string, string>) =>
  run(process.execPath, [path.join(root, 'server/cli/admin.ts'), ...words], {
    cwd: data,
    env: { PATH: process.env.PATH, NODE_ENV: 'test', LOG_LEVEL: 'silent', ...environment },
  }).then(
    ({ stdout }) => ({ code: 0, answer: JSON.parse(stdout) as Record<string, unknown> }),
    (error: { code: number; stdout: string; stderr: string }) => {
      if (error.stdout === '') throw new Error(error.stderr);
      return { code: error.code, answer: JSON.parse(error.stdout) as Record<string, unknown> };
    },
  );

describe('a restore drill', () => {
  const scratchLeft = async (): Promise<number> =>
    (await database.pool.query("SELECT 1 FROM pg_database WHERE datname LIKE 'lotlens\\_drill\\_%'"))
      .rowCount ?? 0;

  test('by the command takes the newest backup, says that all came back, and leaves nothing', async () => {
    const plan = await planned();
    await backUpWhenDue(tools(), plan);
    const dataDir = await temporaryFolder();
    const environment = {
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      BACKUP_DIR: plan.folder,
      BACKUP_KEY: KEY_TEXT,
    };
    const { code, answer } = await admin(['restore-drill'], environment);
    expect(answer).toMatchObject({ ok: true, files: 1 });
    expect(code).toBe(0);
    expect(await scratchLeft()).toBe(0);
    expect((await fs.readdir(dataDir)).filter((name) => /drill|unpacked/.test(name))).toEqual([]);
    const noted = await database.pool.query("SELECT details FROM audit_log WHERE action = 'restore-drill'");
    expect(noted.rows).toEqual([{ details: { ok: true } }]);
  });

  test('says what is wrong: a changed file, a wrong key, a ledger that does not add up', async () => {
    const plan = await planned({ keep: 10 });
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    const dataDir = await temporaryFolder();
    const at = { serverUrl: url, dataDir, keys: [KEY] };
    expect(await drillRestore(file, { ...at, keys: [] })).toMatchObject({
      ok: false,
      wrong: expect.stringContaining('BACKUP_KEY'),
    });
    const bytes = await fs.readFile(file);
    bytes[bytes.length - 40] = (bytes[bytes.length - 40] ?? 0) ^ 1;
    const bad = path.join(plan.folder, 'bad');
    await fs.writeFile(bad, bytes);
    expect(await drillRestore(bad, at)).toMatchObject({
      ok: false,
      wrong: expect.stringContaining('was changed or cut off'),
    });
    const owner = await addUser(database.pool, 1);
    await database.pool.query('UPDATE users SET available_reports = 9 WHERE id = $1', [owner]);
    await database.pool.query('DELETE FROM service_notes');
    const now = () => new Date(Date.now() + 10_000);
    const unsound = (await backUpWhenDue(tools({ now }), plan)) ?? '';
    await database.pool.query('UPDATE users SET available_reports = 1 WHERE id = $1', [owner]);
    expect(await drillRestore(unsound, at)).toMatchObject({
      ok: false,
      wrong: expect.stringContaining('The ledger of the backup is not in order'),
    });
    expect(await scratchLeft()).toBe(0);
    expect(await fs.readdir(dataDir)).toEqual([]);
  });

  test('without a database of its own elsewhere starts a PostgreSQL for it, and ends it', async () => {
    const plan = await planned();
    const file = (await backUpWhenDue(tools(), plan)) ?? '';
    const dataDir = await temporaryFolder();
    const drill = await drillRestore(file, { serverUrl: null, dataDir, keys: [KEY] });
    expect(drill).toMatchObject({ ok: true, files: 1 });
    expect(await fs.readdir(dataDir)).toEqual([]);
  });
});

test('a sealed backup is checked and restored by the commands', async () => {
  const plan = await planned();
  const file = (await backUpWhenDue(tools(), plan)) ?? '';
  const dataDir = await temporaryFolder();
  const newUrl = await createTestDatabase(inject('databaseServer'));
  const environment = { DATABASE_URL: newUrl, DATA_DIR: dataDir, BACKUP_KEY: KEY_TEXT };
  expect((await admin(['check-backup', file], environment)).answer).toMatchObject({ sound: true });
  const there = openDatabase(newUrl);
  onTestFinished(() => there.close());
  // A worker that runs already has noted things of itself.
  await there.pool.query("INSERT INTO service_notes (name) VALUES ('ledger')");
  const { code, answer } = await admin(['restore', file], environment);
  expect(answer).toMatchObject({ folder: file, files: 1 });
  expect(code).toBe(0);
  const photo = await createFolderStore(path.join(dataDir, 'files')).get('lots/copart_1/a/full.jpg');
  expect(photo?.bytes.equals(PHOTO)).toBe(true);
  const users = await there.pool.query('SELECT 1 FROM users');
  expect(users.rowCount).toBe((await database.pool.query('SELECT 1 FROM users')).rowCount);
  expect((await fs.readdir(dataDir)).filter((name) => name.startsWith('unpacked'))).toEqual([]);
});

test('a worker of its own makes its backups, tells them at its port, and is gone when it ends', async () => {
  const { folder } = await planned();
  const workers = async () =>
    (await database.pool.query("SELECT 1 FROM service_notes WHERE name LIKE 'worker:%'")).rowCount;
  const port = await freePort();
  const worker = await startRole({
    NODE_ENV: 'test',
    ROLE: 'worker',
    DATABASE_URL: url,
    DATA_DIR: await temporaryFolder(),
    VISION_PROVIDER: 'none',
    BACKUP_DIR: folder,
    BACKUP_KEY: KEY_TEXT,
    WORKER_METRICS_PORT: String(port),
  });
  onTestFinished(() => worker.stop());
  const [name = ''] = await until('a backup is made', 60_000, async () => {
    const made = await listBackups(folder);
    return made.length > 0 && made;
  });
  await checkArchive(path.join(folder, name), [KEY]);
  await until('it is told', 60_000, async () => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return (
      /^lotlens_backup_last_success_timestamp_seconds [1-9]/m.test(text) &&
      /^lotlens_backup_interval_seconds 86400$/m.test(text) &&
      text.includes('role="worker"')
    );
  });
  expect(await workers()).toBe(1);
  await worker.stop();
  expect(await workers()).toBe(0);
});
