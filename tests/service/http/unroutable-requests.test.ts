import fs from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import net from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { errorBodySchema } from '../../../contract/schemas/errors.ts';
import { buildApp } from '../../../server/app.ts';
import { startService, type TestService } from '../service.ts';

/** Requests that end before a route is found, over a socket of their own: what comes back, and what the log holds. */
let service: TestService;
let app: FastifyInstance;
let port: number;
const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
});
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const webFolder = path.join(service.dataDir, 'web');
  const pages = ['home', 'report'].map((name) => `pages/with-samples/${name}.html`);
  for (const file of ['index.html', ...pages, 'assets/a-1.js']) {
    await fs.mkdir(path.dirname(path.join(webFolder, file)), { recursive: true });
    await fs.writeFile(path.join(webFolder, file), '<!doctype html><title>LotLens</title>');
  }
  const log = pino({ level: 'info' }, { write: (line: string) => lines.push(JSON.parse(line)) });
  app = await buildApp({ ...service.tools, log, webFolder });
  // Short limits, so that a slow request ends while the test waits.
  Object.assign(app.server, {
    requestTimeout: 1_000,
    headersTimeout: 1_000,
    connectionsCheckingInterval: 100,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** Sends bytes and reads until the server closes; the client itself never closes first. */
const raw = (...packets: string[]): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    const chunks: Buffer[] = [];
    socket.setTimeout(10_000, () => socket.destroy(new Error('no end of the connection')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('end', () => {
      socket.destroy();
      resolve(Buffer.concat(chunks).toString('latin1'));
    });
    socket.on('connect', async () => {
      for (const packet of packets) {
        socket.write(packet, 'latin1');
        await new Promise((sent) => setTimeout(sent, 30));
      }
    });
  });

type Reply = { status: number; headers: Map<string, string>; body: string };
/** The replies in what came over one connection, each with a length. */
function repliesIn(text: string): Reply[] {
  const replies: Reply[] = [];
  let rest = text;
  while (rest !== '') {
    const end = rest.indexOf('\r\n\r\n');
    const [first = '', ...fields] = rest.slice(0, end).split('\r\n');
    const headers = new Map(
      fields.map((field) => {
        const colon = field.indexOf(':');
        return [field.slice(0, colon).toLowerCase(), field.slice(colon + 1).trim()] as const;
      }),
    );
    const length = Number(headers.get('content-length') ?? 0);
    replies.push({
      status: Number(first.split(' ')[1]),
      headers,
      body: rest.slice(end + 4, end + 4 + length),
    });
    rest = rest.slice(end + 4 + length);
  }
  return replies;
}

/** The one reply to these packets, with the shape, the headers and the log line of every error. */
async function refusal(...packets: string[]) {
  const replies = repliesIn(await raw(...packets));
  expect(replies).toHaveLength(1);
  const [{ status, headers, body } = { status: 0, headers: new Map<string, string>(), body: '' }] = replies;
  const error = errorBodySchema.strict().parse(JSON.parse(body));
  expect(error.detail).toBe(error.message);
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    traceparent: expect.any(String),
  });
  const id = headers.get('x-request-id');
  expect(id).toMatch(/^[\w-]{36}$/);
  await expect
    .poll(() => lines.filter(({ msg, request_id }) => msg === 'request' && request_id === id))
    .toHaveLength(1);
  const line = lines.find(({ request_id }) => request_id === id);
  expect(line).toMatchObject({ status });
  return { status, code: error.code, reason: error.details.reason, line };
}

const get = (target: string, ...headers: string[]): string =>
  [`GET ${target} HTTP/1.1`, 'Host: lotlens.test', ...headers, '', ''].join('\r\n');

describe('an address that is not UTF-8', () => {
  test.each([
    '/api/v1/reports/%E0%A4%A',
    '/api/v1/reports/%ff',
    '/api/v1/%',
    '/%ff',
    '/%',
    '/reports/%C3%28',
    '/shared/%zz',
    '/assets/%ff',
    '/api/docs/static/%ff',
    '/health/%ff',
    '/metrics%ff',
    '/%ff?x=%ff',
    '/%25%ff',
  ])('%s is refused in the one shape', async (target) => {
    const path = target
      .split('?', 1)[0]
      ?.replaceAll('%', '%25')
      .replace('/shared/%25zz', '/shared/[redacted]');
    expect(await refusal(get(target))).toMatchObject({
      status: 400,
      code: 'validation_error',
      reason: 'address',
      line: { method: 'GET', path, reason: 'address' },
    });
  });

  test('is refused to every method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'PROPFIND'])
      expect(
        await refusal(`${method} /api/v1/%ff HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`),
      ).toMatchObject({ status: 400, reason: 'address' });
  });

  test('says on an auction call that the call failed', async () => {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/v1/auction/scrape',
      headers: { host: 'a b' },
    });
    expect([answer.statusCode, answer.json()]).toMatchObject([
      400,
      { success: false, details: { reason: 'host' } },
    ]);
  });

  test('is refused to a WebSocket', async () => {
    const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13'];
    for (const target of ['/api/v1/ws/%ff', '/%ff', '/api/v1/%E0%A4%A?token=x'])
      expect(
        await refusal(get(target, ...upgrade, 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==')),
      ).toMatchObject({ status: 400, reason: 'address' });
  });

  test('is valid in a query', async () => {
    const [reply] = repliesIn(await raw(get('/health/live?x=%ff', 'Connection: close')));
    expect(reply?.status).toBe(200);
  });
});

