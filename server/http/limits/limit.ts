import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyHolder } from '../../accounts/access-keys.ts';
import {
  type CountedFor,
  countedKey,
  countLimited,
  type LimitName,
  type LimitState,
  RateLimited,
} from '../../accounts/limits.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import type { Queryable } from '../../db/client.ts';
import { type AuthenticationTools, accountIfAny } from '../authenticate.ts';

/** Who a call that needs no account counts for, and whose turns its fetches take. */
export async function countedFor(tools: AuthenticationTools, request: FastifyRequest): Promise<CountedFor> {
  return countedAs(request, await accountIfAny(tools, request));
}

/** Who a call of this account, or of nobody's, counts for. */
export function countedAs(
  request: FastifyRequest,
  account: Bearer | KeyHolder | { userId: string } | null,
): CountedFor {
  const programKey =
    account !== null && 'keyId' in account && account.kind === 'program' ? account.keyId : null;
  return { userId: account?.userId ?? null, address: request.ip, programKey };
}

export const workCallerOf = (who: CountedFor): WorkCaller => countedKey(who);

/** Counts a call and tells where its caller stands, in headers of success and refusal alike. Throws rate_limited. */
export async function limitCall(
  client: Queryable,
  reply: FastifyReply,
  name: LimitName,
  who: CountedFor,
): Promise<void> {
  refusePastAny(reply, [await countLimited(client, name, who)]);
}

/** The same for calls counted already, under one or several limits. */
export function refusePastAny(reply: FastifyReply, limits: readonly LimitState[]): void {
  tellLimits(reply, limits);
  const past = limits.find(({ count, quota }) => count > quota);
  if (past) throw new RateLimited(past);
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers (-10 and -11): a quota `q` of calls per window of `w` seconds, `r` of them
 * left for the next `t` seconds; behind those that were told already.
 */
export function tellLimits(reply: FastifyReply, limits: readonly LimitState[]): void {
  const policies = limits.map(({ name, quota, seconds }) => `"${name}";q=${quota};w=${seconds}`);
  const left = limits.map(
    ({ name, quota, count, resetsIn }) => `"${name}";r=${Math.max(0, quota - count)};t=${resetsIn}`,
  );
  const add = (name: string, items: readonly string[]): void => {
    const told = reply.getHeader(name);
    void reply.header(name, [...(told === undefined ? [] : [String(told)]), ...items].join(', '));
  };
  add('ratelimit-policy', policies);
  add('ratelimit', left);
}
