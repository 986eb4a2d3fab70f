import type { FastifyRequest } from 'fastify';
import type { Caller } from '../accounts/account-tools.ts';
import { type Bearer, readAccessToken } from '../accounts/session/access-token.ts';
import { tokenHash } from '../accounts/tokens.ts';
import { readLiveSession, userOfRefreshToken } from '../db/accounts/sessions.ts';
import type { Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';

export type AuthenticationTools = { pool: Queryable; accessSecret: Uint8Array; now(): Date };

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

const BEARER = /^bearer ([\w.-]{1,4096})$/i;

/** Who a request speaks for; throws invalid_token (401) without a good token of a live session. */
export async function requireAccount(tools: AuthenticationTools, request: FastifyRequest): Promise<Bearer> {
  const account = await accountOf(tools, request.headers.authorization);
  if (account === null) throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
  return account;
}

/** The cookie of https calls that holds the refresh token. */
export const REFRESH_COOKIE = '__Host-lotlens_refresh';

/**
 * Whom a call counts for that anybody may make: the account of its token, or of the cookie that browsers send along, since our
 * own pages read lots without a token; null for a visitor. Gives no right to anything.
 */
export async function userIfAny(tools: AuthenticationTools, request: FastifyRequest): Promise<string | null> {
  const account = await accountOf(tools, request.headers.authorization);
  if (account !== null) return account.userId;
  const token = request.cookies[REFRESH_COOKIE];
  return token === undefined ? null : await userOfRefreshToken(tools.pool, tokenHash(token));
}

/** The live account behind an Authorization header, or null. */
async function accountOf(tools: AuthenticationTools, header: string | undefined): Promise<Bearer | null> {
  const token = BEARER.exec(header ?? '')?.[1];
  return token === undefined ? null : await accountOfToken(tools, token);
}

/** The live account behind an access token, or null: the session is looked up, so a sign-out holds at once. */
export async function accountOfToken(tools: AuthenticationTools, token: string): Promise<Bearer | null> {
  const bearer = await readAccessToken(tools.accessSecret, token, tools.now());
  if (bearer === null) return null;
  const session = await readLiveSession(tools.pool, bearer.sessionId);
  return session?.verified && session.user_id === bearer.userId ? bearer : null;
}
