import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { SAMPLE_ACCOUNT, startService, type TestService } from './service.ts';

/** What holds on every route: headers, origins, bodies, errors. */
let service: TestService;
let token: string;
let port: number;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), {
    worker: false,
    environment: { TRUST_PROXY: 'true' },
  });
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (service.app.server.address() as AddressInfo).port;
});
afterAll(() => service.close());

type Sent = { method?: string; url: string; headers?: Record<string, string>; payload?: string | Buffer };
const send = async ({ method = 'POST', url, headers = {}, payload }: Sent) => {
  const answer = await service.app.inject({
    method: method as 'GET',
    url,
    headers,
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: answer.statusCode, headers: answer.headers, text: answer.body };
};
const codeOf = (text: string): unknown => (JSON.parse(text) as { code?: unknown }).code;
const json = { 'content-type': 'application/json' };

describe('the headers of every answer', () => {
  const answers: [string, Sent][] = [
    ['a page', { method: 'GET', url: '/' }],
    ['an API answer', { method: 'GET', url: '/api/v1/site_info' }],
    ['an unknown page', { method: 'GET', url: '/api/v1/nothing' }],
    ['an unknown method', { method: 'PUT', url: '/api/v1/users/me' }],
    ['no session', { method: 'GET', url: '/api/v1/users/me' }],
    ['a wrong body', { url: '/api/v1/auth/register', headers: json, payload: '{}' }],
    ['no JSON', { url: '/api/v1/auth/register', headers: json, payload: '{' }],
    ['a body too large', { url: '/api/v1/auth/register', headers: json, payload: `"${'x'.repeat(70_000)}"` }],
    [
      'a wrong content type',
      { url: '/api/v1/auth/register', headers: { 'content-type': 'text/plain' }, payload: 'x' },
    ],
    ['another site', { url: '/api/v1/auth/token', headers: { origin: 'https://evil.example' } }],
    ['health', { method: 'GET', url: '/health/live' }],
    ['the OpenAPI file', { method: 'GET', url: '/api/openapi.json' }],
    ['a missing photo', { method: 'GET', url: `/api/v1/photos/${crypto.randomUUID()}/full.jpg` }],
  ];
  test('the API page, whose reader styles itself, is allowed that and nothing more', async () => {
    const { headers } = await send({ method: 'GET', url: '/api/docs' });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy.map((text) => text.trim())).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'"]),
    );
    expect(policy.filter((text) => /unsafe-|\*/.test(text)).map((text) => text.trim())).toEqual([
      "style-src 'self' 'unsafe-inline'",
    ]);
  });

  test.each(answers)('%s', async (_, sent) => {
    const { headers } = await send(sent);
    const policy = String(headers['content-security-policy']);
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data: blob:",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
      "form-action 'self'",
    ])
      expect(policy.split(';').map((text) => text.trim())).toContain(part);
    expect(policy).not.toMatch(/unsafe-|\*/);
    expect(headers).toMatchObject({
      'strict-transport-security': 'max-age=31536000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    });
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    if (sent.url === '/api/v1/site_info') expect(headers['cache-control']).toBe('private, no-cache');
    else if (sent.url.startsWith('/api/v1/')) expect(headers['cache-control']).toBe('no-store');
  });

  test('the pages and files of the browser application', async () => {
    const webFolder = path.join(service.dataDir, 'web');
    for (const file of ['index.html', 'pages/with-samples/home.html', 'assets/a-1.js']) {
      await fs.mkdir(path.dirname(path.join(webFolder, file)), { recursive: true });
      await fs.writeFile(path.join(webFolder, file), '');
    }
    const app = await buildApp({ ...service.tools, webFolder });
    for (const [url, status] of [
      ['/', 200],
      ['/assets/a-1.js', 200],
      ['/assets/gone.js', 404],
      ['/api/v1/gone', 404],
      ['/.git/config', 404],
      ['/nothing', 302],
      ['//[', 302],
    ] as const) {
      const answer = await app.inject({ method: 'GET', url });
      expect([url, answer.statusCode]).toEqual([url, status]);
      expect(String(answer.headers['content-security-policy'])).toContain("default-src 'none'");
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['strict-transport-security']).toBeDefined();
    }
    await app.close();
  });

  test('the script that stands in the pages is allowed by its hash, and no other', async () => {
    const webFolder = path.join(service.dataDir, 'web-with-script');
    await fs.mkdir(webFolder);
    await fs.writeFile(path.join(webFolder, 'returning.js'), 'document.title;');
    const app = await buildApp({ ...service.tools, webFolder });
    const { headers } = await app.inject({ method: 'GET', url: '/' });
    const policy = String(headers['content-security-policy']).split(';');
    const hash = createHash('sha256').update('document.title;').digest('base64');
    expect(policy.map((text) => text.trim())).toContain(`script-src 'self' 'sha256-${hash}'`);
    await app.close();
  });

  test('a failure inside keeps them, and tells an id and nothing else', async () => {
    await service.tools.pool.query('ALTER TABLE users RENAME TO users_away');
    try {
      const answer = await send({
        method: 'GET',
        url: '/api/v1/users/me',
        headers: { authorization: `Bearer ${token}` },
      });
      expect(answer.status).toBe(500);
      expect(codeOf(answer.text)).toBe('internal_error');
      expect(answer.text).not.toMatch(/users|relation|stack|\.ts|sql/i);
      expect(answer.text).toMatch(/[0-9a-f-]{36}/);
      expect(answer.headers['content-security-policy']).toBeDefined();
      expect(answer.headers['cache-control']).toBe('no-store');
    } finally {
      await service.tools.pool.query('ALTER TABLE users_away RENAME TO users');
    }
  });

  test('no other origin is ever allowed to read', async () => {
    for (const origin of ['https://evil.example', 'null', 'http://lotlens.test']) {
      const answer = await send({
        method: 'OPTIONS',
        url: '/api/v1/users/me',
        headers: { origin, 'access-control-request-method': 'GET' },
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });
});

describe('calls from other sites', () => {
  const foreign: [string, Record<string, string>][] = [
    ['another origin', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['a name that ends like ours', { origin: 'https://evil-lotlens.test' }],
    ['a name that begins like ours', { origin: 'http://lotlens.test.evil.example' }],
    ['another port', { origin: 'http://lotlens.test:8080' }],
    ['cross-site by fetch metadata', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling site by fetch metadata', { 'sec-fetch-site': 'same-site' }],
  ];
  const doors: [string, Sent][] = [
    [
      'the sign-in form',
      {
        url: '/api/v1/auth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `username=${SAMPLE_ACCOUNT.email}&password=${SAMPLE_ACCOUNT.password}`,
      },
    ],
    ['refresh by cookie', { url: '/api/v1/auth/refresh', headers: { cookie: '__Host-lotlens_refresh=x' } }],
    ['sign-out', { url: '/api/v1/auth/logout' }],
    ['starting a report', { url: '/api/v1/auction/process_report', headers: json, payload: '{}' }],
    ['deleting the account', { method: 'DELETE', url: '/api/v1/users/me', headers: json, payload: '{}' }],
  ];
  test.each(
    foreign.flatMap(([from, headers]) => doors.map(([door, sent]) => [door, from, sent, headers] as const)),
  )('%s refuses %s', async (_door, _from, sent, headers) => {
    const answer = await send({ ...sent, headers: { ...sent.headers, ...headers } });
    expect([answer.status, codeOf(answer.text)]).toEqual([403, 'forbidden']);
  });

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data; boundary=x'])(
    'no form of type %s is read as JSON',
    async (type) => {
      const answer = await send({
        url: '/api/v1/auth/forgot-password',
        headers: { 'content-type': type },
        payload: '{"email":"a@example.test"}',
      });
      expect([answer.status, codeOf(answer.text)]).toEqual([415, 'unsupported_media_type']);
    },
  );

  test('JSON is not taken where the specification says form', async () => {
    const payload = JSON.stringify({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password });
    expect((await send({ url: '/api/v1/auth/token', headers: json, payload })).status).toBe(415);
  });

  test.each(['http://lotlens.test', undefined])('our own page (%s) may sign in', async (origin) => {
    const answer = await send({
      ...(doors[0]?.[1] ?? { url: '' }),
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        ...(origin ? { origin, 'sec-fetch-site': 'same-origin' } : {}),
      },
    });
    expect(answer.status).toBe(200);
  });
});

describe('bodies and parameters', () => {
  const register = {
    email: 'x@example.test',
    password: 'tangerine velvet 81',
    first_name: 'A',
    last_name: 'B',
  };
  const bad: [string, string][] = [
    ['an unknown field', JSON.stringify({ ...register, is_admin: true })],
    ['a balance', JSON.stringify({ ...register, available_reports: 99 })],
    ['__proto__', '{"__proto__":{"verified":true},"email":"x@example.test"}'],
    ['constructor.prototype', '{"constructor":{"prototype":{"verified":true}},"email":"x@example.test"}'],
    ['a number for a text', JSON.stringify({ ...register, email: 1 })],
    ['a list for a text', JSON.stringify({ ...register, email: ['x@example.test'] })],
    ['an object for a text', JSON.stringify({ ...register, password: { $ne: null } })],
    ['null for a text', JSON.stringify({ ...register, first_name: null })],
    ['a missing field', JSON.stringify({ ...register, password: undefined })],
    ['a list', '[]'],
    ['a text', '"x"'],
    ['null', 'null'],
    ['nothing', ''],
    ['cut JSON', '{"email":'],
    ['a byte order mark and nothing', '\ufeff'],
    ['UTF-16', Buffer.from(JSON.stringify(register), 'utf16le').toString('latin1')],
    ['10,000 levels', `${'['.repeat(10_000)}${']'.repeat(10_000)}`],
    ['a name of 10,000 letters', JSON.stringify({ ...register, first_name: 'x'.repeat(10_000) })],
    ['an address of 300 letters', JSON.stringify({ ...register, email: `${'x'.repeat(290)}@example.test` })],
    ['an address without a dot', JSON.stringify({ ...register, email: 'a@b' })],
    ['an address at a number', JSON.stringify({ ...register, email: 'a@[127.0.0.1]' })],
  ];
  test.each(bad)('%s is a validation_error', async (_, payload) => {
    const before = await service.tools.pool.query('SELECT count(*) FROM users');
    const answer = await send({ url: '/api/v1/auth/register', headers: json, payload });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, 'validation_error']);
    expect((await service.tools.pool.query('SELECT count(*) FROM users')).rows).toEqual(before.rows);
  });

  test.each([
    ['username twice', 'username=a%40b.test&username=c%40d.test&password=x'],
    ['username as a list', 'username%5B%5D=a%40b.test&password=x'],
    ['an unknown field', 'username=a%40b.test&password=x&scope=admin'],
    ['no password', 'username=a%40b.test'],
    ['__proto__', 'username=a%40b.test&password=x&__proto__=y'],
  ])('a form with %s is a validation_error', async (_, payload) => {
    const answer = await send({
      url: '/api/v1/auth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload,
    });
    expect([answer.status, codeOf(answer.text)]).toEqual([400, 'validation_error']);
  });

  test.each(['limit=1&limit=2', 'limit=0', 'limit=501', 'limit=x', 'limit=1e3', 'order=up', 'status=gone'])(
    'the query %s is a validation_error',
    async (query) => {
      const answer = await send({
        method: 'GET',
        url: `/api/v1/users/get_reports?${query}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([answer.status, codeOf(answer.text)]).toEqual([400, 'validation_error']);
    },
  );

  test.each(['cursor=%00', 'cursor=abc', "cursor=' OR 1=1", 'text=%00', 'text=%25_%5C', 'make=%00'])(
    'the query %s does no harm',
    async (query) => {
      const answer = await send({
        method: 'GET',
        url: `/api/v1/users/get_reports?${encodeURI(decodeURI(query))}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect([200, 400]).toContain(answer.status);
    },
  );

  test('a NUL in a text is the caller’s mistake, not ours', async () => {
    const answer = await send({
      url: '/api/v1/auction/process_report',
      headers: { ...json, authorization: `Bearer ${token}` },
      payload: JSON.stringify({ auction_url: '', lot_key: 'a\u0000b' }),
    });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  test('a body over 64 KiB is body_too_large', async () => {
    const payload = JSON.stringify({ email: 'x'.repeat(66_000) });
    const answer = await send({ url: '/api/v1/auth/forgot-password', headers: json, payload });
    expect([answer.status, codeOf(answer.text)]).toEqual([413, 'body_too_large']);
  });
});

describe('the HTTP rim', () => {
  /** Sends raw bytes; answers the first line. */
  const raw = (bytes: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = net.connect(port, '127.0.0.1', () => socket.write(bytes));
      let got = '';
      socket.setTimeout(5_000, () => socket.destroy());
      socket.on('data', (chunk) => {
        got += chunk.toString();
      });
      // A reset after the answer: the server does not read the rest.
      socket.on('error', (error) => (got === '' ? reject(error) : undefined));
      socket.on('close', () => resolve(got));
    });

  test.each([
    [
      'two lengths',
      'POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\nConnection: close\r\n\r\nhello',
    ],
    [
      'length and chunks',
      'POST /api/v1/auth/token HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n0\r\n\r\n',
    ],
    ['a header line that is none', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\nConnection: close\r\n\r\n'],
    [
      '64 KiB of cookie',
      `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(65_536)}\r\nConnection: close\r\n\r\n`,
    ],
  ])('%s is refused', async (_, bytes) => {
    expect(await raw(bytes)).toMatch(/^HTTP\/1\.1 4\d\d /);
  });

  test('TRACE and unknown methods reach no route', async () => {
    for (const method of ['TRACE', 'PUT', 'LOCK']) {
      const status = await new Promise<number>((resolve, reject) =>
        http
          .request({ port, host: '127.0.0.1', path: '/api/v1/users/me', method }, (answer) => {
            answer.resume();
            resolve(answer.statusCode ?? 0);
          })
          .on('error', reject)
          .end(),
      );
      expect([404, 405]).toContain(status);
    }
  });

  test.each([
    '/api/v1//users/me',
    '/api/v1/users/me/',
    '/API/V1/users/me',
    '/api/v1/users/%2e%2e/me',
    '/%2e%2e/%2e%2e/etc/passwd',
  ])('the path %s leads nowhere', async (url) => {
    const answer = await send({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    expect([400, 404]).toContain(answer.status);
  });
});
