import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { setHashCost } from '../../server/accounts/session/passwords.ts';
import {
  type AccountsService,
  anyAddress,
  anyEmail,
  linkOf,
  PASSWORD,
  register,
  signedIn,
  signIn,
  startAccounts,
  stepClock,
  until,
  verifiedAccount,
} from './accounts-service.ts';
import { createTestDatabase } from './database.ts';
import { lastingHeaders } from './lasting-headers.ts';

let service: AccountsService;
beforeAll(async () => {
  service = await startAccounts(await createTestDatabase(inject('databaseServer')));
});
afterAll(async () => {
  await service.close();
});

/** What must be alike for two answers. */
const bytesOf = (answer: { status: number; headers: Headers; text: string }) => ({
  status: answer.status,
  text: answer.text,
  headers: lastingHeaders(Object.fromEntries(answer.headers)),
});

describe('from sign-up to sign-out', () => {
  test('a stranger signs up, verifies by mail, signs in, refreshes and signs out', async () => {
    const email = anyEmail();
    const registered = await register(service, email);
    expect(registered.status).toBe(201);
    expect(registered.body.email).toBe(email);
    const early = await signIn(service, email);
    expect([early.status, early.body.code]).toEqual([403, 'verification_required']);
    const code = linkOf(await service.mailTo(email, 'Confirm'));
    const verified = await service.call('POST', 'auth/verify-email', { json: { code } });
    expect(verified.body).toEqual({ email, message: 'Email verified successfully.' });
    const session = await signedIn(service, email);
    expect(session).toMatchObject({ token_type: 'bearer' });
    const me = await service.call('GET', 'users/me', { token: session.access_token });
    expect(me.body).toEqual({ first_name: 'Nadia', last_name: 'Kovač', email, phone: null });
    const quota = await service.call('GET', 'users/quota', { token: session.access_token });
    expect(quota.body).toMatchObject({ available_reports: 3, in_progress_reports: 0 });
    const renewed = await service.call('POST', 'auth/refresh', {
      json: { refresh_token: session.refresh_token },
    });
    expect(renewed.status).toBe(200);
    const token = String(renewed.body.access_token);
    const out = await service.call('POST', 'auth/logout', { token });
    expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"']);
    const after = await service.call('GET', 'users/me', { token });
    expect([after.status, after.body.code]).toEqual([401, 'invalid_token']);
    const dead = await service.call('POST', 'auth/refresh', {
      json: { refresh_token: String(renewed.body.refresh_token) },
    });
    expect([dead.status, dead.body.code]).toEqual([401, 'invalid_token']);
  });

  test('an address is one account whatever its letter case', async () => {
    const email = await verifiedAccount(service);
    expect((await signIn(service, email.toUpperCase())).status).toBe(200);
    await register(service, email.toUpperCase());
    expect((await service.mailTo(email, 'already have')).to).toBe(email);
  });

  test('every error body has message, detail, code and details', async () => {
    const answer = await signIn(service, anyEmail());
    expect(answer.body).toEqual({
      message: 'Incorrect email or password.',
      detail: 'Incorrect email or password.',
      code: 'authentication_failed',
      details: {},
    });
    expect(answer.status).toBe(401);
  });

  test('a taken address leaves the account as it was', async () => {
    const email = await verifiedAccount(service);
    await register(service, email, 'another fine password');
    expect((await signIn(service, email, 'another fine password')).status).toBe(401);
    expect((await signIn(service, email)).status).toBe(200);
  });
});

describe('known and unknown accounts answer with the same bytes', () => {
  test('sign-in', async () => {
    const known = await signIn(service, await verifiedAccount(service), 'wrong password');
    const unverified = anyEmail();
    await register(service, unverified);
    expect(bytesOf(known)).toEqual(bytesOf(await signIn(service, anyEmail(), 'wrong password')));
    expect(bytesOf(known)).toEqual(bytesOf(await signIn(service, unverified, 'wrong password')));
  });

  test.each(['forgot-password', 'resend-verification'])('%s', async (path) => {
    const known = await service.call('POST', `auth/${path}`, {
      json: { email: await verifiedAccount(service) },
    });
    const unknown = await service.call('POST', `auth/${path}`, { json: { email: anyEmail() } });
    expect(known.status).toBe(200);
    expect(bytesOf(known)).toEqual(bytesOf(unknown));
  });

  test('register', async () => {
    const known = await verifiedAccount(service);
    const unknown = anyEmail();
    const one = bytesOf(await register(service, known));
    const other = bytesOf(await register(service, unknown));
    expect({ ...one, text: one.text.replace(known, '') }).toEqual({
      ...other,
      text: other.text.replace(unknown, ''),
    });
  });

  test('forgot says the sentence of the specification and mails only to accounts', async () => {
    const email = anyEmail();
    const answer = await service.call('POST', 'auth/forgot-password', { json: { email } });
    expect(answer.body).toEqual({
      message: 'If a matching account exists, a password reset email has been sent.',
    });
    await until(
      async () =>
        (await service.pool.query('SELECT 1 FROM mails WHERE recipient = $1', [email])).rowCount === 0,
    );
    expect(service.mails.filter((mail) => mail.to === email)).toEqual([]);
  });
});

