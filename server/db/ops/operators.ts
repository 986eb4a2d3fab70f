import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow } from '../rows.ts';

type StoredSecret = { key_version: number; sealed: Buffer };

/** Makes an account an operator, with this secret in place of the one before; no session of it has given a code of it. */
export async function keepOperator(
  client: Queryable,
  userId: string,
  secret: StoredSecret | null,
): Promise<void> {
  await execute(
    client,
    `INSERT INTO operators (user_id, sealed_secret, key_version) VALUES ($1, $2, $3)
     ON CONFLICT (user_id) DO UPDATE SET sealed_secret = excluded.sealed_secret, key_version = excluded.key_version,
       last_step = NULL`,
    [userId, secret?.sealed ?? null, secret?.key_version ?? null],
  );
  await forgetCodes(client, userId);
}

/** Takes it back; false where the account was none. */
export async function deleteOperator(client: Queryable, userId: string): Promise<boolean> {
  await forgetCodes(client, userId);
  return (await execute(client, 'DELETE FROM operators WHERE user_id = $1', [userId])) === 1;
}

const forgetCodes = (client: Queryable, userId: string): Promise<number> =>
  execute(client, 'UPDATE sessions SET operator_since = NULL WHERE user_id = $1', [userId]);

const operatorRow = z.object({
  sealed: bytea.nullable(),
  key_version: z.int().nullable(),
  confirmed: z.boolean(),
});

/** What an operator's code is checked by, and whether this session has given one in the last 12 hours (judgement: a day's work); null where the account is none. */
export async function findOperator(
  client: Queryable,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<{ secret: StoredSecret | null; confirmed: boolean } | null> {
  const found = await firstRow(
    client,
    operatorRow,
    `SELECT o.sealed_secret AS sealed, o.key_version, coalesce(s.operator_since > now() - interval '12 hours', false) AS confirmed
       FROM operators o JOIN sessions s ON s.user_id = o.user_id WHERE o.user_id = $1 AND s.id = $2`,
    [userId, sessionId],
  );
  if (found === null) return null;
  const { sealed, key_version, confirmed } = found;
  return { secret: sealed === null || key_version === null ? null : { sealed, key_version }, confirmed };
}

/**
 * Takes the code of this step, once over all processes, and notes the session that gave it; false where it or a later one was
 * taken before, or where the secret it was checked by is no longer the operator's.
 */
export async function takeOperatorStep(
  client: Queryable,
  sessionId: string,
  { step, sealed }: { step: number; sealed: Buffer },
): Promise<boolean> {
  const taken = await execute(
    client,
    `WITH taken AS (
       UPDATE operators SET last_step = $2 WHERE user_id = (SELECT user_id FROM sessions WHERE id = $1)
          AND sealed_secret = $3 AND coalesce(last_step, -1) < $2 RETURNING user_id
     ) UPDATE sessions s SET operator_since = now() FROM taken WHERE s.id = $1 AND s.user_id = taken.user_id`,
    [sessionId, step, sealed],
  );
  return taken === 1;
}
