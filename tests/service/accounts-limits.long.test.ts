import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { addressKey } from '../../server/accounts/limits.ts';
import {
  type AccountsService,
  anyAddress,
  anyEmail,
  PASSWORD,
  register,
  signIn,
  startAccounts,
  stepClock,
  until,
  verifiedAccount,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';

let service: AccountsService;
let replica: AccountsService;
beforeAll(async () => {
  const url = await createTestDatabase(inject('databaseServer'));
  service = await startAccounts(url);
  replica = await startAccounts(url, { worker: false });
});
afterAll(async () => {
  await replica.close();
  await service.close();
});

describe('guessing passwords', () => {
  test('ten wrong guesses stop one address at one account, on every replica, with Retry-After', async () => {
    const email = await verifiedAccount(service);
    const from = anyAddress();
    for (let turn = 0; turn < 10; turn += 1)
      expect((await signIn(turn % 2 ? service : replica, email, 'wrong password', from)).status).toBe(401);
    for (const process of [service, replica]) {
      const stopped = await signIn(process, email, PASSWORD, from);
      expect([stopped.status, stopped.body.code]).toEqual([429, 'rate_limited']);
      const wait = Number(stopped.headers.get('retry-after'));
      expect(wait).toBeGreaterThan(800);
      expect(wait).toBeLessThanOrEqual(900);
    }
    await stepClock(service.pool, 901);
    expect((await signIn(service, email, PASSWORD, from)).status).toBe(200);
  });

  test('ten guesses sent side by side are not more than ten', async () => {
    const email = await verifiedAccount(service);
    const from = anyAddress();
    const answers = await Promise.all(
      Array.from({ length: 40 }, () => signIn(service, email, 'wrong password', from)),
    );
    expect(answers.filter((answer) => answer.status === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(30);
  });

  test('the right password works from elsewhere during an attack from many addresses, a little later', async () => {
    const email = await verifiedAccount(service);
    const timed = async (): Promise<number> => {
      const start = performance.now();
      expect((await signIn(service, email)).status).toBe(200);
      return performance.now() - start;
    };
    // What the machine itself takes for it just now: only the wait is judged.
    const usual = await timed();
    for (let turn = 0; turn < 14; turn += 1) await signIn(service, email, 'wrong password');
    const took = await timed();
    expect(took).toBeGreaterThan(1_000);
    expect(took).toBeLessThan(4_000 + 2 * usual);
  }, 60_000);

  test('an unknown account is slowed like a known one', async () => {
    const email = anyEmail();
    for (let turn = 0; turn < 14; turn += 1) await signIn(service, email, 'wrong password');
    const start = performance.now();
    expect((await signIn(service, email, 'wrong password')).status).toBe(401);
    expect(performance.now() - start).toBeGreaterThan(1_000);
  }, 60_000);

  test('right passwords are not counted', async () => {
    const email = await verifiedAccount(service);
    const from = anyAddress();
    for (let turn = 0; turn < 60; turn += 1)
      expect((await signIn(service, email, PASSWORD, from)).status).toBe(200);
  });

  test('fifty wrong guesses at many accounts stop the address', async () => {
    const from = anyAddress();
    for (let turn = 0; turn < 50; turn += 1)
      expect((await signIn(service, anyEmail(), 'wrong password', from)).status).toBe(401);
    expect((await signIn(service, anyEmail(), 'wrong password', from)).status).toBe(429);
  });

  test('an address the caller made up in front of the proxy’s own does not help', async () => {
    const email = await verifiedAccount(service);
    const own = anyAddress();
    for (let turn = 0; turn < 10; turn += 1)
      await signIn(service, email, 'wrong password', `${anyAddress()}, ${own}`);
    expect((await signIn(service, email, PASSWORD, `${anyAddress()}, ${own}`)).status).toBe(429);
  });

  test('all addresses of one IPv6 /64 count as one', async () => {
    const email = await verifiedAccount(service);
    for (let turn = 0; turn < 10; turn += 1)
      await signIn(service, email, 'wrong password', `2001:db8:7:7::${turn.toString(16)}`);
    expect((await signIn(service, email, PASSWORD, '2001:db8:7:7:ffff::1')).status).toBe(429);
    expect((await signIn(service, email, PASSWORD, '2001:db8:7:8::1')).status).toBe(200);
  });

  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0000:0000:ffff:ffff:ffff:ffff', '2001:db8:0:0::/64'],
    ['nonsense', 'unknown'],
  ])('%s is counted as %s', (address, key) => expect(addressKey(address)).toBe(key));
});

describe('other limits', () => {
  test.each(['forgot-password', 'resend-verification'])('%s: three an hour for one account', async (path) => {
    const email = anyEmail();
    const from = anyAddress();
    const ask = () => service.call('POST', `auth/${path}`, { json: { email }, from });
    for (let turn = 0; turn < 3; turn += 1) expect((await ask()).status).toBe(200);
    const stopped = await ask();
    expect([stopped.status, stopped.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(3_500);
  });

  test('strangers can not fill a mailbox, nor learn or take away anything by trying', async () => {
    const email = await verifiedAccount(service);
    for (let turn = 0; turn < 12; turn += 1)
      expect((await service.call('POST', 'auth/forgot-password', { json: { email } })).status).toBe(200);
    await until(
      async () => (await service.pool.query('SELECT 1 FROM mails WHERE sent_at IS NULL')).rowCount === 0,
    );
    expect(service.mails.filter((mail) => mail.to === email && mail.subject.includes('Reset'))).toHaveLength(
      6,
    );
  });

  test('ten sign-ups an hour from one address', async () => {
    const from = anyAddress();
    const signUp = () =>
      service.call('POST', 'auth/register', {
        from,
        json: { email: anyEmail(), password: PASSWORD, first_name: 'A', last_name: 'B' },
      });
    for (let turn = 0; turn < 10; turn += 1) expect((await signUp()).status).toBe(201);
    expect((await signUp()).status).toBe(429);
  });

  test('ten bad links from one address; good ones do not count', async () => {
    const from = anyAddress();
    const use = (code: string) => service.call('POST', 'auth/verify-email', { from, json: { code } });
    for (let turn = 0; turn < 10; turn += 1) expect((await use(`bad-${turn}`)).status).toBe(400);
    expect((await use('bad')).status).toBe(429);
  });

  test('no account or address that was tried can be read from the table of limits', async () => {
    const email = anyEmail();
    await signIn(service, email, 'wrong password');
    await register(service, email);
    const rows = await service.pool.query<{ text: string }>(
      "SELECT string_agg(key, ' ') AS text FROM rate_limits",
    );
    expect(rows.rows[0]?.text).not.toContain(email);
  });
});
