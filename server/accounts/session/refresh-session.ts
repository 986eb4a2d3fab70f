import type { TokenAnswer } from '../../../contract/schemas/account.ts';
import {
  endSessions,
  liveTokenHash,
  lockRefreshToken,
  replaceRefreshToken,
} from '../../db/accounts/sessions.ts';
import { findUser } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { AccountTools } from '../account-tools.ts';
import { successorOf, tokenHash } from '../tokens.ts';
import { issueAccessToken } from './access-token.ts';

/** A replaced token is answered with its successor for so long: a second tab, or a client that lost the answer. */
const GRACE_SECONDS = 10;

type Outcome =
  | { kind: 'fresh'; userId: string; sessionId: string; token: string }
  | { kind: 'invalid' }
  | { kind: 'reused'; sessionIds: string[] };

/**
 * Rotates a refresh token. Inside the grace everybody who presents the old one gets the same live successor;
 * later use of it presented again ends the whole session (token_reused) and its owner is told by mail.
 */
export async function refreshSession(tools: AccountTools, token: string): Promise<TokenAnswer> {
  const outcome = await inTransaction(tools.pool, (client) => rotate(tools, client, token));
  if (outcome.kind === 'reused') {
    await tools.sessionsEnded(outcome.sessionIds);
    throw new AppError(
      'token_reused',
      'This session was ended because an old token was used again. Please sign in.',
    );
  }
  if (outcome.kind === 'invalid')
    throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
  return {
    access_token: await issueAccessToken(tools.accessSecret, outcome, tools.now()),
    token_type: 'bearer',
    refresh_token: outcome.token,
  };
}

async function rotate(
  tools: AccountTools,
  client: Parameters<typeof lockRefreshToken>[0],
  token: string,
): Promise<Outcome> {
  const hash = tokenHash(token);
  const presented = await lockRefreshToken(client, hash);
  if (presented === null || presented.ended || presented.expired) return { kind: 'invalid' };
  const base = { userId: presented.user_id, sessionId: presented.session_id };
  const successor = successorOf(tools.refreshSecret, token);
  if (presented.replaced_for === null) {
    await replaceRefreshToken(client, presented.session_id, hash, tokenHash(successor));
    return { kind: 'fresh', ...base, token: successor };
  }
  if (presented.replaced_for <= GRACE_SECONDS) {
    const live = await liveTokenHash(client, presented.session_id);
    const current = live && descendant(tools.refreshSecret, successor, live);
    if (current) return { kind: 'fresh', ...base, token: current };
  }
  const sessionIds = await endSessions(client, presented.user_id, 'refresh token reused', {
    only: presented.session_id,
  });
  const user = await findUser(client, presented.user_id);
  if (user && sessionIds.length > 0) {
    await queueMail(client, tools.queue, user.email, 'session_reused');
  }
  return { kind: 'reused', sessionIds };
}

/** The live token, found by walking the chain on from `first`; within the grace it is only a few steps long. */
function descendant(secret: Buffer, first: string, liveHash: Buffer): string | null {
  let token = first;
  for (let steps = 0; steps < 100; steps += 1) {
    if (tokenHash(token).equals(liveHash)) return token;
    token = successorOf(secret, token);
  }
  return null;
}
