import { createHash, randomUUID } from 'node:crypto';
import type pg from 'pg';
import { z } from 'zod';
import { pause } from '../../concurrency/pause.ts';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow } from '../rows.ts';

/** A call that carries an Idempotency-Key: whose key it is, and what it asks for. */
export type KeyedCall = {
  /** An account or the address of a visitor: keys of one mean nothing to another. */
  owner: string;
  userId: string | null;
  key: string;
  /** The call and its body as checked; the same key with another one is refused. */
  request: unknown;
};

/** Keeps the answer in the transaction that makes the effect, so that neither is there without the other. */
export type KeepAnswer = (client: Queryable, answer: unknown) => Promise<void>;

const keptRow = z.object({ request_hash: z.string(), answer: z.unknown() });

/** How long a claim holds without being renewed, and how often it is renewed: a dead process's call is handled anew. */
const CLAIM_SECONDS = 15;
const RENEW_MS = 5_000;
/** Longest wait for the same call that is being handled, ms. */
const WAIT_MS = 65_000;

/**
 * Runs `work` once for a key, over all processes: the same call sent again, also side by side, is answered with what the first
 * one answered, for as long as the key is kept (7 days). A call that failed did nothing and may be sent again under its key.
 * `work` must keep its answer by `keep` inside the transaction of an effect that must not happen twice; other answers are kept
 * when it returns. Throws idempotency_conflict for another request under the key.
 */
export async function once<T>(
  pool: pg.Pool,
  call: KeyedCall | null,
  work: (keep: KeepAnswer) => Promise<T>,
): Promise<T> {
  if (call === null) return await work(async () => {});
  const claim = randomUUID();
  const requestHash = createHash('sha256').update(JSON.stringify(call.request)).digest('hex');
  const before = await claimOrAnswer(pool, call, requestHash, claim);
  if (before !== null) return before.answer as T;
  const ours = [call.owner, call.key, claim];
  const renewal = setInterval(() => {
    // A renewal that fails leaves the claim to run out; the answer is then kept by nobody else, see `keep`.

    execute(
      pool,
      `UPDATE idempotency_keys SET claimed_until = now() + make_interval(secs => ${CLAIM_SECONDS}) WHERE owner = $1 AND key = $2 AND claim = $3`,
      ours,
    ).catch(() => {});
  }, RENEW_MS);
  let kept = false;
  const keep: KeepAnswer = async (client, answer) => {
    const done = await execute(
      client,
      'UPDATE idempotency_keys SET answer = $4, claim = NULL WHERE owner = $1 AND key = $2 AND claim = $3',
      [...ours, JSON.stringify(answer)],
    );
    if (done !== 1) throw beingHandled();
    kept = true;
  };
  try {
    const answer = await work(keep);
    if (!kept) await keep(pool, answer);
    return answer;
  } catch (error) {
    await execute(
      pool,
      'DELETE FROM idempotency_keys WHERE owner = $1 AND key = $2 AND claim = $3 AND answer IS NULL',
      ours,
    );
    throw error;
  } finally {
    clearInterval(renewal);
  }
}

/** Null: the call is ours to handle. Otherwise what it answered before, waited for while it is being handled. */
async function claimOrAnswer(
  pool: pg.Pool,
  call: KeyedCall,
  requestHash: string,
  claim: string,
): Promise<{ answer: unknown } | null> {
  const end = Date.now() + WAIT_MS;
  for (let pauseMs = 25; ; pauseMs = Math.min(500, pauseMs * 2)) {
    const claimed = await execute(
      pool,
      `INSERT INTO idempotency_keys (owner, key, user_id, request_hash, claim, claimed_until)
       VALUES ($1, $2, $3, $4, $5, now() + make_interval(secs => ${CLAIM_SECONDS}))
       ON CONFLICT (owner, key) DO UPDATE
         SET request_hash = excluded.request_hash, claim = excluded.claim, claimed_until = excluded.claimed_until
         WHERE idempotency_keys.answer IS NULL AND idempotency_keys.claimed_until < now()`,
      [call.owner, call.key, call.userId, requestHash, claim],
    );
    if (claimed === 1) return null;
    const row = await firstRow(
      pool,
      keptRow,
      'SELECT request_hash, answer FROM idempotency_keys WHERE owner = $1 AND key = $2',
      [call.owner, call.key],
    );
    if (row && row.request_hash !== requestHash)
      throw new AppError('idempotency_conflict', 'This Idempotency-Key was used for another request.');
    if (row && row.answer !== null) return { answer: row.answer };
    if (Date.now() > end) throw beingHandled();
    await pause(pauseMs);
  }
}

const beingHandled = (): AppError =>
  new AppError('unavailable', 'The same request is being handled. Please try again in a moment.', {
    details: { retry_after: 2 },
  });