describe('mailed links', () => {
  test('of 100 uses of one link side by side exactly one succeeds', async () => {
    const email = anyEmail();
    await register(service, email);
    const code = linkOf(await service.mailTo(email, 'Confirm'));
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => service.call('POST', 'auth/verify-email', { json: { code } })),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    const grants = await service.pool.query(
      "SELECT amount FROM quota_ledger l JOIN users u ON u.id = l.user_id WHERE u.email = $1 AND kind = 'grant'",
      [email],
    );
    expect(grants.rows).toEqual([{ amount: 3 }]);
  });

  test('of 100 resets by one link side by side exactly one succeeds', async () => {
    // Hashes must take their time for the gate to fill.
    setHashCost('full');
    onTestFinished(() => setHashCost('test'));
    const email = await verifiedAccount(service);
    await service.call('POST', 'auth/forgot-password', { json: { email } });
    const token = linkOf(await service.mailTo(email, 'Reset'));
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        service.call('POST', 'auth/reset-password', {
          json: { token, new_password: `quiet harbour ${index}` },
        }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1);
    // The rest were too late, or too many at once for the hash gate.
    expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 400, 503]));
  });

  test('a newer link voids the older', async () => {
    const email = anyEmail();
    await register(service, email);
    const first = linkOf(await service.mailTo(email, 'Confirm'));
    await service.call('POST', 'auth/resend-verification', { json: { email } });
    const second = linkOf(await service.mailTo(email, 'Confirm', 2));
    const old = await service.call('POST', 'auth/verify-email', { json: { code: first } });
    expect([old.status, old.body.code, old.body.message]).toEqual([
      400,
      'invalid_token',
      'Verification failed. The link may be invalid or expired.',
    ]);
    expect((await service.call('POST', 'auth/verify-email', { json: { code: second } })).status).toBe(200);
  });

  test.each([
    ['verify', 24 * 3600],
    ['reset', 30 * 60],
  ])('a %s link ends when its time is over', async (kind, seconds) => {
    const ask = async () => {
      const email = anyEmail();
      await register(service, email);
      if (kind === 'reset') await service.call('POST', 'auth/forgot-password', { json: { email } });
      return linkOf(await service.mailTo(email, kind === 'reset' ? 'Reset' : 'Confirm'));
    };
    const use = (link: string) =>
      kind === 'reset'
        ? service.call('POST', 'auth/reset-password', {
            json: { token: link, new_password: 'quiet harbour 7' },
          })
        : service.call('POST', 'auth/verify-email', { json: { code: link } });
    const early = await ask();
    await stepClock(service.pool, seconds - 30);
    expect((await use(early)).status).toBe(200);
    const late = await ask();
    await stepClock(service.pool, seconds + 1);
    const answer = await use(late);
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_token']);
  });

  test('a link works for its own purpose and account only', async () => {
    const email = anyEmail();
    await register(service, email);
    const code = linkOf(await service.mailTo(email, 'Confirm'));
    const wrong = await service.call('POST', 'auth/reset-password', {
      json: { token: code, new_password: PASSWORD },
    });
    expect([wrong.status, wrong.body.message]).toEqual([
      400,
      'Failed to reset password. The token may be invalid or expired.',
    ]);
    const flipped = `${code.slice(0, -1)}${code.endsWith('A') ? 'B' : 'A'}`;
    expect((await service.call('POST', 'auth/verify-email', { json: { code: flipped } })).status).toBe(400);
  });

  test('no usable link or token stands in the database', async () => {
    const email = await verifiedAccount(service);
    const session = await signedIn(service, email);
    await service.call('POST', 'auth/forgot-password', { json: { email } });
    const link = linkOf(await service.mailTo(email, 'Reset'));
    const tables = await service.pool.query<{ name: string }>(
      `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.tables
        WHERE table_type = 'BASE TABLE' AND table_schema IN ('public', 'pgboss')`,
    );
    for (const { name } of tables.rows) {
      const dump = await service.pool.query<{ text: string }>(
        `SELECT coalesce(string_agg(t::text, ' '), '') AS text FROM ${name} t`,
      );
      for (const secret of [link, session.refresh_token, session.access_token, PASSWORD])
        expect(dump.rows[0]?.text.includes(secret), `${name}`).toBe(false);
    }
  });
});

