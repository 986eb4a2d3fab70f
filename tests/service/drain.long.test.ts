import fs from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { expect, inject, onTestFinished, test } from 'vitest';
import WebSocket from 'ws';
import { openDatabase } from '../../server/db/client.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { offerReport } from '../../server/db/reports/report-leases.ts';
import { listPhotosOf } from '../../server/lots/lot-photos.ts';
import { createTestDatabase } from './database.ts';
import { startSite } from './local-site.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';
import { SAMPLE_ACCOUNT, until } from './service.ts';
import { STOP_MS, startedService } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const READY = 'LotLens worker is running.';

/** A worker in the middle of a report: it waits for a photo that the stand-in gives only when it is told to. */
async function workerAtWork() {
  const url = await createTestDatabase(inject('databaseServer'));
  const database = openDatabase(url);
  onTestFinished(() => database.close());
  const { pool } = database;
  const waiting: ServerResponse[] = [];
  let open = false;
  const site = await startSite((_, answer) => {
    if (open) return answer.writeHead(404).end();
    waiting.push(answer);
    // Byte by byte: a silent site would be given up long before a drain is over.
    answer.writeHead(200, { 'content-type': 'image/jpeg' });
    const drip = setInterval(() => answer.write('.'), 2_000);
    answer.once('close', () => clearInterval(drip));
  });
  const lot = await saveLot(pool, 'copart:70000001', 'fetched', {
    ...madeUpLot('copart:70000001'),
    images: [
      {
        url: 'https://cs.copart.com/v1/1.jpg',
        thumbnail: null,
        label: null,
        served_url: null,
        served_thumbnail: null,
      },
    ],
  });
  await listPhotosOf(pool, lot);
  const report = await addReport(pool, await addUser(pool, 3), lot);
  await offerReport(pool, report);

  const dataDir = await temporaryFolder();
  await fs.chmod(dataDir, 0o755);
  const start = () =>
    startedService('launcher', dataDir, {
      DATABASE_URL: url,
      SOURCE_ORIGINS: JSON.stringify({ 'https://cs.copart.com': site.origin }),
    });
  const service = start();
  await service.says(READY);
  await until('the report waits for its photo', 60_000, async () => waiting.length > 0);
  const status = async () =>
    (await pool.query<{ status: string }>('SELECT status FROM reports WHERE id = $1', [report])).rows[0]
      ?.status;
  return {
    service,
    start,
    status,
    faults: () => verifyLedger(pool),
    givePhotos() {
      open = true;
      for (const answer of waiting) answer.end();
    },
  };
}

test('a running report that ends in time is finished before the worker ends', async () => {
  const { service, status, givePhotos } = await workerAtWork();
  service.child.kill('SIGTERM');
  await service.says('"msg":"stopping"');
  givePhotos();
  expect(await service.ended).toBe(0);
  expect(await status()).toBe('finished');
});

test('a report that takes longer is handed back, and the next start finishes it', async () => {
  const { service, start, status, givePhotos, faults } = await workerAtWork();
  const asked = Date.now();
  service.child.kill('SIGTERM');
  expect(await service.ended).toBe(0);
  expect(Date.now() - asked).toBeLessThan(STOP_MS);
  expect(await status()).not.toMatch(/finished|failed/);
  givePhotos();
  const next = start();
  await until('the next one finishes it', 60_000, async () => (await status()) === 'finished');
  expect(await faults()).toEqual([]);
  next.child.kill('SIGTERM');
  expect(await next.ended).toBe(0);
});

test('asked to stop, the service is not ready any more and closes live sockets with 1012', async () => {
  const dataDir = await temporaryFolder();
  const service = startedService('server', dataDir, {
    ROLE: 'all',
    DATABASE_URL: await createTestDatabase(inject('databaseServer')),
  });
  await service.says('LotLens is running at');
  const [address = ''] = /http:\/\/localhost:\d+/.exec(service.output()) ?? [];
  expect((await fetch(`${address}/health/ready`)).status).toBe(200);
  const signedIn = await fetch(`${address}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const socket = new WebSocket(`${address.replace('http', 'ws')}/api/v1/ws?token=${access_token}`);
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const closed = new Promise<number>((resolve) => socket.once('close', resolve));
  service.child.kill('SIGTERM');
  expect(await closed).toBe(1012);
  const ready = await fetch(`${address}/health/ready`).then(
    (answer) => answer.status,
    () => 'refused',
  );
  expect([503, 'refused']).toContain(ready);
  expect(await service.ended).toBe(0);
});
