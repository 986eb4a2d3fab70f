import { inTransaction } from '../db/client.ts';
import { insertLink, redeemLink } from '../db/link-tokens.ts';
import { endSessions } from '../db/sessions.ts';
import { findUser, findUserByEmail, setPasswordHash } from '../db/users.ts';
import { AppError } from '../errors.ts';
import { queueMail } from '../mail/send-mail.ts';
import { type AccountTools, type Caller, forgotLink, resetLink } from './account-tools.ts';
import { limitCalls } from './limits.ts';
import { hashPassword, passwordMatches } from './passwords.ts';
import { newToken, tokenHash } from './secrets.ts';

/** Mails a reset link to an account, if there is one; says nothing about it. */
export async function forgotPassword(tools: AccountTools, email: string, caller: Caller): Promise<void> {
  await limitCalls(tools.pool, 'mail_link', { address: caller.address, account: email.toLowerCase() });
  const token = newToken();
  await inTransaction(tools.pool, async (client) => {
    const user = await findUserByEmail(client, email);
    if (user === null) return;
    await insertLink(client, user.id, 'reset', tokenHash(token));
    await queueMail(client, tools.queue, {
      to: user.email,
      template: 'reset_password',
      parameters: { first_name: user.first_name, link: resetLink(tools, token) },
    });
  });
}

/** Sets a new password by a mailed link and ends every session. Throws invalid_token (400). */
export async function resetPassword(
  tools: AccountTools,
  given: { token: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  await limitCalls(tools.pool, 'use_link', { address: caller.address });
  const passwordHash = await hashPassword(given.newPassword);
  const ended = await inTransaction(tools.pool, async (client) => {
    const userId = await redeemLink(client, 'reset', tokenHash(given.token));
    if (userId === null) {
      throw new AppError('invalid_token', 'Failed to reset password. The token may be invalid or expired.', {
        status: 400,
      });
    }
    return await replacePassword(tools, client, userId, passwordHash, 'password reset', {});
  });
  await tools.sessionsEnded(ended);
}

/** Changes the password of a signed-in user and ends every other session. Throws authentication_failed (400, field old_password). */
export async function changePassword(
  tools: AccountTools,
  who: { userId: string; sessionId: string },
  given: { oldPassword: string; newPassword: string },
): Promise<void> {
  const user = await findUser(tools.pool, who.userId);
  const matches = await passwordMatches(given.oldPassword, user?.password_hash ?? null);
  if (!matches) {
    throw new AppError('authentication_failed', 'Incorrect current password.', {
      status: 400,
      details: { field: 'old_password' },
    });
  }
  const passwordHash = await hashPassword(given.newPassword);
  const ended = await inTransaction(tools.pool, (client) =>
    replacePassword(tools, client, who.userId, passwordHash, 'password changed', { except: who.sessionId }),
  );
  await tools.sessionsEnded(ended);
}

async function replacePassword(
  tools: AccountTools,
  client: Parameters<typeof endSessions>[0],
  userId: string,
  passwordHash: string,
  reason: string,
  which: { except?: string },
): Promise<string[]> {
  await setPasswordHash(client, userId, passwordHash);
  const ended = await endSessions(client, userId, reason, which);
  const user = await findUser(client, userId);
  if (user) {
    await queueMail(client, tools.queue, {
      to: user.email,
      template: 'password_changed',
      parameters: { first_name: user.first_name, reset_link: forgotLink(tools) },
    });
  }
  return ended;
}
