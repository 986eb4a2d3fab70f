import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import {
  accessKeySchema,
  madeAccessKeySchema,
  pairAnswerSchema,
} from '../../contract/api/access-key-answers.ts';
import { PROGRAM_SCOPES } from '../../contract/programs/program-keys.ts';
import { addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

const BMW = 'https://bid.cars/en/lot/1-90000001';
const CHROME = `chrome-extension://${'abcdefghijklmnop'.repeat(2)}`;

let service: TestService;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true', PREFETCH_PHOTOS: 'false' },
  });
});
afterAll(() => service.close());

const make = (token: string, json: unknown) => service.call('POST', 'users/me/access_keys', { token, json });
/** An account with a program's key. */
async function withKey(scopes: readonly string[] = PROGRAM_SCOPES) {
  const account = await addSignedIn(service);
  const answer = await make(account.token, { name: 'Buying desk', scopes });
  const { access_key: key, key_id: id } = madeAccessKeySchema.parse(answer.json);
  return { ...account, key, id };
}
const listed = async (token: string) =>
  accessKeySchema
    .array()
    .parse(JSON.parse((await service.call('GET', 'users/me/access_keys', { token })).text));

describe('a key for a program', () => {
  test('is told once, and listed by its name and scopes alone', async () => {
    const { token } = await addSignedIn(service);
    const answer = await make(token, { name: ' Buying desk ', scopes: ['reports:read', 'reports:read'] });
    expect(answer.status).toBe(201);
    const { access_key: key, ...made } = madeAccessKeySchema.parse(answer.json);
    expect(key).toMatch(/^llk_[\w-]{43}$/);
    expect(made).toMatchObject({ kind: 'program', name: 'Buying desk', scopes: ['reports:read'] });
    expect(await listed(token)).toEqual([made]);
    expect(answer.headers['cache-control']).toContain('no-store');
  });

  test('is nowhere in the database as it was told', async () => {
    const { key } = await withKey();
    const kept = await service.tools.pool.query<{ row: string }>(
      "SELECT row_to_json(k)::text || encode(hash, 'escape') AS row FROM access_keys k",
    );
    const all = kept.rows.map(({ row }) => row).join('\n');
    expect(all).toContain('Buying desk');
    for (const secret of [key, key.slice(4)]) expect(all).not.toContain(secret);
  });

  test.each([
    { name: '', scopes: ['reports:read'] },
    { name: 'x'.repeat(61), scopes: ['reports:read'] },
    { name: 'Desk', scopes: [] },
    { name: 'Desk', scopes: ['lots:hand_over'] },
    { name: 'Desk', scopes: ['everything'] },
  ])('is not made of %j', async (json) => {
    const { token } = await addSignedIn(service);
    expect((await make(token, json)).json.code).toBe('validation_error');
  });

  test('is not made by another key', async () => {
    const { key } = await withKey();
    const answer = await make(key, { name: 'Desk', scopes: ['reports:read'] });
    expect([answer.status, answer.json.code]).toEqual([403, 'insufficient_scope']);
  });

  test('is one of at most ten, of which none ends for another, made side by side too', async () => {
    const { token } = await addSignedIn(service);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => make(token, { name: `${index}`, scopes: ['lots:read'] })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 201)?.json).toMatchObject({
      code: 'validation_error',
      details: { reason: 'too_many' },
    });
    expect(await listed(token)).toHaveLength(10);
  });

  test('stays when an account connects its twenty-first extension', async () => {
    const { token, id } = await withKey();
    for (let turn = 0; turn < 21; turn += 1) {
      const { code } = (await service.call('POST', 'users/me/pairing_codes', { token })).json;
      // Twenty codes an hour are made for an account.
      await service.tools.pool.query("DELETE FROM rate_limits WHERE key LIKE 'pairing_code:%'");
      const paired = await service.call('POST', 'auth/pair', { json: { code }, headers: { origin: CHROME } });
      pairAnswerSchema.parse(paired.json);
    }
    const keys = await listed(token);
    expect(keys.filter(({ kind }) => kind === 'extension')).toHaveLength(20);
    expect(keys.map(({ key_id }) => key_id)).toContain(id);
  });

  test('is refused from an extension', async () => {
    const { key } = await withKey();
    const answer = await service.call('GET', 'users/quota', { token: key, headers: { origin: CHROME } });
    expect(answer.status).toBe(401);
  });

  test('is worth nothing once it is revoked', async () => {
    const { key, id, token } = await withKey();
    const use = async () => (await service.call('GET', 'users/quota', { token: key })).status;
    expect(await use()).toBe(200);
    expect((await listed(token))[0]?.last_used_at).not.toBeNull();
    await service.call('DELETE', `users/me/access_keys/${id}`, { token });
    expect(await use()).toBe(401);
  });

  test('reads a report its user started, and lists it', async () => {
    const { key, token } = await withKey(['reports:read']);
    const json = { auction_url: BMW };
    const started = await service.call('POST', 'auction/process_report', { token, json });
    const id = started.json.report_id;
    const use = (url: string) => service.call('GET', url, { token: key });
    expect((await use(`reports/${id}`)).status).toBe(200);
    expect((await use('users/get_reports')).text).toContain(String(id));
    const link = encodeURIComponent(BMW);
    expect((await use(`auction/lot_report?auction_link=${link}`)).json).toEqual({
      report: { report_id: id, readable: true },
    });
  });
});

describe('the limits of a key', () => {
  const scrape = (token: string) =>
    service.call('POST', 'auction/scrape', {
      token,
      json: { auction_link: 'https://example.com/lot/1' },
    });

  test('are told with every call it makes', async () => {
    const { key } = await withKey();
    const answer = await service.call('GET', 'users/quota', { token: key });
    expect(answer.headers['ratelimit-policy']).toBe('"program";q=600;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"program";r=599;t=(60|59)$/);
  });

  test('are told beside that of a costly call', async () => {
    const { key } = await withKey();
    const answer = await service.call('POST', 'auction/process_report', {
      token: key,
      json: { auction_url: 'nonsense' },
    });
    expect(answer.headers['ratelimit-policy']).toBe('"program";q=600;w=60, "start";q=30;w=60');
    expect(answer.headers.ratelimit).toMatch(/^"program";r=599;t=\d+, "start";r=29;t=\d+$/);
  });

  test('are its own: a key that used them up leaves another and its user theirs', async () => {
    const { key, token } = await withKey();
    const other = madeAccessKeySchema.parse(
      (await make(token, { name: 'Other', scopes: ['lots:read'] })).json,
    ).access_key;
    await scrape(key);
    await service.tools.pool.query("UPDATE rate_limits SET count = 30 WHERE key LIKE 'scrape:key:%'");
    const refused = await scrape(key);
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
    for (const each of [other, token])
      expect((await scrape(each)).headers.ratelimit).toMatch(/^"scrape";r=29;t=\d+$/);
  });

  test('end a run of calls with the time to wait', async () => {
    const { key } = await withKey();
    await service.call('GET', 'users/quota', { token: key });
    await service.tools.pool.query("UPDATE rate_limits SET count = 600 WHERE key LIKE 'program:key:%'");
    const refused = await service.call('GET', 'users/quota', { token: key });
    expect(refused.status).toBe(429);
    expect(refused.headers.ratelimit).toBe(`"program";r=0;t=${refused.headers['retry-after']}`);
  });
});
