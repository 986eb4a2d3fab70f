import { generate, generateSecret } from 'otplib';
import { emailKeyOf } from '../../server/db/accounts/users.ts';
import { keepOperator } from '../../server/db/ops/operators.ts';
import { createSeal } from '../../server/secrets/seal.ts';
import { secretsKeysSchema } from '../../server/secrets/secrets-key.ts';
import { SECRETS_KEY } from '../secrets-key.ts';
import { inDatabase } from './test-database.ts';

/** Makes an account an operator, as the command line does; answers the secret of its codes. */
export async function makeOperator({ email }: { email: string }): Promise<string> {
  const secret = generateSecret();
  const seal = createSeal(secretsKeysSchema.parse(SECRETS_KEY));
  await inDatabase(async (client) => {
    const { rows } = await client.query('SELECT id FROM users WHERE email_key = $1', [emailKeyOf(email)]);
    const id = String(rows[0]?.id);
    await keepOperator(client, id, seal?.seal(`operator:${id}`, secret) ?? null);
  });
  return secret;
}

/** What the authenticator app of an operator shows now. */
export const codeOf = (secret: string): Promise<string> => generate({ secret });
