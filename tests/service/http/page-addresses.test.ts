import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { addFinishedReport, addSignedIn } from '../finished-report.ts';
import { startService, type TestService } from '../service.ts';

/** Of the pages of a service that has sample lots. */
const PLACE = 'pages/with-samples';
/** What each kind of address is answered with, before any script runs. */
const PAGES = [
  'home',
  'home.drawn',
  'login',
  'login.drawn',
  'reports',
  'report',
  'shared',
  'import',
  'operator',
];
const FILES = ['index.html', 'icon.svg', 'assets/a-1.js', ...PAGES.map((page) => `${PLACE}/${page}.html`)];
let service: TestService;
let app: FastifyInstance;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const webFolder = path.join(service.dataDir, 'web');
  for (const file of FILES) {
    await fs.mkdir(path.dirname(path.join(webFolder, file)), { recursive: true });
    await fs.writeFile(path.join(webFolder, file), `this is ${file}`);
  }
  await fs.writeFile(path.join(webFolder, `${PLACE}/shared.html`), '<head><title>LotLens</title></head>');
  app = await buildApp({ ...service.tools, webFolder });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

test.each([
  ['/', `${PLACE}/home.drawn.html`],
  ['/?utm_source=x', `${PLACE}/home.html`],
  ['/login', `${PLACE}/login.drawn.html`],
  ['/login?signup=true', `${PLACE}/login.html`],
  ['/reports', `${PLACE}/reports.html`],
  ['/reports?status=ready', `${PLACE}/reports.html`],
  ['/reports/5c1cb5f0-6f2b-4a5f-8c75-0a3f4b3d8d4e', `${PLACE}/report.html`],
  ['/import', `${PLACE}/import.html`],
  ['/operator', `${PLACE}/operator.html`],
  ['/operator/setup', `${PLACE}/operator.html`],
  ['/operator/users/5c1cb5f0-6f2b-4a5f-8c75-0a3f4b3d8d4e', `${PLACE}/operator.html`],
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
  ['/setup', '/'],
  ['/Operator', '/operator'],
  ['/Operator/setup/', '/operator/setup'],
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

test('a shared report’s link says of itself what it leads to, and is nobody’s to find', async () => {
  const owner = await addSignedIn(service);
  const id = await addFinishedReport(service, owner.userId);
  await service.tools.pool.query('UPDATE reports SET model_name = $2 WHERE id = $1', [id, 'BMW "3" <328i>']);
  const { json } = await service.call('POST', `reports/${id}/share`, { token: owner.token });
  const page = await app.inject({ method: 'GET', url: String(json.path) });
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'x-robots-tag': 'noindex, nofollow',
  });
  expect(page.body).toMatch(
    /<meta property="og:title" content="BMW &#34;3&#34; &#60;328i&#62;: \$[\d,]+ to repair" \/>/,
  );
  expect(page.body).toContain('og:description" content="Damaged parts with OEM numbers');
  expect(page.body).toMatch(/<title>BMW &#34;3&#34; &#60;328i&#62;: \$[\d,]+ to repair<\/title>/);
  for (const secret of [id, owner.userId]) expect(page.body).not.toContain(secret);
});

test('a shared report’s link has a picture of its own, and none once it is revoked', async () => {
  const owner = await addSignedIn(service);
  const id = await addFinishedReport(service, owner.userId);
  const call = async (method: 'POST' | 'DELETE') =>
    await service.call(method, `reports/${id}/share`, { token: owner.token });
  const path = String((await call('POST')).json.path);
  const page = await app.inject({ method: 'GET', url: path });
  expect(page.body).toMatch(new RegExp(`og:image" content="https?://[^"]+${path}/card\\.png"`));
  expect(page.body).toContain('og:image:width" content="1200"');
  const card = async () => await app.inject({ method: 'GET', url: `${path}/card.png` });
  const first = await card();
  expect(first.headers).toMatchObject({
    'content-type': 'image/png',
    'cache-control': expect.stringContaining('no-cache'),
    'x-robots-tag': 'noindex, nofollow',
  });
  expect((await card()).rawPayload).toEqual(first.rawPayload);
  await call('DELETE');
  expect((await card()).statusCode).toBe(404);
});

test('the first photo of a shared report is on its way before the page’s scripts', async () => {
  const owner = await addSignedIn(service);
  const id = await addFinishedReport(service, owner.userId);
  const photo = {
    number: 3,
    url: `/api/v1/photos/${crypto.randomUUID()}/full.jpg`,
    width: 1600,
    height: 1200,
  };
  await service.tools.pool.query(
    `UPDATE reports SET model = jsonb_set(model, '{photos}', jsonb_build_array((model -> 'photos' -> 0) || $2::jsonb)) WHERE id = $1`,
    [id, JSON.stringify(photo)],
  );
  const share = async (photos: boolean) => {
    const { json } = await service.call('POST', `reports/${id}/share`, {
      token: owner.token,
      json: { photos },
    });
    return (await app.inject({ method: 'GET', url: String(json.path) })).body;
  };
  const page = await share(true);
  expect(page).toMatch(
    /rel="preload" as="image" href="\/api\/v1\/shared\/[\w-]{43}\/photos\/3\/full\.jpg" imagesrcset="[^"]+full\.jpg 1600w/,
  );
  expect(await share(false)).not.toContain('preload');
});

test('a link that leads nowhere says nothing of itself', async () => {
  const page = await app.inject({ method: 'GET', url: '/shared/Qk-_9' });
  expect([page.statusCode, page.body]).toEqual([
    200,
    '<head><title>LotLens</title>    <meta name="robots" content="noindex, nofollow" />\n  </head>',
  ]);
});
