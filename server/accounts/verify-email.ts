import { inTransaction } from '../db/client.ts';
import { insertLink, redeemLink } from '../db/link-tokens.ts';
import { grantReports } from '../db/quota.ts';
import { findUserByEmail, markVerified } from '../db/users.ts';
import { AppError } from '../errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import { type AccountTools, type Caller, verifyLink } from './account-tools.ts';
import { limitCalls } from './limits.ts';
import { newToken, tokenHash } from './secrets.ts';

/** Confirms an address by its link, once, and opens the free reports. Throws invalid_token (400). */
export async function verifyEmail(tools: AccountTools, code: string, caller: Caller): Promise<void> {
  await limitCalls(tools.pool, 'use_link', { address: caller.address });
  await inTransaction(tools.pool, async (client) => {
    const userId = await redeemLink(client, 'verify', tokenHash(code));
    if (userId === null)
      throw new AppError('invalid_token', 'Verification failed. The link may be invalid or expired.', {
        status: 400,
      });
    if (await markVerified(client, userId))
      await grantReports(client, userId, tools.freeReports, 'free reports of a new account');
  });
}

/** Mails a new link to an unverified account; says nothing about whether there is one. */
export async function resendVerification(tools: AccountTools, email: string, caller: Caller): Promise<void> {
  await limitCalls(tools.pool, 'mail_link', { address: caller.address, account: email.toLowerCase() });
  const code = newToken();
  await inTransaction(tools.pool, async (client) => {
    const user = await findUserByEmail(client, email);
    if (user === null || user.verified) return;
    await insertLink(client, user.id, 'verify', tokenHash(code));
    await queueMail(client, tools.queue, {
      to: user.email,
      template: 'verify_email',
      parameters: { first_name: user.first_name, link: verifyLink(tools, code) },
    });
  });
}
