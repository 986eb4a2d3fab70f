import http from 'node:http';
import type { AddressInfo } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { largeBody, takeLargeBodies } from '../../server/http/body/large-bodies.ts';
import { addErrorHandler } from '../../server/http/error-handler.ts';

/** Bodies in flight: 300 kB in all, 200 kB of one address, 150 kB each; 90 kB are small. */
let app: FastifyInstance;
let port: number;
let release: () => void = () => {};
let held = Promise.resolve();
beforeAll(async () => {
  app = Fastify({ trustProxy: true });
  addErrorHandler(app);
  await app.register(async (scope) => {
    takeLargeBodies(scope, { all: 300_000, perAddress: 200_000, small: 90_000 });
    scope.post(
      '/',
      { bodyLimit: 150_000, schema: { body: z.strictObject({ a: z.string() }) } },
      async (request) => {
        const large = largeBody(request);
        if (large) await held;
        return { bytes: large?.parts.reduce((sum, part) => sum + part.length, 0) ?? null };
      },
    );
  });
  await app.listen({ port: 0 });
  port = (app.server.address() as AddressInfo).port;
});
afterAll(() => app.close());
beforeEach(() => {
  held = Promise.resolve();
});

const send = (body: string, address = '198.51.100.1', headers: Record<string, string> = {}) =>
  fetch(`http://127.0.0.1:${port}/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address, ...headers },
    body,
  });
const large = JSON.stringify({ a: 'x'.repeat(120_000) });
const small = JSON.stringify({ a: 'x'.repeat(80_000) });

describe('a body', () => {
  test('that is small is parsed and checked as everywhere', async () => {
    expect(await (await send('{"a":"x"}')).json()).toEqual({ bytes: null });
    expect((await send('{"a":1}')).status).toBe(400);
    expect((await send('{"__proto__":{}}')).status).toBe(400);
    expect((await send('{')).status).toBe(400);
  });

  test('that is large stays bytes', async () => {
    expect(await (await send(large)).json()).toEqual({ bytes: large.length });
  });

  test('over its route’s limit is refused, announced or not', async () => {
    const over = JSON.stringify({ a: 'x'.repeat(160_000) });
    expect((await send(over)).status).toBe(413);
    const answer = await new Promise<number>((resolve, reject) => {
      const call = http.request(
        { port, method: 'POST', headers: { 'content-type': 'application/json' } },
        (statement) => resolve(statement.statusCode ?? 0),
      );
      call.on('error', reject);
      // Without a length the body comes in chunks.
      call.write(over.slice(0, 100_000));
      call.end(over.slice(100_000));
    });
    expect(answer).toBe(413);
  });

  test('past what may be held, of one address or of all, is answered 503 until others are done', async () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
    const first = send(large);
    await until(async () => (await send(large)).status === 503);
    const refused = await send(large);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    // Another large one would take the room of small ones.
    expect((await send(large, '198.51.100.2')).status).toBe(503);
    const others = [2, 3].map((n) => send(small, `198.51.100.${n}`));
    await until(async () => (await send(small, '198.51.100.4')).status === 503);
    release();
    expect((await Promise.all([first, ...others])).map(({ status }) => status)).toEqual([200, 200, 200]);
    await until(async () => (await send(large)).status === 200);
  });

  test('whose sender goes away no longer counts', async () => {
    held = new Promise((resolve) => {
      release = resolve;
    });
    const leaving = new AbortController();
    const gone = fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.1' },
      body: large,
      signal: leaving.signal,
    });
    await until(async () => (await send(large)).status === 503);
    leaving.abort();
    await expect(gone).rejects.toThrow();
    release();
    await until(async () => (await send(large)).status === 200);
  });
});

async function until(look: () => Promise<boolean>): Promise<void> {
  while (!(await look())) await new Promise((resolve) => setTimeout(resolve, 20));
}
