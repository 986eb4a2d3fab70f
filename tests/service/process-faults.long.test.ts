import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { readQuota } from '../../server/db/accounts/quota.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { startCutProxy } from './cut-proxy.ts';
import { createTestDatabase } from './database.ts';
import { type RoleProcess, startRole } from './role-process.ts';
import { SAMPLE_ACCOUNT, until } from './service.ts';
import { nothingLeft, startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const LOT = 'https://bid.cars/en/lot/1-90000001';

async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return folder;
}
function opened(url: string): Database {
  const database = openDatabase(url);
  onTestFinished(() => database.close());
  return database;
}
async function web(dataDir: string, databaseUrl: string): Promise<RoleProcess> {
  const made = await startRole({
    NODE_ENV: 'test',
    ROLE: 'web',
    DATA_DIR: dataDir,
    DATABASE_URL: databaseUrl,
    SAMPLE_PASSWORD: SAMPLE_ACCOUNT.password,
    VISION_PROVIDER: 'none',
  });
  onTestFinished(() => made.stop());
  return made;
}
async function tokenAt(address: string): Promise<string> {
  const answer = await fetch(`${address}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password }),
  });
  return ((await answer.json()) as { access_token: string }).access_token;
}
const startReport = (address: string, token: string) =>
  fetch(`${address}/api/v1/auction/process_report`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${token}`,
      'idempotency-key': 'dies-1',
    },
    body: JSON.stringify({ auction_url: LOT }),
  });

test('a start whose web process dies after the commit is answered by another with the same ids, and charged once', async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  const { pool } = opened(url);
  const proxy = await startCutProxy(url);
  onTestFinished(() => proxy.close());
  const dataDir = await dataFolder();
  const first = await web(dataDir, proxy.url);
  const token = await tokenAt(first.address);
  const start = ({ address }: RoleProcess) => startReport(address, token);
  const died = proxy.loseCommitOf('INSERT INTO reports').then(() => process.kill(first.pid, 'SIGKILL'));
  const before = (
    await pool.query<{ id: string; left: number }>('SELECT id, available_reports AS left FROM users')
  ).rows[0];
  await expect(start(first)).rejects.toThrow();
  await died;
  const answer = await start(await web(dataDir, url));
  const { report_id: id } = (await answer.json()) as { report_id: string };
  expect(answer.status).toBe(200);
  expect((await pool.query<{ id: string }>('SELECT id FROM reports')).rows).toEqual([{ id }]);
  expect((await readQuota(pool, before?.id ?? '')).available_reports).toBe((before?.left ?? 0) - 1);
  expect(await verifyLedger(pool)).toEqual([]);
}, 240_000);

test('an error that nobody caught is a line of the log, and ends the process with exit 1 and nothing left', async () => {
  const dataDir = await dataFolder();
  const service = startedService('server', dataDir, {
    ROLE: 'all',
    DATABASE_URL: await createTestDatabase(inject('databaseServer')),
    NODE_OPTIONS: `--import=${path.join(import.meta.dirname, 'throws-on-signal.ts')}`,
  });
  await service.says('LotLens is running at');
  service.child.kill('SIGUSR2');
  expect(await service.ended).toBe(1);
  const line = service
    .output()
    .split('\n')
    .find((one) => one.includes('uncaught exception'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    msg: 'uncaught exception',
    err: { message: 'made up, caught by nobody' },
  });
  await nothingLeft(dataDir, 5_000);
}, 240_000);

test('a process that is out of memory says so as it ends, and the next one makes the report it had taken on', async () => {
  const dataDir = await dataFolder();
  const environment = { ROLE: 'all', DATABASE_URL: await createTestDatabase(inject('databaseServer')) };
  const fills = path.join(import.meta.dirname, 'fills-on-signal.ts');
  const service = startedService('server', dataDir, {
    ...environment,
    NODE_OPTIONS: `--max-old-space-size=256 --import=${fills}`,
  });
  await service.says('LotLens is running at');
  const address = service.output().match(/http:\/\/localhost:\d+/)?.[0] ?? '';
  const { pool } = opened(environment.DATABASE_URL);
  expect((await startReport(address, await tokenAt(address))).status).toBe(200);
  service.child.kill('SIGUSR2');
  // What supervisors start anew: no clean end.
  expect(await service.ended).toBe('SIGABRT');
  expect(service.output()).toContain('JavaScript heap out of memory');
  await nothingLeft(dataDir, 10_000);
  const next = startedService('server', dataDir, environment);
  await until('the report is finished', 60_000, async () => {
    const { rows } = await pool.query<{ status: string }>('SELECT status FROM reports');
    return rows[0]?.status === 'finished';
  });
  expect(await verifyLedger(pool)).toEqual([]);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
}, 240_000);

/**
 * A load balancer as they are: each call goes to the next process in turn, and to another where a process takes no connections, or
 * ended a resting one that the call was sent on before it took anything.
 */
async function startBalancer(addresses: () => string[]) {
  const agent = new http.Agent({ keepAlive: true });
  let turn = 0;
  const server = http.createServer((call, answer) => {
    const pieces: Buffer[] = [];
    call.on('data', (piece: Buffer) => pieces.push(piece));
    call.on('end', () => {
      const body = Buffer.concat(pieces);
      turn += 1;
      const mine = turn;
      const send = (tries: number): void => {
        const all = addresses();
        const to = http.request(
          `${all[(mine + tries) % all.length]}${call.url}`,
          { method: call.method, headers: call.headers, agent },
          (from) => {
            answer.writeHead(from.statusCode ?? 502, from.headers);
            from.pipe(answer);
          },
        );
        to.on('error', () => {
          if (tries < 2 && !answer.headersSent) send(tries + 1);
          else answer.writeHead(502).end();
        });
        to.end(body);
      };
      send(0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    agent.destroy();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('web processes that are restarted in turn behind a load balancer fail no call', async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  const dataDir = await dataFolder();
  let processes: RoleProcess[] = await Promise.all([web(dataDir, url), web(dataDir, url)]);
  const front = await startBalancer(() => processes.map(({ address }) => address));
  const token = await tokenAt(front);
  const seen = new Map<number, number>();
  let over = false;
  const calls = ['users/me', 'users/quota', 'users/get_reports', 'sample_report'];
  const caller = async (): Promise<void> => {
    for (let at = 0; !over; at += 1) {
      const answer = await fetch(`${front}/api/v1/${calls[at % calls.length]}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      await answer.arrayBuffer();
      await new Promise((resolve) => setTimeout(resolve, 10));
      seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
    }
  };
  const load = Promise.all(Array.from({ length: 6 }, caller));
  for (let round = 0; round < 2; round += 1)
    for (const old of [...processes]) {
      await old.stop();
      const next = await web(dataDir, url);
      processes = processes.map((one) => (one === old ? next : one));
    }
  await until('it was called a while', 60_000, async () => (seen.get(200) ?? 0) > 100);
  over = true;
  await load;
  expect([...seen.keys()]).toEqual([200]);
}, 400_000);
