import { randomUUID } from 'node:crypto';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { LotOrigin } from '../../contract/schemas/lot.ts';
import { type Database, openDatabase } from '../../server/db/client.ts';
import { listLotPhotos } from '../../server/db/lots/lot-photos.ts';
import { saveLot } from '../../server/db/lots/lots.ts';
import { verifyLedger } from '../../server/db/quota/ledger-check.ts';
import { photoKey } from '../../server/lots/lot-photos.ts';
import { type Outbox, openOutbox } from '../../server/mail/outbox.ts';
import { openQueue } from '../../server/queue/queue.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { createFolderStore } from '../../server/storage/folder.ts';
import type { Store } from '../../server/storage/store.ts';
import { PASSWORD, signedIn, startAccounts, stepClock, until, verifiedAccount } from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { addReport, addUser, madeUpLot } from './seed.ts';

const DAY = 86_400;
let folder: string;
let url: string;
let database: Database;
let pool: pg.Pool;
let store: Store;
let outbox: Outbox;
beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-tidy-'));
  url = await createTestDatabase(inject('databaseServer'));
  database = openDatabase(url);
  pool = database.pool;
  store = createFolderStore(path.join(folder, 'files'));
  outbox = await openOutbox(path.join(folder, 'outbox'));
});
afterAll(async () => {
  await database.close();
  await fs.rm(folder, { recursive: true, force: true });
});

/** A stored lot with one photo; answers its key and the photo's file. */
async function lotWithPhoto(origin: LotOrigin): Promise<{ key: string; file: string }> {
  const key = `${origin}:${randomUUID()}`;
  await saveLot(pool, key, origin, madeUpLot(key));
  const [photo] = await listLotPhotos(pool, key, [{ source_url: 'https://x.test/1.jpg', label: null }]);
  const file = photoKey(key, photo?.id ?? '', 'full');
  await store.put(file, Buffer.from('jpeg'), 'image/jpeg');
  return { key, file };
}
const count = async (table: string): Promise<number> =>
  Number((await pool.query<{ n: string }>(`SELECT count(*) AS n FROM ${table}`)).rows[0]?.n);

