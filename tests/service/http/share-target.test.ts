import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { buildApp } from '../../../server/app.ts';
import { startService, type TestService } from '../service.ts';

let service: TestService;
let app: FastifyInstance;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  const webFolder = path.join(service.dataDir, 'web');
  const pages = path.join(webFolder, 'pages/with-samples');
  await fs.mkdir(pages, { recursive: true });
  await fs.writeFile(path.join(webFolder, 'index.html'), 'index');
  await fs.writeFile(path.join(pages, 'share.html'), '<head></head><body>the page of a share</body>');
  app = await buildApp({ ...service.tools, webFolder });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** A form as a browser sends it, by the standard's own writer. */
async function send(form: FormData, headers: Record<string, string> = {}) {
  const written = new Response(form);
  const type = written.headers.get('content-type') ?? '';
  const payload = Buffer.from(await written.arrayBuffer());
  return await app.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': type, ...headers },
    payload,
  });
}

function formOf(words: Record<string, string>, files: File[] = []): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(words)) form.set(name, value);
  for (const file of files) form.append('files', file);
  return form;
}

/** What the page was told of the share. */
const told = (html: string): Record<string, string> => {
  const [, content = ''] = /<meta name="shared" content="([^"]*)" \/>/.exec(html) ?? [];
  return Object.fromEntries(new URLSearchParams(content.replaceAll('&#38;', '&')));
};

test('the words of a share stand in its page, a text of any length whole', async () => {
  const words = { title: 'A & B', text: `"><script>alert(1)</script> ${'x'.repeat(100_000)}` };
  const answer = await send(formOf({ ...words, other: 'not ours' }));
  expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-store']);
  expect(answer.body).toContain('the page of a share');
  expect(answer.body).not.toContain('<script>');
  expect(told(answer.body)).toEqual(words);
});

test('a file is not kept, and the page is told to ask for it once more', async () => {
  const answer = await send(formOf({ text: 'lot' }, [new File(['x'.repeat(300_000)], 'lot.html')]));
  expect(told(answer.body)).toEqual({ text: 'lot', files: 'again' });
});

test('a form with an empty file has none', async () => {
  const answer = await send(formOf({ text: 'lot' }, [new File([], '')]));
  expect(told(answer.body)).toEqual({ text: 'lot' });
});

test('a share is taken from wherever it comes, for it changes nothing', async () => {
  const answer = await send(formOf({ text: 'lot' }), { origin: 'null', 'sec-fetch-site': 'cross-site' });
  expect(answer.statusCode).toBe(200);
});

test.each([
  ['application/x-www-form-urlencoded', 'text=lot', 415],
  ['application/json', '{"text":"lot"}', 415],
  ['multipart/form-data', 'text=lot', 400],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="te', 400],
])('a body of %s that says %s is refused', async (type, payload, status) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/share',
    headers: { 'content-type': type },
    payload,
  });
  expect([answer.statusCode, answer.json().message]).toEqual([status, expect.any(String)]);
});