describe('changing the password', () => {
  test('a reset link sets the new password, ends every session and sends a notice', async () => {
    const email = await verifiedAccount(service);
    const before = await signedIn(service, email);
    await service.call('POST', 'auth/forgot-password', { json: { email } });
    const token = linkOf(await service.mailTo(email, 'Reset'));
    const reset = await service.call('POST', 'auth/reset-password', {
      json: { token, new_password: 'quiet harbour 7' },
    });
    expect([reset.status, reset.body]).toEqual([200, { message: 'Password reset successfully' }]);
    expect((await service.call('GET', 'users/me', { token: before.access_token })).status).toBe(401);
    expect(
      (await service.call('POST', 'auth/refresh', { json: { refresh_token: before.refresh_token } })).status,
    ).toBe(401);
    expect((await signIn(service, email)).status).toBe(401);
    expect((await signIn(service, email, 'quiet harbour 7')).status).toBe(200);
    await service.mailTo(email, 'was changed');
  });

  test('a change keeps this session, ends the others and sends a notice', async () => {
    const email = await verifiedAccount(service);
    const here = await signedIn(service, email);
    const there = await signedIn(service, email);
    const changed = await service.call('POST', 'auth/change-password', {
      token: here.access_token,
      json: { old_password: PASSWORD, new_password: 'quiet harbour 7' },
    });
    expect([changed.status, changed.body]).toEqual([200, { message: 'Password changed successfully.' }]);
    expect((await service.call('GET', 'users/me', { token: here.access_token })).status).toBe(200);
    expect((await service.call('GET', 'users/me', { token: there.access_token })).status).toBe(401);
    await service.mailTo(email, 'was changed');
  });

  test('a wrong current password is named as the field', async () => {
    const session = await signedIn(service, await verifiedAccount(service));
    const answer = await service.call('POST', 'auth/change-password', {
      token: session.access_token,
      json: { old_password: 'not my password', new_password: 'quiet harbour 7' },
    });
    expect([answer.status, answer.body.code, answer.body.details]).toEqual([
      400,
      'authentication_failed',
      { field: 'old_password' },
    ]);
  });

  test('guessing the current password with a stolen session is limited', async () => {
    const session = await signedIn(service, await verifiedAccount(service));
    const from = anyAddress();
    const guess = () =>
      service.call('POST', 'auth/change-password', {
        token: session.access_token,
        from,
        json: { old_password: 'not my password', new_password: 'quiet harbour 7' },
      });
    for (let turn = 0; turn < 10; turn += 1) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
  });
});

