import { createHash } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { type CountedFor, countedKey } from '../../accounts/limits.ts';
import type { KeyedCall } from '../../db/accounts/idempotency.ts';
import { AppError } from '../../errors.ts';

/** Bytes, a few milliseconds' worth, between two turns of other calls. */
const DIGEST_AT_ONCE = 4 * 1024 * 1024;

/** A key as clients write it: bare, or in quotes as draft-ietf-httpapi-idempotency-key-header has it. */
const KEY = /^(?:([\w.:-]{1,200})|"([\w.:-]{1,200})")$/;

/**
 * The call's Idempotency-Key with whose it is and what it asks for; null without one. Throws validation_error for a header that
 * is no key: ignored, it would make a repeated call a second one.
 */
export async function keyedCall(
  request: FastifyRequest,
  who: CountedFor,
  asked: () => unknown,
): Promise<KeyedCall | null> {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const match = typeof header === 'string' ? KEY.exec(header.trim()) : null;
  const key = match?.[1] ?? match?.[2];
  if (key === undefined)
    throw new AppError(
      'validation_error',
      'The Idempotency-Key header is not valid: it takes 1 to 200 letters, digits and the marks . _ : -',
      { details: { field: 'idempotency-key' } },
    );
  const call = [request.method, request.routeOptions.url, request.params ?? null, await asked()];
  return { owner: countedKey(who), userId: who.userId, key, request: call };
}

/** A body still in the parts it came in, in place of what it says. */
export async function digestOfParts(parts: readonly Uint8Array[]): Promise<string> {
  const hash = createHash('sha256');
  let since = 0;
  for (const part of parts) {
    hash.update(part);
    since += part.length;
    if (since < DIGEST_AT_ONCE) continue;
    since = 0;
    await setImmediate();
  }
  return hash.digest('hex');
}

/** Large texts of a body in place of themselves; other calls have their turn between two. */
export async function digestsOf(texts: readonly string[]): Promise<string[]> {
  const digests: string[] = [];
  for (const text of texts) {
    digests.push(createHash('sha256').update(text).digest('hex'));
    await setImmediate();
  }
  return digests;
}
