import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from '../../../server/http/create-server.ts';

/** A server with one answer that is this stream; what it logs, and whether its answer was asked for. */
async function serving(answer: Readable) {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ level: 'info' }, { write: (line) => lines.push(JSON.parse(line)) });
  const app = await createServer({ log, trustProxy: false, publicUrl: null });
  const asked = Promise.withResolvers<void>();
  app.post('/api/long', async (_, reply) => {
    asked.resolve();
    return reply.type('application/json').send(answer);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  onTestFinished(() => app.close());
  const call = http.request({
    method: 'POST',
    port: (app.server.address() as AddressInfo).port,
    path: '/api/long',
    headers: { 'accept-encoding': 'gzip', 'content-type': 'application/json' },
  });
  call.end('{}');
  await asked.promise;
  const logged = async (message: string) => {
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain(message);
    return lines.find(({ msg }) => msg === message);
  };
  return { call, lines, logged };
}

test('a caller who leaves before an answer begins is no failure of ours', async () => {
  const { call, lines, logged } = await serving(new Readable({ read() {} }));
  call.on('error', () => {});
  call.destroy();
  expect(await logged('caller left before its answer began')).toMatchObject({ path: '/api/long' });
  expect(lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
});

test('an answer whose source breaks is a failure, whoever still waits for it', async () => {
  const source = new Readable({ read() {} });
  const { call, logged } = await serving(source);
  const status = new Promise((resolve) => call.on('response', (answer) => resolve(answer.statusCode)));
  source.destroy(new Error('the disk is gone'));
  expect(await status).toBe(500);
  expect(await logged('request failed')).toMatchObject({ level: 50 });
});
