import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { SAMPLE_ACCOUNT, startService, type TestService } from '../service.ts';

/** What a 401 says of itself, and which grants sign-in takes. */
let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
  token = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
});
afterAll(() => service.close());

const BARE = 'Bearer realm="LotLens"';
const form = (fields: Record<string, string>) =>
  service.app.inject({
    method: 'POST',
    url: '/api/v1/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(fields).toString(),
  });
const credentials = { username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password };

test.each([
  ['without a token', undefined, BARE],
  ['with another scheme', 'Basic YTpi', BARE],
  [
    'with a token that is none',
    'Bearer nonsense',
    `${BARE}, error="invalid_token", error_description="Your session has ended. Please sign in again."`,
  ],
])('a call %s is challenged', async (_, authorization, challenge) => {
  for (const url of ['/api/v1/users/me', '/api/v1/users/quota', '/api/v1/users/get_reports']) {
    const answer = await service.app.inject({
      method: 'GET',
      url,
      headers: authorization === undefined ? {} : { authorization },
    });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, challenge]);
  }
});

test('the token of an ended session is an invalid one', async () => {
  const ended = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
  await service.call('POST', 'auth/logout', { token: ended });
  const answer = await service.call('GET', 'users/me', { token: ended });
  expect([answer.status, answer.headers['www-authenticate']]).toEqual([
    401,
    expect.stringContaining('error="invalid_token"'),
  ]);
});

test('a wrong password and a refresh that is refused are challenged as well, by no browser dialog', async () => {
  const wrong = await form({ ...credentials, password: 'not the password 9' });
  expect([wrong.statusCode, wrong.headers['www-authenticate']]).toEqual([401, BARE]);
  for (const json of [{}, { refresh_token: 'x' }]) {
    const refused = await service.call('POST', 'auth/refresh', { json });
    expect([refused.status, refused.headers['www-authenticate']]).toEqual([401, BARE]);
  }
});

test('no other answer is a challenge', async () => {
  const answers = [
    await service.call('GET', 'users/me', { token }),
    await service.call('GET', 'reports/5c1cb5f0-6f2b-4a5f-8c75-0a3f4b3d8d4e', { token }),
    await service.call('POST', 'auth/verify-email', { json: { code: 'x' } }),
  ];
  expect(answers.map(({ status, headers }) => [status, headers['www-authenticate']])).toEqual([
    [200, undefined],
    [404, undefined],
    [400, undefined],
  ]);
});

test('sign-in takes grant_type=password, and no grant_type at all', async () => {
  expect((await form({ ...credentials, grant_type: 'password' })).statusCode).toBe(200);
  expect((await form(credentials)).statusCode).toBe(200);
});

test.each(['client_credentials', 'refresh_token', 'Password', ''])(
  'grant_type=%s is a validation_error that says what is taken',
  async (grant_type) => {
    const answer = await form({ ...credentials, grant_type });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({
      code: 'validation_error',
      message: 'The only grant_type here is password.',
      details: { field: 'grant_type' },
    });
  },
);
