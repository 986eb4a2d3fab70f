import fs from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { openDatabase } from '../../server/db/client.ts';
import { freePort, startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { createAnnouncer } from '../../server/db/reports/report-events.ts';
import { startCutProxy } from './cut-proxy.ts';
import { createTestDatabase } from './database.ts';
import { type RoleProcess, startRole } from './role-process.ts';
import { addReport } from './seed.ts';
import { SAMPLE_ACCOUNT, startService, until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const LOTS = ['https://bid.cars/en/lot/1-90000001', 'https://www.copart.com/lot/90000002'];
/** From the database's being up to the next good answer. */
const RECOVERY_MS = 5_000;

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return folder;
}

/** A PostgreSQL that writes to disk before it says so, to be ended by a signal and started anew at the same address. */
async function ownDatabase() {
  const folder = path.join(await dataFolder(), 'postgres');
  const port = await freePort();
  const start = async () => {
    const running = await startEmbeddedPostgres({ folder, port });
    onTestFinished(() => running.stop());
    return running.url;
  };
  const url = await start();
  return {
    url,
    start,
    async end(signal: NodeJS.Signals) {
      const [pid] = (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), signal);
      await until('it has ended', 60_000, async () => {
        try {
          process.kill(Number(pid), 0);
          return false;
        } catch {
          return true;
        }
      });
    },
  };
}

async function startedRole(role: 'all' | 'web', databaseUrl: string): Promise<RoleProcess> {
  const made = await startRole({
    NODE_ENV: 'test',
    ROLE: role,
    DATA_DIR: await dataFolder(),
    DATABASE_URL: databaseUrl,
    SAMPLE_PASSWORD: SAMPLE_ACCOUNT.password,
    VISION_PROVIDER: 'none',
    LOG_LEVEL: 'silent',
  });
  onTestFinished(() => made.stop());
  return made;
}

async function caller({ address }: RoleProcess) {
  const signedIn = await fetch(`${address}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password }),
  });
  const { access_token: token } = (await signedIn.json()) as { access_token: string };
  /** Every answer is 200, or 503 that says when to come back: then it is null. */
  const call = async <T>(
    where: string,
    json?: unknown,
    headers: Record<string, string> = {},
  ): Promise<T | null> => {
    const answer = await fetch(`${address}/api/v1/${where}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...headers },
      ...(json === undefined ? {} : { method: 'POST', body: JSON.stringify(json) }),
    });
    const text = await answer.text();
    if (answer.status === 200) return JSON.parse(text) as T;
    expect([answer.status, Number(answer.headers.get('retry-after')) > 0], text).toEqual([503, true]);
    return null;
  };
  return { token, call };
}

test.each<[string, NodeJS.Signals]>([
  ['in a hurry', 'SIGINT'],
  ['at once', 'SIGQUIT'],
  ['with kill -9', 'SIGKILL'],
])(
  'a database that ends %s and comes back costs its callers a 503 and a retry, and no report that was taken on',
  async (_, signal) => {
    const database = await ownDatabase();
    const service = await startedRole('all', database.url);
    const { call } = await caller(service);
    let over = false;
    const watching = (async () => {
      while (!over) {
        await call('users/quota');
        expect((await fetch(`${service.address}/health/live`)).status).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const taken: string[] = [];
    for (const [at, lot] of LOTS.entries()) {
      const start = () =>
        call<{ report_id: string }>(
          'auction/process_report',
          { auction_url: lot },
          { 'idempotency-key': `restart-${at}` },
        );
      const asked = start();
      if (at > 0) taken.push((await until('it is taken on', 60_000, start)).report_id);
      await database.end(signal);
      await asked;
      expect(await call('users/quota')).toBeNull();
      await database.start();
      const back = Date.now();
      await until('it answers again', 60_000, () => call('users/quota'));
      expect(Date.now() - back).toBeLessThan(RECOVERY_MS);
      if (at === 0) taken.push((await until('it is taken on', 60_000, start)).report_id);
    }
    for (const id of taken)
      await until('the report is made', 120_000, async () => {
        const report = await call<{ task_status: string }>(`reports/${id}`);
        return report?.task_status === 'finished';
      });
    over = true;
    await watching;
    const there = openDatabase(database.url);
    const { rows } = await there.pool.query<{ id: string }>('SELECT id FROM reports');
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set(taken));
    expect(await verifyLedger(there.pool)).toEqual([]);
    await there.close();
  },
  400_000,
);

test('connections that all die without a word: pages hear again within 15 s, and calls are answered again', async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  const proxy = await startCutProxy(url);
  onTestFinished(() => proxy.close());
  const service = await startedRole('web', proxy.url);
  const { token, call } = await caller(service);
  const there = openDatabase(url);
  const announcer = createAnnouncer(there.pool, () => {});
  onTestFinished(async () => {
    await announcer.stop();
    await there.close();
  });
  const { rows } = await there.pool.query<{ id: string }>('SELECT id FROM users');
  const userId = rows[0]?.id ?? '';
  const heard: string[] = [];
  const socket = new WebSocket(`${service.address.replace('http', 'ws')}/api/v1/ws?token=${token}`);
  onTestFinished(() => socket.terminate());
  socket.on('message', (text) => heard.push((JSON.parse(String(text)) as { report_id: string }).report_id));
  const add = async (): Promise<string> => {
    const id = await addReport(there.pool, userId);
    announcer.announce(userId);
    return id;
  };
  const before = await add();
  await until('it hears', 30_000, async () => heard.includes(before));

  proxy.cutPresent();
  const cutAt = Date.now();
  const during = await add();
  const [answered] = await Promise.all([
    until('calls are answered', 120_000, () => call('users/quota')),
    until('it hears of what came meanwhile', 60_000, async () => heard.includes(during)).then(() =>
      expect(Date.now() - cutAt).toBeLessThan(15_000),
    ),
  ]);
  expect(answered).not.toBeNull();
}, 240_000);

test('with every connection taken a call waits five seconds, then is 503 with Retry-After, and health answers', async () => {
  const service = await startService(inject('databaseServer'), { worker: false });
  onTestFinished(() => service.close());
  const token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  const { pool } = service.tools;
  const held = await Promise.all(Array.from({ length: pool.options.max ?? 0 }, () => pool.connect()));
  const began = performance.now();
  const calls = Array.from({ length: 100 }, () => service.call('GET', 'users/quota', { token }));
  const live = await service.app.inject({ url: '/health/live' });
  expect([live.statusCode, performance.now() - began < 2_000]).toEqual([200, true]);
  const answers = await Promise.all(calls);
  expect(performance.now() - began).toBeGreaterThan(4_900);
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(answers.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true);
  for (const client of held) client.release();
  expect((await service.call('GET', 'users/quota', { token })).status).toBe(200);
}, 60_000);
