import http from 'node:http';
import os from 'node:os';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listenAt } from './listen-at.ts';
import { homeOf, keepOneOrigin } from './one-origin.ts';

const hasIpv6 = Object.values(os.networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);

async function serve(host?: string): Promise<string> {
  const app = fastify({ forceCloseConnections: true });
  let address = '';
  keepOneOrigin(app, () => address);
  app.get('/*', async () => 'page');
  app.get('/api/v1/thing', async () => 'answer');
  app.get('/health/live', async () => 'ok');
  app.get('/metrics', async () => 'up 1');
  address = await listenAt(app, { port: 0, host });
  onTestFinished(() => app.close());
  return address;
}

/** A request without following redirects, to an address of this machine under any name. */
function ask(
  address: string,
  host: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; location: string | undefined }> {
  const { port } = new URL(address);
  return new Promise((resolve, reject) => {
    http
      .get({ host, port, path, headers }, (answer) => {
        answer.resume();
        resolve({ status: answer.statusCode ?? 0, location: answer.headers.location });
      })
      .once('error', reject);
  });
}

describe('without HOST', () => {
  test('127.0.0.1 and ::1 answer on one port, which the address names as localhost', async () => {
    const address = await serve();
    expect(address).toMatch(/^http:\/\/localhost:\d+$/);
    expect((await ask(address, '127.0.0.1', '/api/v1/thing')).status).toBe(200);
    // Prometheus, led elsewhere, would not show its token there.
    expect((await ask(address, '127.0.0.1', '/metrics')).status).toBe(200);
    if (hasIpv6) expect((await ask(address, '::1', '/api/v1/thing')).status).toBe(200);
  });

  test('a page under another name of this machine leads to localhost', async () => {
    const address = await serve();
    const { port } = new URL(address);
    for (const name of [`127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await ask(address, '127.0.0.1', '/reports?x=1', { host: name })).toEqual({
        status: 308,
        location: `http://localhost:${port}/reports?x=1`,
      });
    expect((await ask(address, '127.0.0.1', '/reports', { host: `localhost:${port}` })).status).toBe(200);
  });

  test('calls and health work under every name', async () => {
    const address = await serve();
    for (const path of ['/api/v1/thing', '/health/live'])
      expect((await ask(address, '127.0.0.1', path)).status).toBe(200);
  });

  test('what a proxy passes on stays where it is', async () => {
    const address = await serve();
    expect((await ask(address, '127.0.0.1', '/', { 'x-forwarded-for': '192.0.2.7' })).status).toBe(200);
  });
});

test('a taken port is said, not passed over', async () => {
  const { port } = new URL(await serve());
  const second = fastify();
  onTestFinished(() => second.close());
  await expect(listenAt(second, { port: Number(port), host: undefined })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  });
});

test('HOST is the only address listened on, and the one people use', async () => {
  const address = await serve('127.0.0.1');
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  await expect(ask(address, '::1', '/')).rejects.toThrow(/ECONNREFUSED/);
  expect((await ask(address, '127.0.0.1', '/', { host: 'localhost:81' })).location).toBe(
    'http://127.0.0.1:81/',
  );
});

test.each([
  ['http://localhost:3000', '127.0.0.1:3000', 'http://localhost:3000'],
  ['http://localhost:3000', '[::1]:8080', 'http://localhost:8080'],
  ['http://localhost:3000', '127.0.0.1', 'http://localhost'],
  ['http://localhost:3000', 'localhost:3000', null],
  ['http://localhost:3000', 'LOCALHOST:3000', null],
  ['http://localhost:3000', '192.168.1.5:3000', null],
  ['http://localhost:3000', 'evil.example', null],
  ['http://localhost:3000', '127.0.0.1.evil.example', null],
  ['http://localhost:3000', '', null],
  ['http://192.168.1.5:3000', 'localhost:3000', null],
])('where people come by %s, %s leads to %s', (address, host, home) => {
  expect(homeOf(address, host)).toBe(home);
});
