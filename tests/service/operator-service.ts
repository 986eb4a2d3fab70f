import { generate } from 'otplib';
import { inject } from 'vitest';
import { findUserByEmail } from '../../server/db/accounts/users.ts';
import { makeOperator } from '../../server/operator/second-factor.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { SAMPLE_ACCOUNT, startService, type TestService } from './service.ts';

/** The service with the sample account signed in. */
export type OperatorService = TestService & {
  token: string;
  /** Makes the sample account an operator, as the command line does; answers the secret of its codes. */
  makeOperator(): Promise<string | null>;
  /** Makes it one whose session has given a code. */
  enter(): Promise<void>;
};

/** A service whose sample account may become an operator. */
export async function startOperatorService(
  environment: Record<string, string> = { SECRETS_KEY },
): Promise<OperatorService> {
  const service = await startService(inject('databaseServer'), { worker: false, environment });
  const { email, password } = SAMPLE_ACCOUNT;
  const token = await service.signIn(email, password);
  const make = async () => {
    const user = await findUserByEmail(service.tools.pool, email);
    if (user === null) throw new Error('there is no sample account');
    return (await makeOperator(service.tools.setup, user))?.secret ?? null;
  };
  return {
    ...service,
    token,
    makeOperator: make,
    async enter() {
      const code = await codeOf(await make());
      const answer = await service.call('POST', 'operator/confirm', { token, json: { code } });
      if (answer.status !== 200) throw new Error(answer.text);
    },
  };
}

/** Whether a code is good now or within the next minutes: a wrong one must not be right by chance. */
export async function isSoonRight(secret: string | null, code: string): Promise<boolean> {
  const soon = await Promise.all(Array.from({ length: 12 }, (_, index) => codeOf(secret, index - 2)));
  return soon.includes(code);
}

/** A code of this secret of long ago, or of another time to come, that is wrong now. */
export async function wrongCode(secret: string | null, direction: -1 | 1 = -1): Promise<string> {
  for (let steps = 20; ; steps += 1) {
    const code = await codeOf(secret, direction * steps);
    if (!(await isSoonRight(secret, code))) return code;
  }
}

/** The code an authenticator app shows, so many steps of 30 seconds from now. */
export async function codeOf(secret: string | null, steps = 0, now = Date.now()): Promise<string> {
  if (secret === null) throw new Error('there is no secret');
  return await generate({ secret, epoch: Math.floor(now / 1000) + steps * 30 });
}
