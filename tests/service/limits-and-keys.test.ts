import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hashPassword } from '../../server/accounts/session/passwords.ts';
import { newToken, tokenHash } from '../../server/accounts/tokens.ts';
import { SERVICE } from '../../server/concurrency/work-caller.ts';
import { insertSession } from '../../server/db/accounts/sessions.ts';
import { setPasswordHash } from '../../server/db/accounts/users.ts';
import { anyAddress } from './accounts-service.ts';
import { addUser } from './seed.ts';
import { startService, type TestService } from './service.ts';

/** Limits by account and address with their headers, and the Idempotency-Key, on every call that has them. */

const LOT = 'https://bid.cars/en/lot/1-90000001';
let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true', PREFETCH_PHOTOS: 'false' },
  });
});
afterAll(() => service.close());

async function newUser(reports = 5): Promise<{ id: string; token: string }> {
  const email = `${randomUUID()}@example.test`;
  const id = await addUser(service.tools.pool, reports, email);
  await setPasswordHash(service.tools.pool, id, await hashPassword('tangerine velvet 81', SERVICE));
  return { id, token: await service.signIn(email, 'tangerine velvet 81') };
}
const scrape = (from: string, more: { token?: string; headers?: Record<string, string> } = {}) =>
  service.call('POST', 'auction/scrape', {
    json: { auction_link: LOT },
    ...more,
    headers: { 'x-forwarded-for': from, ...more.headers },
  });

describe('limits', () => {
  test('visitors count by address, signed-in callers behind it by account', async () => {
    const office = anyAddress();
    const user = await newUser();
    for (let turn = 0; turn < 20; turn += 1) expect((await scrape(office)).status).toBe(200);
    expect((await scrape(office)).status).toBe(429);
    expect((await scrape(office, { token: user.token })).status).toBe(200);
    expect((await scrape(anyAddress())).status).toBe(200);
    for (let turn = 1; turn < 30; turn += 1) await scrape(anyAddress(), { token: user.token });
    expect((await scrape(anyAddress(), { token: user.token })).status).toBe(429);
  });

  test('a page of ours that sends the cookie alone counts by account too', async () => {
    const { id } = await newUser();
    const token = newToken();
    await insertSession(service.tools.pool, {
      userId: id,
      userAgent: null,
      address: null,
      refreshHash: tokenHash(token),
    });
    const answer = await scrape(anyAddress(), { headers: { cookie: `__Host-lotlens_refresh=${token}` } });
    expect(answer.headers['ratelimit-policy']).toBe('"scrape";q=30;w=60');
    const unknown = await scrape(anyAddress(), { headers: { cookie: '__Host-lotlens_refresh=x' } });
    expect(unknown.headers['ratelimit-policy']).toBe('"scrape";q=20;w=60');
  });

  test('success and refusal say what the limit is and what is left of it', async () => {
    const from = anyAddress();
    const first = await scrape(from);
    expect(first.headers['ratelimit-policy']).toBe('"scrape";q=20;w=60');
    expect(first.headers.ratelimit).toMatch(/^"scrape";r=19;t=(60|59)$/);
    for (let turn = 0; turn < 19; turn += 1) await scrape(from);
    const refused = await scrape(from);
    expect(refused.status).toBe(429);
    expect(refused.headers.ratelimit).toMatch(/^"scrape";r=0;t=\d+$/);
    const left = String(refused.headers.ratelimit).split(';t=')[1];
    expect(refused.headers['retry-after']).toBe(left);
  });

  test('a refused password guess says so in the same headers', async () => {
    const from = anyAddress();
    const guess = () =>
      service.app.inject({
        method: 'POST',
        url: '/api/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': from },
        payload: new URLSearchParams({ username: 'nobody@example.test', password: 'wrong' }).toString(),
      });
    for (let turn = 0; turn < 10; turn += 1) await guess();
    const refused = await guess();
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['ratelimit-policy']).toBe('"guess";q=10;w=900');
  });

  test.each([
    ['POST', 'auction/process_report', 30, { auction_url: 'nonsense' }],
    ['POST', 'auction/generate_report', 30, { report_id: 'x' }],
    ['GET', 'reports/x/export?format=json', 60, undefined],
    ['PATCH', 'reports/x/lines', 120, { version: 0, step: 'undo' }],
    ['POST', 'reports/x/share', 30, undefined],
    ['POST', 'reports/x/retry', 30, undefined],
    ['GET', 'users/me/export', 6, undefined],
  ] as const)('%s %s is limited to %i per account', async (method, path, quota, json) => {
    const { token } = await newUser();
    const answer = await service.call(method, path, { token, ...(json === undefined ? {} : { json }) });
    expect(answer.headers['ratelimit-policy']).toMatch(new RegExp(`;q=${quota};w=`));
  });
});