describe('tidying up', () => {
  test('removes lots and photos nobody uses after their time, and keeps what a report shows', async () => {
    const own = await lotWithPhoto('own_page');
    const fetched = await lotWithPhoto('fetched');
    const shown = await lotWithPhoto('fetched');
    const ownShown = await lotWithPhoto('own_page');
    const userId = await addUser(pool, 2);
    for (const lot of [shown, ownShown]) await addReport(pool, userId, madeUpLot(lot.key));
    const left = async () => {
      await applyRetention({ pool, store, outbox });
      const rows = await pool.query<{ key: string }>('SELECT key FROM lots');
      const keys = new Set(rows.rows.map((row) => row.key));
      return Promise.all(
        [own, fetched, shown, ownShown].map(async (lot) => [keys.has(lot.key), await store.has(lot.file)]),
      );
    };
    const [here, gone] = [
      [true, true],
      [false, false],
    ];
    await stepClock(pool, 6 * DAY);
    expect(await left()).toEqual([here, here, here, here]);
    await stepClock(pool, 2 * DAY);
    expect(await left()).toEqual([gone, here, here, here]);
    await stepClock(pool, 23 * DAY);
    expect(await left()).toEqual([gone, gone, here, here]);
    expect(await verifyLedger(pool)).toEqual([]);
  });

  test('removes spent tokens, sessions, mails, limits and events after their time, and nobody who is live', async () => {
    const service = await startAccounts(await createTestDatabase(inject('databaseServer')));
    const email = await verifiedAccount(service);
    const session = await signedIn(service, email);
    const ticket = await service.call('POST', 'ws/ticket', { token: session.access_token });
    expect(ticket.status).toBe(200);
    await service.call('POST', 'auth/refresh', { json: { refresh_token: session.refresh_token } });
    await service.call('POST', 'auth/logout', { token: session.access_token });
    const rows = async (table: string) =>
      Number((await service.pool.query(`SELECT count(*) AS n FROM ${table}`)).rows[0].n);
    for (const table of ['link_tokens', 'ws_tickets', 'refresh_tokens', 'sessions', 'rate_limits', 'mails'])
      expect([table, (await rows(table)) > 0]).toEqual([table, true]);
    await stepClock(service.pool, 31 * DAY);
    const live = await signedIn(service, email);
    await applyRetention({ pool: service.pool, store, outbox });
    for (const table of ['link_tokens', 'ws_tickets', 'mails'])
      expect([table, await rows(table)]).toEqual([table, 0]);
    expect(await rows('sessions')).toBe(1);
    expect(await rows('refresh_tokens')).toBe(1);
    expect((await service.call('GET', 'users/me', { token: live.access_token })).status).toBe(200);
    await service.close();
  });

  test('removes files whose report or photo is gone', async () => {
    const reportId = await addReport(pool, await addUser(pool, 1));
    const kept = `reports/${reportId}/a.pdf`;
    const photo = `lots/copart_1/${randomUUID()}`;
    const orphans = [`reports/${randomUUID()}/a.pdf`, `${photo}/full.jpg`, `${photo}/marks.json`];
    const types = ['application/pdf', 'application/pdf', 'image/jpeg', 'application/json'];
    for (const [at, key] of [kept, ...orphans].entries())
      await store.put(key, Buffer.from('any'), types[at] ?? '');
    await applyRetention({ pool, store, outbox });
    expect(await Promise.all([kept, ...orphans].map((key) => store.has(key)))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  test('twice, or by several processes at once, does no more than once', async () => {
    await stepClock(pool, 400 * DAY);
    const all = await Promise.all(Array.from({ length: 4 }, () => applyRetention({ pool, store, outbox })));
    const before = await count('reports');
    expect(all).toHaveLength(4);
    const again = await applyRetention({ pool, store, outbox });
    expect(Object.values(again).reduce((sum, n) => sum + n, 0)).toBe(0);
    expect(await count('reports')).toBe(before);
  });

  test('is asked for by every worker and queued once an hour', async () => {
    const queue = await openQueue(
      await createTestDatabase(inject('databaseServer')),
      pino({ level: 'silent' }),
    );
    let runs = 0;
    await queue.work('tidy-up', 2, async () => {
      runs += 1;
    });
    await Promise.all(Array.from({ length: 8 }, () => queue.send('tidy-up', {}, { onceInSeconds: 3600 })));
    await until(() => runs > 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(runs).toBe(1);
    await queue.stop(100);
  });
});

test('a deleted account takes its own lots and photos along, and leaves shared ones', async () => {
  const service = await startAccounts(url);
  const email = await verifiedAccount(service);
  const session = await signedIn(service, email);
  const user = await pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
  const userId = user.rows[0]?.id ?? '';
  const own = await lotWithPhoto('own_page');
  const shared = await lotWithPhoto('fetched');
  for (const lot of [own, shared]) await addReport(pool, userId, madeUpLot(lot.key));
  const answer = await service.call('DELETE', 'users/me', {
    token: session.access_token,
    json: { password: PASSWORD },
  });
  expect(answer.status).toBe(200);
  const lots = await pool.query<{ key: string }>('SELECT key FROM lots WHERE key = ANY($1)', [
    [own.key, shared.key],
  ]);
  expect(lots.rows).toEqual([{ key: shared.key }]);
  expect((await pool.query('SELECT 1 FROM lot_photos WHERE lot_key = $1', [own.key])).rowCount).toBe(0);
  expect((await pool.query('SELECT 1 FROM reports WHERE user_id = $1', [userId])).rowCount).toBe(0);
  expect(await verifyLedger(pool)).toEqual([]);
  await service.close();
});
