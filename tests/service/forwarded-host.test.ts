import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import WebSocket from 'ws';
import { type AccountsService, signedIn, startAccounts, verifiedAccount } from './accounts-service.ts';
import { createTestDatabase } from './database.ts';

/** Behind a proxy (TRUST_PROXY) a caller still writes X-Forwarded-Host itself. */

let service: AccountsService;
beforeAll(async () => {
  service = await startAccounts(await createTestDatabase(inject('databaseServer')), {
    publicUrl: 'https://lotlens.test',
  });
});
afterAll(() => service.close());

const FOREIGN = { origin: 'https://evil.test', 'x-forwarded-host': 'evil.test' };

test('a call from another site is refused whatever host it claims to be forwarded for', async () => {
  const answer = await service.call('POST', 'auth/forgot-password', {
    json: { email: 'someone@example.test' },
    headers: FOREIGN,
  });
  expect([answer.status, answer.body.code]).toEqual([403, 'forbidden']);
});

test('a socket of another site is closed whatever host it claims to be forwarded for', async () => {
  const { access_token } = await signedIn(service, await verifiedAccount(service));
  const closed = await new Promise<number>((resolve, reject) => {
    const socket = new WebSocket(`${service.url.replace('http', 'ws')}/api/v1/ws?token=${access_token}`, {
      headers: FOREIGN,
    });
    socket.on('close', (code) => resolve(code));
    socket.on('message', () => reject(new Error('it was let in')));
    socket.on('error', reject);
  });
  expect(closed).toBe(1008);
});

test('our own page is let in behind the proxy', async () => {
  const answer = await service.call('POST', 'auth/forgot-password', {
    json: { email: 'someone@example.test' },
    headers: { origin: 'https://lotlens.test', 'x-forwarded-host': 'lotlens.test' },
  });
  expect(answer.status).toBe(200);
});