describe('an address with a long part', () => {
  test.each([101, 1_000, 15_000])('of %i characters is answered by its route', async (length) => {
    const part = 'x'.repeat(length);
    for (const address of [
      `reports/${part}`,
      `photos/${part}/full.jpg`,
      `shared/${part}`,
      `partners/out/${part}`,
    ]) {
      const [reply] = repliesIn(await raw(get(`/api/v1/${address}`, 'Connection: close')));
      const { code } = errorBodySchema.strict().parse(JSON.parse(reply?.body ?? ''));
      expect([address, reply?.status, code]).toEqual([address, 400, 'validation_error']);
    }
  });

  test('answers 405 to a method it does not take', async () => {
    const put = `PUT /api/v1/reports/${'x'.repeat(1_000)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
    const [reply] = repliesIn(await raw(put));
    expect([reply?.status, reply?.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  test('is cut in the log', async () => {
    await raw(get(`/api/v1/reports/${'x'.repeat(10_000)}`, 'Connection: close'));
    await expect.poll(() => lines.some(({ msg }) => msg === 'request')).toBe(true);
    for (const { path } of lines) expect(String(path ?? '').length).toBeLessThanOrEqual(300);
  });
});

describe('a Host header', () => {
  test.each([
    ['is missing', []],
    ['is missing in HTTP/0.9', null],
    ['comes twice', ['Host: lotlens.test', 'Host: evil.example']],
    ['comes twice the same', ['Host: lotlens.test', 'host: lotlens.test']],
    ['is no host', ['Host: a b']],
    ['has a path', ['Host: lotlens.test/evil']],
    ['has a user', ['Host: user@lotlens.test']],
    ['has no port after the name', ['Host: lotlens.test:x']],
  ])('that %s is refused', async (_, headers) => {
    expect(
      await refusal(
        headers === null
          ? 'GET /api/v1/site_info\r\n\r\n'
          : ['GET /api/v1/site_info HTTP/1.1', ...headers, '', ''].join('\r\n'),
      ),
    ).toMatchObject({ status: 400, code: 'validation_error', reason: 'host' });
  });

  test.each([
    ['none in HTTP/1.0', 'GET /health/live HTTP/1.0\r\n\r\n'],
    ['an IPv6 address', 'GET /health/live HTTP/1.1\r\nHost: [::1]:3000\r\nConnection: close\r\n\r\n'],
    ['an empty one', 'GET /health/live HTTP/1.1\r\nHost:\r\nConnection: close\r\n\r\n'],
  ])('may be %s', async (_, packet) => {
    expect(repliesIn(await raw(packet))[0]?.status).toBe(200);
  });
});

describe('the target of a request', () => {
  test('may be absolute, and is answered as its path', async () => {
    const [reply] = repliesIn(await raw(get('http://lotlens.test/api/v1/nothing?x=1', 'Connection: close')));
    expect([reply?.status, reply?.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await expect.poll(() => lines.map(({ path }) => path)).toContain('/api/v1/nothing');
  });

  test('names the host where it is absolute', async () => {
    const post = (target: string, origin: string) =>
      raw(
        `POST ${target} HTTP/1.1\r\nHost: evil.example\r\nOrigin: ${origin}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      );
    const statuses = await Promise.all(
      ['http://evil.example', 'http://other.example'].map(
        async (origin) => repliesIn(await post('http://other.example/api/v1/auth/logout', origin))[0]?.status,
      ),
    );
    expect(statuses).toEqual([403, 401]);
  });

  test.each(['ftp://lotlens.test/', 'lotlens.test:443', '*', 'http://user@lotlens.test/'])(
    '%s is refused',
    async (target) => {
      expect((await refusal(get(target))).status).toBe(400);
    },
  );

  test('of CONNECT is refused, not cut off', async () => {
    expect(
      await refusal('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n'),
    ).toMatchObject({
      status: 400,
      reason: 'address',
      line: { method: 'CONNECT' },
    });
  });

  test('OPTIONS * names methods', async () => {
    const [reply] = repliesIn(await raw('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'));
    expect([reply?.status, reply?.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });
});

describe('what is no HTTP request', () => {
  const post = (...headers: string[]): string =>
    [
      'POST /api/v1/auth/register HTTP/1.1',
      'Host: x',
      'Content-Type: application/json',
      ...headers,
      '',
      '',
    ].join('\r\n');
  test.each([
    ['an unknown method', 'FETCH / HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['HTTP/2 by prior knowledge', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['junk', 'hello, world\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: x\r\nnonsense\r\n\r\n'],
    ['two lengths', post('Content-Length: 5', 'Content-Length: 6')],
    ['a length and chunks', post('Content-Length: 5', 'Transfer-Encoding: chunked')],
    ['a length that is no number', post('Content-Length: five')],
  ])('%s is refused', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({
      status: 400,
      code: 'validation_error',
      reason: 'syntax',
      line: { reason: 'syntax' },
    });
  });

  test('is logged without a method and an address', async () => {
    const { line } = await refusal('hello, world\r\n\r\n');
    expect([line?.method, line?.path]).toEqual([undefined, undefined]);
  });

  test.each([
    ['headers', `GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'a'.repeat(65_536)}\r\n\r\n`],
    ['an address', `GET /${'a'.repeat(65_536)} HTTP/1.1\r\nHost: x\r\n\r\n`],
  ])('%s of 64 KiB are too large', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({
      status: 431,
      code: 'validation_error',
      reason: 'head_too_large',
    });
  });

  test.each(['zz\r\nhello\r\n', '5\r\nhelloXX\r\n'])(
    'chunks that are none (%j) are refused',
    async (chunk) => {
      expect(await refusal(post('Transfer-Encoding: chunked'), chunk)).toMatchObject({
        status: 400,
        code: 'validation_error',
        line: { method: 'POST', path: '/api/v1/auth/register' },
      });
    },
  );

  test('follows the answer to the request before it', async () => {
    const replies = repliesIn(await raw(`${get('/health/live')}nonsense\r\n\r\n`));
    expect(replies.map(({ status }) => status)).toEqual([200, 400]);
  });

  test('after an early answer gets no second one', async () => {
    const replies = repliesIn(
      await raw('PUT /api/v1/users/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n', 'zz\r\n'),
    );
    expect(replies.map(({ status }) => status)).toEqual([405]);
  });

  test.each([
    ['a head', 'GET /health/live HTTP/1.1\r\nHost: x\r\n'],
    ['a body', post('Content-Length: 5')],
  ])('%s that never ends times out', async (_, bytes) => {
    expect(await refusal(bytes)).toMatchObject({ status: 408, code: 'unavailable', reason: 'too_slow' });
  });

  test('a connection that sends nothing is closed without an answer', async () => {
    expect(await raw()).toBe('');
    expect(lines).toEqual([]);
  });

  test('an unknown expectation is refused', async () => {
    expect(await refusal(get('/health/live', 'Expect: the-unexpected'))).toMatchObject({
      status: 417,
      code: 'validation_error',
      reason: 'expectation',
      line: { path: '/health/live' },
    });
  });
});

