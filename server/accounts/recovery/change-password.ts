import { revokeAccessKeys } from '../../db/accounts/access-keys.ts';
import { linkOwner, redeemLink } from '../../db/accounts/link-tokens.ts';
import { endSessions } from '../../db/accounts/sessions.ts';
import { findUser, setPasswordHash, type UserRow } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { AccountTools, Caller } from '../account-tools.ts';
import { visitorCaller } from '../limits.ts';
import { throttleLink, throttlePassword } from '../session/login-throttle.ts';
import { hashPassword, passwordMatches } from '../session/passwords.ts';
import { tokenHash } from '../tokens.ts';
import { refuseGuessable } from './password-policy.ts';
import { askForMail } from './verify-email.ts';

/** Asks for a reset link; whether there is such an account is looked up when the mail goes out. */
export async function forgotPassword(tools: AccountTools, email: string): Promise<void> {
  await askForMail(tools, email, 'reset_password');
}

/** Sets a new password by a mailed link, ends every session and revokes every access key. Throws invalid_token (400). */
export async function resetPassword(
  tools: AccountTools,
  input: { token: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const hash = tokenHash(input.token);
  const ended = await throttleLink(tools.pool, caller.address, async () => {
    const ownerId = await linkOwner(tools.pool, 'reset', hash);
    const owner = ownerId === null ? null : await findUser(tools.pool, ownerId);
    if (owner === null) return null;
    // A password that is refused leaves the link as it is: the person tries another.
    await refuseGuessable(input.newPassword, owner);
    const passwordHash = await hashPassword(input.newPassword, visitorCaller(caller.address));
    return await inTransaction(tools.pool, async (client) => {
      const userId = await redeemLink(client, 'reset', hash);
      return userId === null ? null : await replacePassword(tools, client, owner, passwordHash, {});
    });
  });
  if (ended === null) {
    throw new AppError('invalid_token', 'Failed to reset password. The token may be invalid or expired.', {
      status: 400,
    });
  }
  await tools.sessionsEnded(ended);
}

/** Changes the password of a signed-in user, ends every other session and revokes every access key. Throws authentication_failed (400, field old_password). */
export async function changePassword(
  tools: AccountTools,
  who: { userId: string; sessionId: string },
  input: { oldPassword: string; newPassword: string },
  caller: Caller,
): Promise<void> {
  const user = await confirmPassword(tools, who.userId, input.oldPassword, 'old_password', caller);
  await refuseGuessable(input.newPassword, user);
  const passwordHash = await hashPassword(input.newPassword, visitorCaller(caller.address));
  const ended = await inTransaction(tools.pool, (client) =>
    replacePassword(tools, client, user, passwordHash, { except: who.sessionId }),
  );
  await tools.sessionsEnded(ended);
}

/** The signed-in user after their password was asked again; throws authentication_failed (400) naming `field`. */
export async function confirmPassword(
  tools: AccountTools,
  userId: string,
  password: string,
  field: string,
  caller: Caller,
): Promise<UserRow> {
  const user = await findUser(tools.pool, userId);
  const matches = await throttlePassword(tools.pool, { address: caller.address, account: userId }, () =>
    passwordMatches(password, user?.password_hash ?? null, visitorCaller(caller.address)),
  );
  if (user === null || !matches) {
    throw new AppError('authentication_failed', 'Incorrect current password.', {
      status: 400,
      details: { field },
    });
  }
  return user;
}

async function replacePassword(
  tools: AccountTools,
  client: Parameters<typeof queueMail>[0],
  user: UserRow,
  passwordHash: string,
  which: { except?: string },
): Promise<string[]> {
  await setPasswordHash(client, user.id, passwordHash);
  const ended = await endSessions(client, user.id, 'password replaced', which);
  await revokeAccessKeys(client, user.id);
  await queueMail(client, tools.queue, user.email, 'password_changed');
  return ended;
}
