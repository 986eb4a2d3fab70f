import { redeemLink } from '../../db/accounts/link-tokens.ts';
import { giveFreeStart } from '../../db/accounts/quota.ts';
import { emailKeyOf, findUser, markVerified } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { AccountTools, Caller } from '../account-tools.ts';
import { accountMayHave } from '../limits.ts';
import { throttleLink } from '../session/login-throttle.ts';
import { tokenHash } from '../tokens.ts';

/** Confirms an address by its link, once, and opens its mailbox's free reports; answers it. Throws invalid_token (400). */
export async function verifyEmail(tools: AccountTools, code: string, caller: Caller): Promise<string> {
  const verified = await throttleLink(tools.pool, caller.address, () =>
    inTransaction(tools.pool, async (client) => {
      const userId = await redeemLink(client, 'verify', tokenHash(code));
      if (userId === null) return null;
      if (await markVerified(client, userId)) await giveFreeStart(client, userId, tools.freeReports);
      return await findUser(client, userId);
    }),
  );
  if (verified === null)
    throw new AppError('invalid_token', 'Verification failed. The link may be invalid or expired.', {
      status: 400,
    });
  return verified.email;
}

/** Asks for a new link to an unverified account; whether there is one is looked up when the mail goes out. */
export async function resendVerification(tools: AccountTools, email: string): Promise<void> {
  await askForMail(tools, email, 'verify_email');
}

/** The one way of both calls that mail a link: queued alike for known and unknown accounts. */
export async function askForMail(
  tools: AccountTools,
  email: string,
  template: 'verify_email' | 'reset_password',
): Promise<void> {
  const account = emailKeyOf(email);
  if (!(await accountMayHave(tools.pool, 'mail_link', `${template}:${account}`))) return;
  await inTransaction(tools.pool, (client) => queueMail(client, tools.queue, email, template));
}
