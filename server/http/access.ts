import type { FastifyRequest } from 'fastify';
import { type Bearer, readAccessToken } from '../accounts/access-token.ts';
import type { Caller } from '../accounts/account-tools.ts';
import type { Queryable } from '../db/client.ts';
import { readLiveSession } from '../db/sessions.ts';
import { AppError } from '../errors.ts';

export type AccessTools = { pool: Queryable; accessSecret: Uint8Array; now(): Date };

export const callerOf = (request: FastifyRequest): Caller => ({
  address: request.ip,
  userAgent: request.headers['user-agent'] ?? null,
});

const BEARER = /^bearer ([\w.-]{1,4096})$/i;

/** Who a request speaks for; throws invalid_token (401) without a good token of a live session. */
export async function requireAccount(tools: AccessTools, request: FastifyRequest): Promise<Bearer> {
  const account = await accountOf(tools, request.headers.authorization);
  if (account === null) throw new AppError('invalid_token', 'Your session has ended. Please sign in again.');
  return account;
}

/** Who a call speaks for that anybody may make: without a good token, a visitor. */
export const accountIfAny = (tools: AccessTools, request: FastifyRequest): Promise<Bearer | null> =>
  accountOf(tools, request.headers.authorization);

/** The live account behind an Authorization header, or null. */
async function accountOf(tools: AccessTools, header: string | undefined): Promise<Bearer | null> {
  const token = BEARER.exec(header ?? '')?.[1];
  return token === undefined ? null : await accountOfToken(tools, token);
}

/** The live account behind an access token, or null: the session is looked up, so a sign-out holds at once. */
export async function accountOfToken(tools: AccessTools, token: string): Promise<Bearer | null> {
  const bearer = await readAccessToken(tools.accessSecret, token, tools.now());
  if (bearer === null) return null;
  const session = await readLiveSession(tools.pool, bearer.sessionId);
  return session?.verified && session.user_id === bearer.userId ? bearer : null;
}
