import { hash } from '@node-rs/argon2';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { setHashCost } from '../../server/accounts/session/passwords.ts';
import {
  type AccountsService,
  type Answer,
  anyEmail,
  linkOf,
  PASSWORD,
  register,
  signedIn,
  signIn,
  startAccounts,
  verifiedAccount,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';

let service: AccountsService;
beforeAll(async () => {
  setHashCost('full');
  service = await startAccounts(await createTestDatabase(inject('databaseServer')));
});
afterAll(async () => {
  await service.close();
});

/** The three ways to set a password, each trying this one. */
const doors: [string, (password: string) => Promise<Answer>][] = [
  ['register', (password) => register(service, anyEmail(), password)],
  [
    'reset',
    async (new_password) => {
      const email = await verifiedAccount(service);
      await service.call('POST', 'auth/forgot-password', { json: { email } });
      const token = linkOf(await service.mailTo(email, 'Reset'));
      const answer = await service.call('POST', 'auth/reset-password', { json: { token, new_password } });
      // A refused password must not have used the link up.
      if (answer.status === 400) {
        const again = await service.call('POST', 'auth/reset-password', {
          json: { token, new_password: 'quiet harbour 7' },
        });
        expect(again.status).toBe(200);
      }
      return answer;
    },
  ],
  [
    'change',
    async (new_password) => {
      const { access_token: token } = await signedIn(service, await verifiedAccount(service));
      return await service.call('POST', 'auth/change-password', {
        token,
        json: { old_password: PASSWORD, new_password },
      });
    },
  ],
];

describe.each(doors)('setting a password by %s', (_, set) => {
  test.each([
    ['too short', 'seven77', 'Password must be at least 8 characters long.'],
    ['too long', 'x1'.repeat(129), 'Password must be at most 256 characters long.'],
    ['common', 'Password123', 'This password is one of the most common ones. Please choose another.'],
    [
      'made of known words',
      'Nadia-LotLens-1',
      'This password is too easy to guess from your name, your email address or our name. Please choose another.',
    ],
    ['half a character', 'abcdefgh\ud800', 'Password must be valid text.'],
  ])('refuses one that is %s and says why', async (_kind, password, message) => {
    const answer = await set(password);
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([
      400,
      'validation_error',
      message,
    ]);
  });

  test('takes 256 code points beyond the basic plane', async () => {
    expect((await set('🚗🔧'.repeat(128))).status).toBeLessThan(300);
  });
});

describe('signing in', () => {
  test('raises an old hash to the parameters of today', async () => {
    const email = await verifiedAccount(service);
    const old = await hash(PASSWORD, { memoryCost: 8_192, timeCost: 1, parallelism: 1 });
    await service.pool.query('UPDATE users SET password_hash = $2 WHERE email = $1', [email, old]);
    expect((await signIn(service, email)).status).toBe(200);
    const stored = await service.pool.query('SELECT password_hash FROM users WHERE email = $1', [email]);
    expect(stored.rows[0].password_hash).toContain('$m=19456,t=2,p=1$');
    expect((await signIn(service, email)).status).toBe(200);
  });

  test('a password counts as typed: spaces, case and what follows a NUL', async () => {
    const email = await verifiedAccount(service, ' velvet\u0000river ');
    expect((await signIn(service, email, ' velvet\u0000river ')).status).toBe(200);
    for (const near of ['velvet\u0000river', ' Velvet\u0000river ', ' velvet', ' velvet\u0000'])
      expect((await signIn(service, email, near)).status).toBe(401);
  });

  test('200 at once leave the event loop free, and those too many are told when to come back', async () => {
    const email = await verifiedAccount(service);
    const lags: number[] = [];
    let over = false;
    const watch = (async () => {
      while (!over) {
        const start = performance.now();
        await service.call('GET', 'users/me');
        lags.push(performance.now() - start);
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    const start = performance.now();
    const answers = await Promise.all(Array.from({ length: 200 }, () => signIn(service, email)));
    const flood = performance.now() - start;
    over = true;
    await watch;
    const statuses = new Set(answers.map((answer) => answer.status));
    expect(statuses).toEqual(new Set([200, 503]));
    for (const busy of answers.filter((answer) => answer.status === 503)) {
      expect(Number(busy.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(busy.body.code).toBe('unavailable');
    }
    // A ratio, since machines differ: hashing on this thread would keep every other call waiting to the flood's end.
    const median = lags.toSorted((a, b) => a - b)[Math.floor(lags.length / 2)] ?? flood;
    expect(median / flood).toBeLessThan(0.25);
    expect((await signIn(service, email)).status).toBe(200);
  });
});
