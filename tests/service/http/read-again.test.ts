import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { reportDetailSchema } from '../../../contract/api/report-answers.ts';
import { createServer } from '../../../server/http/create-server.ts';
import { addFinishedReport, addSignedIn } from '../finished-report.ts';
import { SAMPLE_ACCOUNT, startService, type TestService } from '../service.ts';

/** Answers as they go over the wire: compressed where nothing secret is in them, and not sent twice. */
let service: TestService;
let token: string;
let reportId: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const user = await addSignedIn(service);
  token = user.token;
  reportId = await addFinishedReport(service, user.userId);
});
afterAll(() => service.close());

const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  service.app.inject({ method, url, headers: { authorization: `Bearer ${token}`, ...headers } });
const report = () => `/api/v1/reports/${reportId}`;

describe('compression', () => {
  test.each([
    ['zstd', (bytes: Buffer) => zstdDecompressSync(bytes)],
    ['br', (bytes: Buffer) => brotliDecompressSync(bytes)],
    ['gzip', (bytes: Buffer) => gunzipSync(bytes)],
  ])('a report goes as %s to who takes that, in a sixth of its bytes or less', async (encoding, unpack) => {
    const plain = await get(report());
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get(report(), { 'accept-encoding': encoding });
    expect(packed.headers['content-encoding']).toBe(encoding);
    expect(String(packed.headers.vary)).toContain('accept-encoding');
    expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true);
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 6);
  });

  test('what browsers say they take is answered compressed, refused kinds are not used', async () => {
    const browser = await get(report(), { 'accept-encoding': 'gzip, deflate, br, zstd' });
    expect(browser.headers['content-encoding']).toBe('zstd');
    const picky = await get(report(), { 'accept-encoding': 'zstd;q=0, br;q=0, gzip;q=0.5' });
    expect(picky.headers['content-encoding']).toBe('gzip');
    const none = await get(report(), { 'accept-encoding': 'identity' });
    expect(none.headers['content-encoding']).toBeUndefined();
  });

  test('an error and the OpenAPI file are compressed, a small answer and a photo are not', async () => {
    const encodingOf = async (url: string) =>
      (await get(url, { 'accept-encoding': 'gzip' })).headers['content-encoding'];
    expect(await encodingOf('/api/openapi.json')).toBe('gzip');
    expect(await encodingOf('/api/v1/users/quota')).toBeUndefined();
    expect(await encodingOf('/api/v1/sample_report/photos/1/full.jpg')).toBeUndefined();
  });

  test('answers that hold a secret are neither compressed nor kept, however long', async () => {
    const app = await createServer({ log: pino({ level: 'silent' }), trustProxy: false, publicUrl: null });
    const long = { text: 'a'.repeat(5000) };
    app.get('/api/open', async () => long);
    app.get('/api/secret', { config: { holdsSecret: true } }, async () => long);
    const ask = (url: string) =>
      app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip, br, zstd' } });
    const [open, secret] = [await ask('/api/open'), await ask('/api/secret')];
    expect([open.headers['content-encoding'], open.headers['cache-control']]).toEqual([
      'zstd',
      'private, no-cache',
    ]);
    expect([
      secret.headers['content-encoding'],
      secret.headers.etag,
      secret.headers['cache-control'],
    ]).toEqual([undefined, undefined, 'no-store']);
    await app.close();
  });

  test('tokens, tickets and share links are such answers', async () => {
    const headers = { 'accept-encoding': 'gzip, br, zstd' };
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams({
      username: SAMPLE_ACCOUNT.email,
      password: SAMPLE_ACCOUNT.password,
    }).toString();
    const signedIn = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/token',
      headers: { ...headers, ...form },
      payload,
    });
    const { refresh_token } = signedIn.json() as { refresh_token: string };
    const answers = [
      signedIn,
      await service.app.inject({
        method: 'POST',
        url: '/api/v1/auth/refresh',
        headers,
        payload: { refresh_token },
      }),
      ...(await Promise.all(
        (
          [
            ['POST', '/api/v1/ws/ticket'],
            ['POST', `${report()}/share`],
            ['GET', `${report()}/share`],
          ] as const
        ).map(([method, url]) =>
          service.app.inject({ method, url, headers: { ...headers, authorization: `Bearer ${token}` } }),
        ),
      )),
    ];
    for (const answer of answers) {
      expect(answer.statusCode).toBe(200);
      expect([answer.headers['content-encoding'], answer.headers.etag]).toEqual([undefined, undefined]);
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  test('a compressed request body is not unpacked: no few bytes become many', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/forgot-password',
      headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      payload: Buffer.from('H4sIAAAAAAAAA6tWKi1OLVKyUnJU0lFKLk1SslJSqgUAAAD//wMA', 'base64'),
    });
    expect(answer.statusCode).toBe(400);
  });
});

