import fs from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { accessKeySchema, pairAnswerSchema } from '../../contract/api/access-key-answers.ts';
import {
  lotReportAnswerSchema,
  preflightSchema,
  scrapeAnswerSchema,
} from '../../contract/api/auction-answers.ts';
import { reportDetailSchema } from '../../contract/api/report-answers.ts';
import { batchAnswerSchema } from '../../contract/board/board-lots.ts';
import { bidCarsPage } from '../../samples/bid-cars-page.ts';
import { SAMPLE_LISTINGS } from '../../samples/sample-lots.ts';
import { applyRetention } from '../../server/reports/retention.ts';
import { addSignedIn } from './finished-report.ts';
import { SAMPLE_ACCOUNT, startService, type TestService, until } from './service.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';
const CHROME = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;
const FIREFOX = 'moz-extension://1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    environment: { TRUST_PROXY: 'true', PREFETCH_PHOTOS: 'false' },
  });
});
afterAll(() => service.close());

let addresses = 0;
/** Headers of an extension, at an address of its own. */
const from = (origin: string) => {
  addresses += 1;
  return { origin, 'x-forwarded-for': `100.65.${addresses >> 8}.${addresses & 255}` };
};
const codeFor = async (token: string): Promise<string> =>
  String((await service.call('POST', 'users/me/pairing_codes', { token })).json.code);
const pair = (code: string, headers: Record<string, string> = from(CHROME)) =>
  service.call('POST', 'auth/pair', { json: { code }, headers });

const pairWith = (json: { access_key: string }, origin: string) =>
  service.call('POST', 'auth/pair', { json, headers: from(origin) });

/** An account with an extension of this origin. */
async function paired(origin = CHROME) {
  const account = await addSignedIn(service);
  const answer = await pair(await codeFor(account.token), from(origin));
  const { access_key: key, key_id: id } = pairAnswerSchema.parse(answer.json);
  return { ...account, key, id, origin };
}
const keysOf = async (token: string) =>
  accessKeySchema
    .array()
    .parse(JSON.parse((await service.call('GET', 'users/me/access_keys', { token })).text));
const preflight = (origin: string, method: string, url: string) =>
  service.app.inject({
    method: 'OPTIONS',
    url: `/api/v1/${url}`,
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization,content-type',
    },
  });

