import fs from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { startService, type TestService } from '../service.ts';

/** Every path the service knows, asked with every method it does not take there. */
let service: TestService;
let app: FastifyInstance;
let port: number;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const webFolder = path.join(service.dataDir, 'web');
  await fs.mkdir(path.join(webFolder, 'pages/with-samples'), { recursive: true });
  for (const file of [
    'index.html',
    'icon.svg',
    'pages/with-samples/home.html',
    'pages/with-samples/login.html',
    'pages/with-samples/report.html',
  ])
    await fs.writeFile(path.join(webFolder, file), '<!doctype html><title>LotLens</title>');
  app = await buildApp({ ...service.tools, webFolder });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** A call over the wire: `inject` does not take every method. */
const send = (method: string, url: string, headers: Record<string, string> = {}, body?: string) =>
  new Promise<{ status: number; headers: http.IncomingHttpHeaders; text: string }>((resolve, reject) =>
    http
      .request({ port, host: '127.0.0.1', path: url, method, headers }, (answer) => {
        let text = '';
        answer.on('data', (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
      })
      .on('error', reject)
      .end(body),
  );

type OpenApi = { paths: Record<string, Record<string, unknown>> };
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND'];

test('every path of the API and of health answers 405 with Allow to each method it does not take', async () => {
  const { paths } = JSON.parse((await send('GET', '/api/openapi.json')).text) as OpenApi;
  expect(Object.keys(paths).length).toBeGreaterThan(30);
  for (const [template, operations] of Object.entries(paths)) {
    const url = template.replaceAll(/\{\w+\}/g, 'x');
    const taken = Object.keys(operations).map((method) => method.toUpperCase());
    if (taken.includes('GET')) taken.push('HEAD');
    for (const method of METHODS.filter((entry) => !taken.includes(entry))) {
      const answer = await send(method, url);
      expect([method, url, answer.status]).toEqual([method, url, 405]);
      expect(answer.headers.allow?.split(', ')).toEqual(expect.arrayContaining([...taken, 'OPTIONS']));
      if (method !== 'HEAD')
        expect(JSON.parse(answer.text)).toMatchObject({ code: 'method_not_allowed', details: {} });
    }
  }
});

test.each(['/', '/login', '/reports/42', '/icon.svg', '/api/openapi.json', '/api/docs'])(
  'the page or file %s is read, never written',
  async (url) => {
    const answer = await send('POST', url);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, OPTIONS']);
    expect((await send('HEAD', url)).status).toBe(200);
  },
);

test('OPTIONS names the methods of a path, and no other origin', async () => {
  const answer = await send('OPTIONS', '/api/v1/users/me', {
    origin: 'https://evil.example',
    'access-control-request-method': 'PATCH',
  });
  expect([answer.status, answer.headers.allow]).toEqual([204, 'DELETE, GET, HEAD, OPTIONS, PATCH']);
  expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('an unknown path stays unknown, whatever the method', async () => {
  for (const method of [...METHODS, 'OPTIONS'])
    expect([method, (await send(method, '/api/v1/nothing')).status]).toEqual([method, 404]);
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS'])
    expect([method, (await send(method, '/nothing')).status]).toEqual([method, 404]);
});

test('the method is refused before its body is read', async () => {
  const length = { 'content-type': 'text/plain', 'content-length': '999999999', connection: 'close' };
  const answer = await send('PUT', '/api/v1/users/me', length, 'x'.repeat(10)).catch(String);
  expect(answer).toMatchObject({ status: 405 });
});

test('a foreign site learns nothing more: its call is refused first', async () => {
  expect((await send('PUT', '/api/v1/users/me', { origin: 'https://evil.example' })).status).toBe(403);
});
