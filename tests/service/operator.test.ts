import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSeal } from '../../server/secrets/seal.ts';
import { secretsKeysSchema } from '../../server/secrets/secrets-key.ts';
import { codeOf, type OperatorService, startOperatorService, wrongCode } from './operator-service.ts';
import { SAMPLE_ACCOUNT } from './service.ts';

let service: OperatorService;
beforeEach(async () => {
  service = await startOperatorService();
});
afterEach(() => service.close());

const state = async (token = service.token) => {
  const { status, json } = await service.call('GET', 'operator/session', { token });
  return [status, json.state ?? json.code];
};
const give = async (code: string, token = service.token) =>
  await service.call('POST', 'operator/confirm', { token, json: { code } });
const count = async (statement: string): Promise<number> =>
  (await service.tools.pool.query(statement)).rowCount ?? 0;

describe('an operator', () => {
  test('is nobody until the command line says so', async () => {
    expect(await state()).toEqual([404, 'not_found']);
    await service.makeOperator();
    expect(await state()).toEqual([200, 'code_needed']);
  });

  test('gives a code for each session', async () => {
    const secret = await service.makeOperator();
    expect((await give(await codeOf(secret))).json).toEqual({ state: 'confirmed' });
    expect(await state()).toEqual([200, 'confirmed']);
    const other = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    expect(await state(other)).toEqual([200, 'code_needed']);
  });

  test('is asked again half a day after the last code', async () => {
    await service.enter();
    const since = (hours: number) =>
      service.tools.pool.query('UPDATE sessions SET operator_since = now() - make_interval(hours => $1)', [
        hours,
      ]);
    await since(11);
    expect(await state()).toEqual([200, 'confirmed']);
    await since(13);
    expect(await state()).toEqual([200, 'code_needed']);
    const { status } = await service.call('GET', 'operator/users', { token: service.token });
    expect(status).toBe(403);
  });

  test('types a code with a space as apps show it', async () => {
    const code = await codeOf(await service.makeOperator());
    expect((await give(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(200);
  });

  test('gives each code once, from whatever session', async () => {
    const secret = await service.makeOperator();
    const code = await codeOf(secret);
    expect((await give(code)).status).toBe(200);
    const other = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const again = await give(code, other);
    expect([again.status, again.json.code]).toEqual([400, 'authentication_failed']);
    expect(await state(other)).toEqual([200, 'code_needed']);
  });

  test('gives one code in two sessions at once, and one of them is let in', async () => {
    const other = await service.signIn(SAMPLE_ACCOUNT.email, SAMPLE_ACCOUNT.password);
    const code = await codeOf(await service.makeOperator());
    const answers = await Promise.all([give(code), give(code, other)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  test('is not let in by a code before the last one taken', async () => {
    const secret = await service.makeOperator();
    const now = Date.now();
    expect((await give(await codeOf(secret, 1, now))).status).toBe(200);
    expect((await give(await codeOf(secret, 0, now))).status).toBe(400);
  });

  test('is not let in by a code of another time', async () => {
    const secret = await service.makeOperator();
    expect((await give(await wrongCode(secret, -1))).status).toBe(400);
    expect((await give(await wrongCode(secret, 1))).status).toBe(400);
    expect(await state()).toEqual([200, 'code_needed']);
  });

  test('may guess ten times in a quarter of an hour, then not even give the right code', async () => {
    const secret = await service.makeOperator();
    const wrong = await wrongCode(secret);
    for (let turn = 0; turn < 10; turn += 1) expect((await give(wrong)).status).toBe(400);
    const refused = await give(await codeOf(secret));
    expect([refused.status, refused.json.code]).toEqual([429, 'rate_limited']);
    expect(refused.headers['ratelimit-policy']).toBe('"operator_code";q=10;w=900');
    expect(await state()).toEqual([200, 'code_needed']);
  });

  test('is asked again after a new secret', async () => {
    await service.enter();
    expect(await state()).toEqual([200, 'confirmed']);
    await service.makeOperator();
    expect(await state()).toEqual([200, 'code_needed']);
  });

  test('goes with the account', async () => {
    await service.enter();
    const { password } = SAMPLE_ACCOUNT;
    const gone = await service.call('DELETE', 'users/me', { token: service.token, json: { password } });
    expect([gone.status, await count('SELECT 1 FROM operators')]).toEqual([200, 0]);
  });
});

test('the secret of an operator’s codes is nowhere in the database', async () => {
  const secret = (await service.makeOperator()) ?? '';
  const { rows } = await service.tools.pool.query('SELECT sealed_secret FROM operators');
  expect(rows[0].sealed_secret.includes(secret)).toBe(false);
});

describe('without SECRETS_KEY', () => {
  test('an operator has no codes and may read alone', async () => {
    const bare = await startOperatorService({});
    try {
      expect(await bare.makeOperator()).toBeNull();
      const { token } = bare;
      const session = await bare.call('GET', 'operator/session', { token });
      expect(session.json).toEqual({ state: 'no_secrets_key' });
      const given = await bare.call('POST', 'operator/confirm', { token, json: { code: '123456' } });
      expect([given.status, given.json.code]).toEqual([409, 'setup_read_only']);
    } finally {
      await bare.close();
    }
  });

  test('or with another one, the secret that it sealed is none', async () => {
    await service.makeOperator();
    const other = createSeal(secretsKeysSchema.parse(Buffer.alloc(32, 9).toString('base64')));
    const user = (await service.tools.pool.query('SELECT user_id FROM operators')).rows[0].user_id;
    await service.tools.pool.query('UPDATE operators SET sealed_secret = $1', [
      other?.seal(`operator:${user}`, 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP').sealed,
    ]);
    expect(await state()).toEqual([200, 'no_secret']);
  });
});