describe('reading again', () => {
  test.each([
    '/api/v1/users/me',
    '/api/v1/users/quota',
    '/api/v1/users/get_reports',
    '/api/v1/users/me/sessions',
    '/api/v1/site_info',
    '/api/openapi.json',
  ])('%s is 304 while it is the same', async (url) => {
    const first = await get(url);
    const tag = String(first.headers.etag);
    expect(tag).toMatch(/^W\/"[\w-]{22}"$/);
    expect([first.headers['cache-control'], first.headers.vary]).toEqual([
      'private, no-cache',
      'authorization, accept-encoding',
    ]);
    for (const seen of [tag, tag.slice(2), `"other", ${tag}`, '*']) {
      const again = await get(url, { 'if-none-match': seen });
      expect([seen, again.statusCode, again.body, again.headers.etag]).toEqual([seen, 304, '', tag]);
      expect([again.headers['cache-control'], again.headers.vary]).toEqual([
        'private, no-cache',
        'authorization, accept-encoding',
      ]);
      expect([again.headers['content-type'], again.headers['content-encoding']]).toEqual([
        undefined,
        undefined,
      ]);
    }
    expect((await get(url, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  test('a report is one reading in every compression, and another after a change', async () => {
    const first = await get(report());
    const tag = String(first.headers.etag);
    for (const encoding of ['zstd', 'br', 'gzip'])
      expect((await get(report(), { 'accept-encoding': encoding })).headers.etag).toBe(tag);
    expect((await get(report(), { 'if-none-match': tag, 'accept-encoding': 'gzip' })).statusCode).toBe(304);
    expect((await get(report(), { 'if-none-match': tag }, 'HEAD')).statusCode).toBe(304);
    const { report: model } = reportDetailSchema.parse(first.json());
    const changed = await service.call('PATCH', `reports/${reportId}/lines`, {
      token,
      json: { version: 0, edits: [{ kind: 'exclude', line_id: model?.estimate.lines[0]?.id }] },
    });
    expect([changed.status, changed.headers.etag]).toEqual([200, undefined]);
    expect((await get(report(), { 'if-none-match': tag })).statusCode).toBe(200);
  });

  test('nobody else’s reading answers for mine: without a session there is no 304', async () => {
    const { headers } = await get('/api/v1/users/me');
    const seen = { 'if-none-match': String(headers.etag) };
    const out = await service.app.inject({ method: 'GET', url: '/api/v1/users/me', headers: seen });
    expect([out.statusCode, out.headers['cache-control'], out.headers.etag]).toEqual([
      401,
      'no-store',
      undefined,
    ]);
    const other = await addSignedIn(service);
    const theirs = await service.call('GET', 'users/me', { token: other.token, headers: seen });
    expect(theirs.status).toBe(200);
  });

  test('errors, writes and files to be saved are kept nowhere', async () => {
    for (const answer of [
      await get('/api/v1/reports/5c1cb5f0-6f2b-4a5f-8c75-0a3f4b3d8d4e'),
      await get('/api/v1/nothing'),
      await get('/api/v1/users/me/export'),
      await get(`${report()}/export?format=csv`),
    ])
      expect([answer.headers['cache-control'], answer.headers.etag]).toEqual(['no-store', undefined]);
    const written = await service.call('PATCH', 'users/me', { token, json: { last_name: 'Else' } });
    expect([written.status, written.headers['cache-control'], written.headers.etag]).toEqual([
      200,
      'no-store',
      undefined,
    ]);
  });
});
