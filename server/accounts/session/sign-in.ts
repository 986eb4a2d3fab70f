import type { TokenAnswer } from '../../../contract/schemas/account.ts';
import { insertSession } from '../../db/accounts/sessions.ts';
import { emailKeyOf, findUserByEmail, setPasswordHash } from '../../db/accounts/users.ts';
import { AppError } from '../../errors.ts';
import type { AccountTools, Caller } from '../account-tools.ts';
import { visitorCaller } from '../limits.ts';
import { newToken, tokenHash } from '../tokens.ts';
import { issueAccessToken } from './access-token.ts';
import { throttlePassword } from './login-throttle.ts';
import { hashPassword, needsRehash, passwordMatches } from './passwords.ts';

/**
 * Opens a session for a right password. Unknown accounts and wrong passwords fail alike (authentication_failed);
 * verification_required only after the right password.
 */
export async function signIn(
  tools: AccountTools,
  input: { email: string; password: string },
  caller: Caller,
): Promise<TokenAnswer> {
  const user = await findUserByEmail(tools.pool, input.email);
  const who = { address: caller.address, account: emailKeyOf(input.email) };
  const matches = await throttlePassword(tools.pool, who, () =>
    passwordMatches(input.password, user?.password_hash ?? null, visitorCaller(caller.address)),
  );
  if (!matches || user === null) throw new AppError('authentication_failed', 'Incorrect email or password.');
  if (!user.verified) {
    throw new AppError('verification_required', 'Please verify your email address before signing in.');
  }
  if (needsRehash(user.password_hash))
    await setPasswordHash(
      tools.pool,
      user.id,
      await hashPassword(input.password, visitorCaller(caller.address)),
    );
  const refresh = newToken();
  const opened = await insertSession(tools.pool, {
    userId: user.id,
    userAgent: caller.userAgent?.slice(0, 300) ?? null,
    address: caller.address,
    refreshHash: tokenHash(refresh),
  });
  await tools.sessionsEnded(opened.ended);
  return {
    access_token: await issueAccessToken(
      tools.accessSecret,
      { userId: user.id, sessionId: opened.id },
      tools.now(),
    ),
    token_type: 'bearer',
    refresh_token: refresh,
  };
}
