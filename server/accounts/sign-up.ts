import type { RegisterRequest } from '../../contract/account.ts';
import { inTransaction } from '../db/client.ts';
import { insertLink } from '../db/link-tokens.ts';
import { findUserByEmail, insertUser } from '../db/users.ts';
import { queueMail } from '../mail/send-mail.ts';
import { type AccountTools, type Caller, forgotLink, loginLink, verifyLink } from './account-tools.ts';
import { limitCalls } from './limits.ts';
import { hashPassword } from './passwords.ts';
import { newToken, tokenHash } from './secrets.ts';

/**
 * Opens an unverified account and mails its link. A taken address answers the same in the same time; its owner gets a
 * mail saying that an account exists.
 */
export async function signUp(
  tools: AccountTools,
  request: RegisterRequest,
  caller: Caller,
): Promise<{ email: string }> {
  await limitCalls(tools.pool, 'register', { address: caller.address });
  const passwordHash = await hashPassword(request.password);
  const code = newToken();
  await inTransaction(tools.pool, async (client) => {
    const { password: _, ...person } = request;
    const id = await insertUser(client, { ...person, passwordHash });
    if (id !== null) {
      await insertLink(client, id, 'verify', tokenHash(code));
      await queueMail(client, tools.queue, {
        to: request.email,
        template: 'verify_email',
        parameters: { first_name: request.first_name, link: verifyLink(tools, code) },
      });
      return;
    }
    const owner = await findUserByEmail(client, request.email);
    if (owner === null) return;
    await queueMail(client, tools.queue, {
      to: owner.email,
      template: 'account_exists',
      parameters: {
        first_name: owner.first_name,
        login_link: loginLink(tools),
        reset_link: forgotLink(tools),
      },
    });
  });
  return { email: request.email };
}