describe('the Idempotency-Key', () => {
  const keyed = (key: string, from = anyAddress()) => ({ 'idempotency-key': key, 'x-forwarded-for': from });
  const entry = { year: 2019, make: 'Toyota', model: 'Camry', primary_damage: 'FRONT END' };
  const enter = (json: unknown, headers: Record<string, string>, token?: string) =>
    service.call('POST', 'auction/enter_lot', { json, headers, ...(token ? { token } : {}) });

  test.each(['', ' ', 'with space', 'x'.repeat(201), 'é', '"open', 'a,b'])(
    'that is no key (%j) is an error that names the header',
    async (key) => {
      const { token } = await newUser();
      for (const [path, json] of [
        ['auction/process_report', { auction_url: LOT }],
        ['auction/scrape', { auction_link: LOT }],
        ['auction/enter_lot', entry],
        ['reports/x/retry', undefined],
        ['reports/x/share', undefined],
      ] as const) {
        const answer = await service.call('POST', path, {
          token,
          headers: { 'idempotency-key': Buffer.from(key).toString('latin1') },
          ...(json === undefined ? {} : { json }),
        });
        expect([path, answer.status, answer.json.code, answer.json.details]).toEqual([
          path,
          400,
          'validation_error',
          { field: 'idempotency-key' },
        ]);
      }
    },
  );

  test('of a start answers the same ids again, and refuses another body', async () => {
    const { token } = await newUser();
    const start = (json: Record<string, unknown>, key: string) =>
      service.call('POST', 'auction/process_report', { token, json, headers: { 'idempotency-key': key } });
    const first = await start({ auction_url: LOT }, 'start-1');
    expect(first.status).toBe(200);
    expect((await start({ auction_url: LOT }, '"start-1"')).json).toEqual(first.json);
    const other = await start({ auction_url: LOT, vin: 'X' }, 'start-1');
    expect([other.status, other.json.code]).toEqual([422, 'idempotency_conflict']);
    // Another call under the same key is another request as well.
    const share = await service.call('POST', `reports/${first.json.report_id}/share`, {
      token,
      headers: { 'idempotency-key': 'start-1' },
    });
    expect(share.json.code).toBe('idempotency_conflict');
  });

  test('of a retry starts one report however often it is sent', async () => {
    const { id, token } = await newUser(5);
    const start = await service.call('POST', 'auction/process_report', { token, json: { auction_url: LOT } });
    await service.call('POST', `reports/${start.json.report_id}/cancel`, { token });
    const retry = () =>
      service.call('POST', `reports/${start.json.report_id}/retry`, {
        token,
        headers: { 'idempotency-key': 'retry-1' },
      });
    const answers = await Promise.all([retry(), retry(), retry()]);
    expect(new Set(answers.map(({ json }) => json.report_id)).size).toBe(1);
    await service.call('POST', `reports/${answers[0]?.json.report_id}/cancel`, { token });
    expect((await retry()).json).toEqual(answers[0]?.json);
    const rows = await service.tools.pool.query('SELECT 1 FROM reports WHERE user_id = $1', [id]);
    expect(rows.rowCount).toBe(2);
  });

  test('of a lot entered by hand makes one lot, photos and all, also side by side', async () => {
    const from = anyAddress();
    const photo = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#735' } })
      .jpeg()
      .toBuffer();
    const json = { ...entry, photos: [photo.toString('base64')] };
    const answers = await Promise.all([1, 2, 3].map(() => enter(json, keyed('lot-1', from))));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ json: lot }) => lot.lot_key)).size).toBe(1);
    const again = await enter(json, keyed('lot-1', from));
    expect(again.json.images).toEqual(answers[0]?.json.images);
    expect(again.json.images).toHaveLength(1);
    expect((await enter({ ...json, year: 2020 }, keyed('lot-1', from))).json.code).toBe(
      'idempotency_conflict',
    );
  });

  test('of one visitor means nothing to one elsewhere, nor to an account', async () => {
    const { token } = await newUser();
    const from = anyAddress();
    const keys = [
      await enter(entry, keyed('same', from)),
      await enter(entry, keyed('same')),
      await enter(entry, keyed('same', from), token),
    ].map(({ json }) => json.lot_key);
    expect(new Set(keys).size).toBe(3);
  });

  test('under a token that has ended is refused, and never a visitor’s', async () => {
    const { token } = await newUser();
    const from = anyAddress();
    const first = await enter(entry, keyed('one-lot', from), token);
    await service.call('POST', 'auth/logout', { token });
    const again = await enter(entry, keyed('one-lot', from), token);
    expect([first.status, again.status, again.json.code]).toEqual([200, 401, 'invalid_token']);
    expect((await enter(entry, keyed('one-lot', from))).json.lot_key).not.toBe(first.json.lot_key);
  });

  test('of a page makes one lot', async () => {
    const from = anyAddress();
    const file = path.join(import.meta.dirname, '../../server/auction-sites/fixtures/iaai-page/page.html');
    const page = fs.readFileSync(file, 'utf8');
    const send = (text: string) =>
      service.call('POST', 'auction/scrape', {
        json: { auction_link: 'https://www.iaai.com/VehicleDetail/46111222~US', page: text },
        headers: keyed('page-1', from),
      });
    const first = await send(page);
    const second = await send(page);
    expect([first.status, second.json.lot_key]).toEqual([200, first.json.lot_key]);
    expect((await send(`${page}\n`)).json.code).toBe('idempotency_conflict');
  });

  test('of a sign-up mails once, and keeps nothing of the password', async () => {
    const email = `${randomUUID()}@example.test`;
    const register = (password: string) =>
      service.call('POST', 'auth/register', {
        json: { email, password, first_name: 'A', last_name: 'B' },
        headers: keyed('sign-up', '100.64.0.9'),
      });
    const first = await register('tangerine velvet 81');
    expect([first.status, (await register('tangerine velvet 82')).json]).toEqual([201, first.json]);
    const mails = await service.tools.pool.query('SELECT 1 FROM mails WHERE recipient = $1', [email]);
    expect(mails.rowCount).toBe(1);
  });

  test('of a share answers with the link and keeps it nowhere', async () => {
    const { id, token } = await newUser();
    const start = await service.call('POST', 'auction/process_report', { token, json: { auction_url: LOT } });
    const sample = await service.call('GET', 'sample_report');
    await service.tools.pool.query(
      "UPDATE reports SET status = 'finished', finished_at = now(), model = $2 WHERE id = $1",
      [start.json.report_id, sample.text],
    );
    const share = () =>
      service.call('POST', `reports/${start.json.report_id}/share`, {
        token,
        headers: { 'idempotency-key': 'share-1' },
      });
    const first = await share();
    expect(first.json.path).toMatch(/^\/shared\//);
    expect((await share()).json).toEqual(first.json);
    const kept = await service.tools.pool.query<{ text: string }>(
      "SELECT string_agg(answer::text, ' ') AS text FROM idempotency_keys WHERE user_id = $1",
      [id],
    );
    expect(kept.rows[0]?.text).not.toContain(String(first.json.path).slice(8));
  });
});