describe('an upgrade', () => {
  const socket = ['Connection: Upgrade', 'Upgrade: websocket'];
  test.each([
    [
      'to HTTP/2',
      '/health/live',
      ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'],
      200,
    ],
    ['of a page', '/reports/1', socket, 200],
    ['of an unknown address', '/api/v1/nothing', socket, 404],
    ['of a call', '/api/v1/users/me', socket, 401],
  ])('%s is ignored', async (_, target, headers, status) => {
    const [reply] = repliesIn(await raw(get(target, ...headers), get('/health/live', 'Connection: close')));
    expect(reply?.status).toBe(status);
  });

  test.each([
    ['without a key', ['Sec-WebSocket-Version: 13'], 400],
    ['with a bad key', ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: x'], 400],
    ['of another version', ['Sec-WebSocket-Version: 99', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='], 400],
    [
      'with a bad protocol',
      [
        'Sec-WebSocket-Version: 13',
        'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
        'Sec-WebSocket-Protocol: a b,',
      ],
      400,
    ],
  ])('to a WebSocket %s is refused', async (_, headers, status) => {
    expect((await refusal(get('/api/v1/ws?token=x', ...socket, ...headers))).status).toBe(status);
  });

  test('is needed where the WebSocket is', async () => {
    const [reply] = repliesIn(await raw(get('/api/v1/ws?token=x', 'Connection: close')));
    expect([reply?.status, errorBodySchema.parse(JSON.parse(reply?.body ?? '')).code]).toEqual([
      404,
      'not_found',
    ]);
  });
});
