import type { RegisterRequest } from '../../contract/schemas/account.ts';
import { emailKeyOf, insertUser } from '../db/accounts/users.ts';
import { inTransaction } from '../db/client.ts';
import { refuseWhereOff } from '../db/ops/switches.ts';
import { queueMail } from '../mail/send-mail.ts';
import type { AccountTools, Caller } from './account-tools.ts';
import { accountMayHave, visitorCaller } from './limits.ts';
import { refuseGuessable } from './recovery/password-policy.ts';
import { hashPassword } from './session/passwords.ts';

/**
 * Opens an unverified account and mails its link. A taken address answers the same after the same work; its owner gets
 * a mail saying that an account exists.
 */
export async function signUp(
  tools: AccountTools,
  request: RegisterRequest,
  { address }: Pick<Caller, 'address'>,
): Promise<{ email: string }> {
  await refuseWhereOff(tools.pool, 'sign_ups');
  await refuseGuessable(request.password, request);
  const { password, ...person } = request;
  const passwordHash = await hashPassword(password, visitorCaller(address));
  const mayMail = await accountMayHave(tools.pool, 'register', emailKeyOf(request.email));
  await inTransaction(tools.pool, async (client) => {
    const made = await insertUser(client, { ...person, passwordHash });
    if (mayMail)
      await queueMail(client, tools.queue, request.email, made === null ? 'account_exists' : 'verify_email');
  });
  return { email: request.email };
}
