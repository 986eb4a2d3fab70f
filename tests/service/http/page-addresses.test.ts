import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { startService, type TestService } from '../service.ts';

/** What each kind of address is answered with, before any script runs. */
const PAGES = ['home', 'home.drawn', 'login', 'login.drawn', 'reports', 'report', 'shared', 'import'];
const FILES = ['index.html', 'icon.svg', 'assets/a-1.js', ...PAGES.map((page) => `pages/${page}.html`)];
let service: TestService;
let app: FastifyInstance;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const webFolder = path.join(service.dataDir, 'web');
  for (const file of FILES) {
    await fs.mkdir(path.dirname(path.join(webFolder, file)), { recursive: true });
    await fs.writeFile(path.join(webFolder, file), `this is ${file}`);
  }
  app = await buildApp({ ...service.tools, webFolder });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

test.each([
  ['/', 'pages/home.drawn.html'],
  ['/?utm_source=x', 'pages/home.html'],
  ['/login', 'pages/login.drawn.html'],
  ['/login?signup=true', 'pages/login.html'],
  ['/reports', 'pages/reports.html'],
  ['/reports?status=ready', 'pages/reports.html'],
  ['/reports/5c1cb5f0-6f2b-4a5f-8c75-0a3f4b3d8d4e', 'pages/report.html'],
  ['/shared/Qk-_9', 'pages/shared.html'],
  ['/import', 'pages/import.html'],
  ['/icon.svg', 'icon.svg'],
  ['/assets/a-1.js', 'assets/a-1.js'],
])('%s is %s', async (url, file) => {
  const answer = await app.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.body]).toEqual([200, `this is ${file}`]);
});

test.each([
  ['/nope', '/'],
  ['/nope?utm_source=x', '/'],
  ['/admin/users', '/'],
  ['/reports-of-old/7', '/'],
  ['/reports/5/more', '/'],
  ['/report', '/'],
  ['/shared', '/'],
  ['/about', '/#about'],
  ['/How-it-works/', '/#how-it-works'],
  ['/sample-report?x=1', '/#sample-report'],
  ['/contact/us', '/'],
  ['/login/', '/login'],
  ['/Login?signup=true', '/login?signup=true'],
  ['/reports/5c1cb5f0/', '/reports/5c1cb5f0'],
  ['//', '/'],
  ['//login', '/login'],
  [`/reports/${'x'.repeat(300)}`, '/'],
])('the page address %s leads to %s', async (url, to) => {
  const answer = await app.inject({ method: 'GET', url });
  expect([answer.statusCode, answer.headers.location]).toEqual([302, to]);
  expect(answer.headers['cache-control']).toBe('no-cache');
});

test.each(['//evil/', '//evil', '/%5cevil/', '/%2F%2Fevil', '///evil//login', '/login/%2F%2Fevil'])(
  '%s leads nowhere but to our own pages',
  async (url) => {
    const answer = await app.inject({ method: 'GET', url });
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/']);
  },
);

test.each([
  '/foo.php',
  '/x.map',
  '/assets/a-1.js.map',
  '/favicon.ico',
  '/.git/config',
  '/.env',
  '/../package.json',
  '/index.php/login',
  '/foo%2Ephp',
  '/metrics',
  '/metrics/x',
  '/.well-known/security.txt',
  '/.well-known/change-password',
  '/assets',
  '/assets/gone',
  '/api',
  '/api/',
  '/api/v2/users/me',
  '/health',
  '/health/x',
  '/pages/',
])('%s is no file: 404, never a page', async (url) => {
  const answer = await app.inject({ method: 'GET', url });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ code: 'not_found' });
});

test('only the page a lot’s page is handed to keeps its opener', async () => {
  const policy = async (url: string) =>
    (await app.inject({ method: 'GET', url })).headers['cross-origin-opener-policy'];
  expect([await policy('/import'), await policy('/import?x'), await policy('/reports')]).toEqual([
    'unsafe-none',
    'unsafe-none',
    'same-origin',
  ]);
});
