import type { FastifyRequest } from 'fastify';
import type { ApiCall } from '../../contract/api/api-call.ts';
import { isAccessKey, type KeyHolder, readAccessKey } from '../accounts/access-keys.ts';
import type { Caller } from '../accounts/account-tools.ts';
import { type Bearer, readAccessToken } from '../accounts/session/access-token.ts';
import { tokenHash } from '../accounts/tokens.ts';
import { readLiveSession, userOfRefreshToken } from '../db/accounts/sessions.ts';
import type { Queryable } from '../db/client.ts';
import { AppError } from '../errors.ts';
import { extensionOf } from './origin/extension-origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Access keys may make this call: those of one of these scopes, or any. */
    key?: ApiCall['key'];
  }
}

export type AuthenticationTools = { pool: Queryable; accessSecret: Uint8Array; now(): Date };

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

const BEARER = /^bearer ([\w.-]{1,4096})$/i;

const sessionEnded = (): AppError =>
  new AppError('invalid_token', 'Your session has ended. Please sign in again.');

const noCredentials = (): AppError => new AppError('invalid_token', 'No valid access key or token was sent.');

/**
 * Who a request speaks for; throws invalid_token (401) without a good token of a live session, or a live access key. A key is
 * taken where the call's row in contract/api.ts says so, within its scopes (else insufficient_scope), and is all that is taken from an extension.
 */
export async function requireAccount(
  tools: AuthenticationTools,
  request: FastifyRequest,
): Promise<Bearer | KeyHolder> {
  const token = tokenIn(request);
  if (token !== null && isAccessKey(token)) return await requireKey(tools, request, token);
  if (token === null)
    throw /^bearer /i.test(request.headers.authorization ?? '') ? sessionEnded() : noCredentials();
  const account = extensionOf(request) !== null ? null : await accountOfToken(tools, token);
  if (account === null) throw sessionEnded();
  return account;
}

async function requireKey(
  tools: AuthenticationTools,
  request: FastifyRequest,
  token: string,
): Promise<KeyHolder> {
  const key = await readAccessKey(tools.pool, token, extensionOf(request));
  if (key === null) throw noCredentials();
  const wanted = request.routeOptions.config.key;
  if (wanted === undefined || (wanted !== 'any' && !wanted.some((scope) => key.scopes.includes(scope))))
    throw new AppError('insufficient_scope', 'This access key may not be used for that.');
  return key;
}

const tokenIn = ({ headers }: FastifyRequest): string | null =>
  BEARER.exec(headers.authorization ?? '')?.[1] ?? null;

/** The cookie of https calls that holds the refresh token. */
export const REFRESH_COOKIE = '__Host-lotlens_refresh';

/**
 * Whom a call counts for that anybody may make: the account of its token, or of the cookie that browsers send along, since our
 * own pages read lots without a token; null for a visitor. Gives no right to anything. An extension calls with its key or not at
 * all; a cookie of its browser counts for nothing. Throws invalid_token for a token that has ended, where no cookie makes up for it.
 */
export async function accountIfAny(
  tools: AuthenticationTools,
  request: FastifyRequest,
): Promise<KeyHolder | { userId: string } | null> {
  const bearer = tokenIn(request);
  if (extensionOf(request) !== null || (bearer !== null && isAccessKey(bearer)))
    return await requireAccount(tools, request);
  const account = bearer === null ? null : await accountOfToken(tools, bearer);
  if (account !== null) return account;
  const token = request.cookies[REFRESH_COOKIE];
  const userId = token === undefined ? null : await userOfRefreshToken(tools.pool, tokenHash(token));
  if (userId !== null) return { userId };
  // Who means to call as an account is no visitor: their Idempotency-Key and limits would be another's.
  if (bearer !== null) throw sessionEnded();
  return null;
}

/** The live account behind an access token, or null: the session is looked up, so a sign-out holds at once. */
export async function accountOfToken(tools: AuthenticationTools, token: string): Promise<Bearer | null> {
  const bearer = await readAccessToken(tools.accessSecret, token, tools.now());
  if (bearer === null) return null;
  const session = await readLiveSession(tools.pool, bearer.sessionId);
  return session?.verified && session.user_id === bearer.userId ? bearer : null;
}