describe('the log', () => {
  test('names what was done to accounts and what was refused, and no address of mail or secret', async () => {
    const email = await verifiedAccount(service);
    const session = await signedIn(service, email);
    await signIn(service, email, 'wrong password');
    await service.call('POST', 'auth/forgot-password', { json: { email } });
    const token = linkOf(await service.mailTo(email, 'Reset'));
    await service.call('POST', 'auth/reset-password', { json: { token, new_password: 'quiet harbour 7' } });
    await service.call('GET', 'users/me', { token: session.access_token });
    const text = service.logText();
    for (const event of [
      'user_created',
      'user_verified',
      'authn_login_success',
      'authn_login_fail',
      'authn_password_reset',
      'authn_token_refused',
    ])
      expect(text).toContain(`"event":"${event}"`);
    expect(text).not.toContain(email);
    expect(service.secrets.size).toBeGreaterThan(20);
    for (const secret of service.secrets) expect(text.includes(secret)).toBe(false);
  });

  test('keeps one line a request whatever the path holds', async () => {
    await service.call('GET', 'users/%0a%7b%22level%22:60%7d');
    for (const line of service.logText().trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
    expect(service.logText()).not.toContain('"level":60');
  });
});

describe("one's own data", () => {
  test('sessions are listed and ended one by one or all but this one', async () => {
    const email = await verifiedAccount(service);
    const [here, entry, other] = [
      await signedIn(service, email),
      await signedIn(service, email),
      await signedIn(service, email),
    ];
    const list = async () =>
      (await service.call('GET', 'users/me/sessions', { token: here.access_token })).body as unknown as {
        session_id: string;
        current: boolean;
      }[];
    const sessions = await list();
    expect(sessions).toHaveLength(3);
    expect(sessions.filter((session) => session.current)).toHaveLength(1);
    const id = sessions.find((session) => !session.current)?.session_id;
    expect(
      (await service.call('DELETE', `users/me/sessions/${id}`, { token: here.access_token })).status,
    ).toBe(200);
    expect(await list()).toHaveLength(2);
    await service.call('DELETE', 'users/me/sessions', { token: here.access_token });
    expect(await list()).toHaveLength(1);
    for (const gone of [entry, other])
      expect((await service.call('GET', 'users/me', { token: gone.access_token })).status).toBe(401);
  });

  test('the session of somebody else is the same 404 as an unknown one', async () => {
    const mine = await signedIn(service, await verifiedAccount(service));
    const theirs = await signedIn(service, await verifiedAccount(service));
    const [session] = (await service.call('GET', 'users/me/sessions', { token: theirs.access_token }))
      .body as unknown as { session_id: string }[];
    const foreign = await service.call('DELETE', `users/me/sessions/${session?.session_id}`, {
      token: mine.access_token,
    });
    const unknown = await service.call('DELETE', `users/me/sessions/${crypto.randomUUID()}`, {
      token: mine.access_token,
    });
    const nonsense = await service.call('DELETE', "users/me/sessions/1'--", { token: mine.access_token });
    expect(foreign.status).toBe(404);
    expect(foreign.text).toBe(unknown.text);
    expect(foreign.text).toBe(nonsense.text);
    expect((await service.call('GET', 'users/me', { token: theirs.access_token })).status).toBe(200);
  });

  test('the twenty-first sign-in ends the session unused longest', async () => {
    const email = await verifiedAccount(service);
    const first = await signedIn(service, email);
    await stepClock(service.pool, 1);
    for (let turn = 0; turn < 20; turn += 1) await signedIn(service, email);
    expect((await service.call('GET', 'users/me', { token: first.access_token })).status).toBe(401);
  });

  test('names and phone are edited, and the phone can be taken away', async () => {
    const { access_token: token } = await signedIn(service, await verifiedAccount(service));
    const edited = await service.call('PATCH', 'users/me', {
      token,
      json: { first_name: 'Ana', phone: '+1 555 0100' },
    });
    expect(edited.body).toMatchObject({ first_name: 'Ana', last_name: 'Kovač', phone: '+1 555 0100' });
    const cleared = await service.call('PATCH', 'users/me', { token, json: { phone: null } });
    expect(cleared.body).toMatchObject({ first_name: 'Ana', phone: null });
  });

  test.each(['available_reports', 'email', 'user_id', 'verified_at', 'is_admin'])(
    'a profile edit with %s is refused and changes nothing',
    async (field) => {
      const { access_token: token } = await signedIn(service, await verifiedAccount(service));
      const answer = await service.call('PATCH', 'users/me', {
        token,
        json: { first_name: 'Eve', [field]: 99 },
      });
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_error']);
      expect((await service.call('GET', 'users/me', { token })).body.first_name).toBe('Nadia');
    },
  );

  test('an account is erased after its password; the ledger stays without its name', async () => {
    const email = await verifiedAccount(service);
    const session = await signedIn(service, email);
    const entries = async () =>
      Number(
        (await service.pool.query('SELECT count(*) AS n FROM quota_ledger WHERE user_id IS NULL')).rows[0]?.n,
      );
    const before = await entries();
    const wrong = await service.call('DELETE', 'users/me', {
      token: session.access_token,
      json: { password: 'nope nope' },
    });
    expect([wrong.status, wrong.body.details]).toEqual([400, { field: 'password' }]);
    const gone = await service.call('DELETE', 'users/me', {
      token: session.access_token,
      json: { password: PASSWORD },
    });
    expect(gone.status).toBe(200);
    expect((await service.call('GET', 'users/me', { token: session.access_token })).status).toBe(401);
    expect((await signIn(service, email)).status).toBe(401);
    expect(await entries()).toBe(before + 1);
    const left = await service.pool.query('SELECT 1 FROM users WHERE email = $1', [email]);
    expect(left.rowCount).toBe(0);
  });
});