describe('a pairing code', () => {
  test('gives an extension a key of its scopes, which its owner sees listed', async () => {
    const { token, key, id } = await paired();
    expect(key).toMatch(/^llk_[\w-]{43}$/);
    expect(await keysOf(token)).toMatchObject([
      {
        key_id: id,
        kind: 'extension',
        scopes: ['lots:hand_over', 'reports:create', 'reports:read_own', 'board:add'],
        last_used_at: null,
      },
    ]);
  });

  test('is taken however it is typed', async () => {
    const { token } = await addSignedIn(service);
    const code = await codeFor(token);
    expect(code).toMatch(/^[\dA-Z]{4}-[\dA-Z]{4}$/);
    const typed = ` ${code.toLowerCase().replace('-', ' ').replaceAll('0', 'o').replaceAll('1', 'l')} `;
    expect((await pair(typed)).status).toBe(200);
  });

  test('works once', async () => {
    const { token } = await addSignedIn(service);
    const code = await codeFor(token);
    expect((await pair(code)).status).toBe(200);
    const again = await pair(code);
    expect([again.status, again.json.code]).toEqual([400, 'invalid_token']);
  });

  test('sent ten times side by side makes one key', async () => {
    const { token } = await addSignedIn(service);
    const code = await codeFor(token);
    const answers = await Promise.all(Array.from({ length: 10 }, () => pair(code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await keysOf(token)).toHaveLength(1);
  });

  test('is void after ten minutes', async () => {
    const { token, userId } = await addSignedIn(service);
    const code = await codeFor(token);
    await service.tools.pool.query(
      "UPDATE link_tokens SET expires_at = expires_at - interval '10 minutes' WHERE user_id = $1",
      [userId],
    );
    expect((await pair(code)).status).toBe(400);
  });

  test('is void once another was made', async () => {
    const { token } = await addSignedIn(service);
    const [first, second] = [await codeFor(token), await codeFor(token)];
    expect((await pair(first)).status).toBe(400);
    expect((await pair(second)).status).toBe(200);
  });

  test('may be guessed wrong ten times from an address, and not once more', async () => {
    const { token } = await addSignedIn(service);
    const headers = from(CHROME);
    const wrong = await Promise.all(Array.from({ length: 10 }, () => pair('ZZZZ-ZZZZ', headers)));
    expect(new Set(wrong.map(({ status }) => status))).toEqual(new Set([400]));
    const code = await codeFor(token);
    expect((await pair(code, headers)).status).toBe(429);
    expect((await pair(code)).status).toBe(200);
  });

  test.each([
    ['no origin', {}],
    ['a page of ours', { origin: 'http://lotlens.test' }],
  ])('is refused from %s, and stays good', async (_, headers) => {
    const { token } = await addSignedIn(service);
    const code = await codeFor(token);
    const refused = await pair(code, headers);
    expect([refused.status, refused.json.code]).toEqual([403, 'forbidden']);
    expect((await pair(code)).status).toBe(200);
  });

  test('and its key are kept as fingerprints alone', async () => {
    const { token, key } = await paired();
    const code = await codeFor(token);
    const kept = await service.tools.pool.query<{ row: string }>(
      "SELECT row_to_json(k)::text || encode(hash, 'escape') AS row FROM access_keys k UNION ALL SELECT row_to_json(l)::text || encode(hash, 'escape') FROM link_tokens l",
    );
    const all = kept.rows.map(({ row }) => row).join('\n');
    expect(all).toContain('Browser extension');
    for (const secret of [key, key.slice(4), code, code.replace('-', '')]) expect(all).not.toContain(secret);
  });
});

describe('an access key', () => {
  test('hands a lot over, starts a report of it, counts it, and reads that report', async () => {
    const { key, origin, token } = await paired();
    const call = { token: key, headers: from(origin) };
    const lot = await service.call('POST', 'auction/scrape', { ...call, json: { auction_link: BMW } });
    expect([lot.status, lot.headers['access-control-allow-origin']]).toEqual([200, origin]);
    const json = { auction_url: BMW, lot_key: lot.json.lot_key };
    const started = await service.call('POST', 'auction/process_report', { ...call, json });
    expect(started.status).toBe(200);
    expect((await service.call('GET', 'users/quota', call)).json).toMatchObject({ available_reports: 2 });
    const id = String(started.json.report_id);
    const report = await until('the report ends', 90_000, async () => {
      const detail = reportDetailSchema.parse((await service.call('GET', `reports/${id}`, call)).json);
      return detail.report;
    });
    expect(report.report_id).toBe(id);
    const [listed] = await keysOf(token);
    expect(listed?.last_used_at).not.toBeNull();
  });

  test('puts a lot it handed over on the board, and reads the report that comes of it', async () => {
    const { key, origin } = await paired();
    const call = { token: key, headers: from(origin) };
    const lot = await service.call('POST', 'auction/scrape', { ...call, json: { auction_link: BMW } });
    const json = { lots: [{ link: BMW, lot_key: lot.json.lot_key }], confirm: true };
    const put = async () =>
      batchAnswerSchema.parse((await service.call('POST', 'reports/batch', { ...call, json })).json).entries;
    expect(await put()).toMatchObject([{ row: 1, state: 'start' }]);
    const id = await until('the lot has a report', 90_000, async () => {
      const [entry] = await put();
      return entry?.report_id ?? null;
    });
    const detail = await service.call('GET', `reports/${id}`, call);
    expect([detail.status, detail.json.lot_key]).toEqual([200, lot.json.lot_key]);
  });

  test('is told of the report it started of a lot, by any link of that lot, and that it may read it', async () => {
    const { key, origin } = await paired();
    const call = { token: key, headers: from(origin) };
    const known = async (link: string) =>
      lotReportAnswerSchema.parse(
        (await service.call('GET', `auction/lot_report?auction_link=${encodeURIComponent(link)}`, call)).json,
      ).report;
    expect(await known(BMW)).toBeNull();
    const page = bidCarsPage(SAMPLE_LISTINGS['90000001']);
    const lot = await service.call('POST', 'auction/scrape', { ...call, json: { auction_link: BMW, page } });
    const json = { auction_url: BMW, lot_key: lot.json.lot_key };
    const started = await service.call('POST', 'auction/process_report', { ...call, json });
    const report = { report_id: started.json.report_id, readable: true };
    expect(await known(`${BMW}/2014-BMW-328I-WBA3A5C58EF900001`)).toEqual(report);
    expect(await known('https://bid.cars/en/lot/0-90000001')).toBeNull();
  });

  test('is told of a report its user started, and that it may not read it', async () => {
    const { key, origin, token } = await paired();
    const started = await service.call('POST', 'auction/process_report', {
      token,
      json: { auction_url: BMW },
    });
    const id = String(started.json.report_id);
    const call = { token: key, headers: from(origin) };
    const known = await service.call(
      'GET',
      `auction/lot_report?auction_link=${encodeURIComponent(BMW)}`,
      call,
    );
    expect(known.json).toEqual({ report: { report_id: id, readable: false } });
    expect((await service.call('GET', `reports/${id}`, call)).status).toBe(404);
  });

  test('is told nothing of reports that failed, or that others have', async () => {
    const { key, origin, token } = await paired();
    const call = { token: key, headers: from(origin) };
    const json = { auction_url: BMW };
    const own = await service.call('POST', 'auction/process_report', { token, json });
    await until('the report ends', 90_000, async () => {
      const detail = await service.call('GET', `reports/${own.json.report_id}`, { token });
      return reportDetailSchema.parse(detail.json).report;
    });
    await service.tools.pool.query(
      "UPDATE reports SET status = 'detect_damaged_parts_failed' WHERE id = $1",
      [own.json.report_id],
    );
    const other = await addSignedIn(service);
    await service.call('POST', 'auction/process_report', { token: other.token, json });
    const known = await service.call(
      'GET',
      `auction/lot_report?auction_link=${encodeURIComponent(BMW)}`,
      call,
    );
    expect(known.json).toEqual({ report: null });
  });

  test('keeps the extension’s origin out of the links in mails', async () => {
    const { key, origin } = await paired();
    const started = await service.call('POST', 'auction/process_report', {
      token: key,
      headers: from(origin),
      json: { auction_url: BMW },
    });
    const kept = await service.tools.pool.query('SELECT origin FROM reports WHERE id = $1', [
      started.json.report_id,
    ]);
    expect(kept.rows).toEqual([{ origin: null }]);
  });

  test('is worth nothing from the moment it is disconnected', async () => {
    const { key, id, origin, token } = await paired();
    const use = () => service.call('GET', 'users/quota', { token: key, headers: from(origin) });
    expect((await use()).status).toBe(200);
    expect((await service.call('DELETE', `users/me/access_keys/${id}`, { token })).status).toBe(200);
    expect((await use()).status).toBe(401);
    expect(await keysOf(token)).toEqual([]);
  });

  test('disconnects itself', async () => {
    const { key, id, origin, token } = await paired();
    const call = { token: key, headers: from(origin) };
    expect((await service.call('DELETE', `users/me/access_keys/${id}`, call)).status).toBe(200);
    expect(await keysOf(token)).toEqual([]);
  });

  test('is refused from another extension', async () => {
    const { key } = await paired();
    await paired(FIREFOX);
    const answer = await service.call('GET', 'users/quota', { token: key, headers: from(FIREFOX) });
    expect(answer.status).toBe(401);
  });

  test('works without an Origin, which browsers leave out of reading calls of extensions', async () => {
    const { key } = await paired();
    expect((await service.call('GET', 'users/quota', { token: key })).status).toBe(200);
  });

  test('ends with a new password', async () => {
    const account = await paired();
    const password = 'tangerine velvet 81';
    await service.tools.pool.query(
      'UPDATE users SET password_hash = (SELECT password_hash FROM users WHERE email_key = $2) WHERE id = $1',
      [account.userId, SAMPLE_ACCOUNT.email],
    );
    const changed = await service.call('POST', 'auth/change-password', {
      token: account.token,
      json: { old_password: SAMPLE_ACCOUNT.password, new_password: password },
    });
    expect(changed.status).toBe(200);
    expect((await service.call('GET', 'users/quota', { token: account.key })).status).toBe(401);
  });

  test('unused for half a year is tidied away, and its reports stay', async () => {
    const { key, id, token, origin } = await paired();
    const started = await service.call('POST', 'auction/process_report', {
      token: key,
      headers: from(origin),
      json: { auction_url: BMW },
    });
    const age = (days: number) =>
      service.tools.pool.query(
        'UPDATE access_keys SET created_at = now() - make_interval(days => $2), last_used_at = NULL WHERE id = $1',
        [id, days],
      );
    await age(179);
    await applyRetention(service.tools);
    expect(await keysOf(token)).toHaveLength(1);
    await age(181);
    await applyRetention(service.tools);
    expect(await keysOf(token)).toEqual([]);
    expect((await service.call('GET', `reports/${started.json.report_id}`, { token })).status).toBe(200);
  });
});

describe('a photo handed over', () => {
  const page = bidCarsPage(SAMPLE_LISTINGS['90000001']);
  const file = path.join(import.meta.dirname, '..', '..', 'samples', 'photos', '90000001-front.jpg');
  /** A lot of one's own page, none of whose photos our server was given. */
  async function handedLot() {
    const account = await paired();
    const call = { token: account.key, headers: from(account.origin) };
    const lot = await service.call('POST', 'auction/scrape', { ...call, json: { auction_link: BMW, page } });
    const { lot_key: key, images } = scrapeAnswerSchema.parse(lot.json);
    await service.tools.pool.query(
      "UPDATE lot_photos SET state = 'refused', problem = 'refused_by_server' WHERE lot_key = $1",
      [key],
    );
    const preflight = async () =>
      preflightSchema.parse((await service.call('GET', `auction/preflight?lot_key=${key}`, call)).json);
    const send = (json: unknown) => service.call('POST', 'auction/lot_photo', { ...call, json });
    return { call, key, url: images[0]?.url ?? '', preflight, send };
  }

  test('is held for the report, whatever its server said to ours', async () => {
    const { key, url, preflight, send } = await handedLot();
    const before = (await preflight()).photos.held;
    const sent = await send({ lot_key: key, url, photo: (await fs.readFile(file)).toString('base64') });
    expect([sent.status, sent.json]).toEqual([200, { held: true, reason: null }]);
    expect((await preflight()).photos.held).toBe(before + 1);
  });

  test('that is no picture is refused with the reason', async () => {
    const { key, url, send } = await handedLot();
    const sent = await send({ lot_key: key, url, photo: Buffer.from('<html>').toString('base64') });
    expect(sent.json).toEqual({ held: false, reason: expect.any(String) });
  });

  test('must be one that the lot lists', async () => {
    const { key, send } = await handedLot();
    const sent = await send({ lot_key: key, url: 'https://example.com/1.jpg', photo: 'AAAA' });
    expect([sent.status, sent.json.code]).toEqual([400, 'validation_error']);
  });

  test('is taken for no lot that others see', async () => {
    const { call, url, send } = await handedLot();
    const shared = await service.call('POST', 'auction/scrape', { ...call, json: { auction_link: BMW } });
    const sent = await send({ lot_key: shared.json.lot_key, url, photo: 'AAAA' });
    expect([sent.status, sent.json.code]).toEqual([422, 'lot_not_found']);
  });
});

describe('a browser extension', () => {
  test.each([
    ['POST', 'auction/scrape'],
    ['GET', 'auction/preflight?lot_key=x'],
    ['GET', 'auction/lot_report?auction_link=x'],
    ['POST', 'auction/process_report'],
    ['GET', 'users/quota'],
    ['GET', 'reports/x'],
    ['DELETE', 'users/me/access_keys/x'],
  ])('that was paired may send %s %s from its origin, without cookies', async (method, url) => {
    const { origin } = await paired();
    const answer = await preflight(origin, method, url);
    expect([answer.statusCode, answer.headers['access-control-allow-origin']]).toEqual([204, origin]);
    expect(answer.headers['access-control-allow-headers']).toContain('authorization');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  test.each([
    ['GET', 'users/me'],
    ['DELETE', 'users/me'],
    ['POST', 'auth/token'],
    ['POST', 'auth/refresh'],
    ['GET', 'users/get_reports'],
    ['POST', 'users/me/pairing_codes'],
  ])('that was paired is told nothing of %s %s', async (method, url) => {
    const { origin } = await paired();
    const answer = await preflight(origin, method, url);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('that was not paired may pair, and nothing else', async () => {
    const stranger = `chrome-extension://${'ponmlkjihgfedcba'.repeat(2)}`;
    expect((await preflight(stranger, 'POST', 'auth/pair')).headers['access-control-allow-origin']).toBe(
      stranger,
    );
    const other = await preflight(stranger, 'POST', 'auction/scrape');
    expect(other.headers).not.toHaveProperty('access-control-allow-origin');
    const sent = await service.call('POST', 'auction/scrape', {
      json: { auction_link: BMW },
      headers: from(stranger),
    });
    expect([sent.status, sent.json.code]).toEqual([403, 'forbidden']);
  });

  test('whose last key was revoked is answered by the pairing call alone, which says so', async () => {
    const origin = 'moz-extension://2c9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    const { token, id, key } = await paired(origin);
    const ask = () => pairWith({ access_key: key }, origin);
    expect((await ask()).json).toMatchObject({ access_key: key, key_id: id });
    await service.call('DELETE', `users/me/access_keys/${id}`, { token });
    const answer = await service.call('GET', 'users/quota', { token: key, headers: from(origin) });
    expect(answer.status).toBe(401);
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect((await preflight(origin, 'GET', 'users/quota')).headers).not.toHaveProperty(
      'access-control-allow-origin',
    );
    const told = await ask();
    expect([told.status, told.json.code, told.headers['access-control-allow-origin']]).toEqual([
      400,
      'invalid_token',
      origin,
    ]);
  });

  test('is told nothing of the key of another extension', async () => {
    const { key } = await paired();
    const told = await pairWith({ access_key: key }, FIREFOX);
    expect([told.status, told.json.code]).toEqual([400, 'invalid_token']);
  });

  test('reads no lot without its key, whatever cookie its browser sends', async () => {
    const { origin } = await paired();
    const answer = await service.call('POST', 'auction/scrape', {
      json: { auction_link: BMW },
      headers: { ...from(origin), cookie: '__Host-lotlens_refresh=anything' },
    });
    expect([answer.status, answer.json.code]).toEqual([401, 'invalid_token']);
  });

  test('is refused with the token of a session', async () => {
    const { origin, token } = await paired();
    const answer = await service.call('GET', 'users/quota', { token, headers: from(origin) });
    expect(answer.status).toBe(401);
  });

  test.each(['https://www.copart.com', 'null', 'chrome-extension://short'])(
    'is what %s is not',
    async (origin) => {
      await paired();
      const answer = await preflight(origin, 'POST', 'auth/pair');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    },
  );
});
