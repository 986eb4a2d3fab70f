import { z } from 'zod';
import { type WaitingLot, waitingLotSchema } from '../../../contract/board/board-lots.ts';
import { errorCodeSchema } from '../../../contract/schemas/errors.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

/** Lots on a board that have no report yet. A row goes in the transaction that makes its report: a lot is here or there, never both. */

const stateSchema = waitingLotSchema.shape.state;
const waitingRow = z.object({
  id: z.string(),
  user_id: z.string(),
  listed: z.string(),
  name: z.string().nullable(),
  batch_id: z.string().nullable(),
  lot_key: z.string().nullable(),
  state: stateSchema,
  // A code of another version tells less than its sentence.
  code: errorCodeSchema.nullable().catch(null),
  reason: z.string().nullable(),
  origin: z.string().nullable(),
  asked_by_key: z.string().nullable(),
  created_at: z.date(),
});
export type WaitingRow = z.infer<typeof waitingRow>;
const COLUMNS =
  'id, user_id, listed, name, batch_id, lot_key, state, code, reason, origin, asked_by_key, created_at';

/** One account’s batches are counted one after the other: held until the transaction ends. */
export async function lockBoard(client: Queryable, userId: string): Promise<void> {
  await execute(client, 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', [userId]);
}

const standingRow = z.object({ key: z.string(), state: stateSchema });

/** The user’s waiting lots by what names each. */
export async function findStanding(
  client: Queryable,
  userId: string,
): Promise<ReadonlyMap<string, WaitingLot['state']>> {
  const found = await rows(client, standingRow, 'SELECT key, state FROM waiting_lots WHERE user_id = $1', [
    userId,
  ]);
  return new Map(found.map(({ key, state }) => [key, state]));
}

const putRow = z.object({ id: z.string(), turn: z.int().nullable() });

/**
 * Puts a lot on the board, or what stands there already in this state. A queued one gets its turn: after its account’s last one,
 * and not before what is next anywhere. So accounts take turns, whoever came with how many.
 */
export async function putWaitingLot(
  client: Queryable,
  lot: {
    userId: string;
    key: string;
    listed: string;
    lotKey: string | null;
    name: string | null;
    batchId: string | null;
    state: 'queued' | 'no_reports';
    origin: string | null;
    keyId: string | null;
  },
): Promise<z.infer<typeof putRow>> {
  return await onlyRow(
    client,
    putRow,
    `INSERT INTO waiting_lots (user_id, key, listed, lot_key, state, origin, asked_by_key, name, batch_id, turn)
     SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9::uuid, CASE WHEN $5 = 'queued' THEN greatest(
       (SELECT max(turn) + 1 FROM waiting_lots WHERE user_id = $1 AND turn IS NOT NULL),
       (SELECT min(turn) FROM waiting_lots WHERE turn IS NOT NULL), 0) END
     ON CONFLICT (user_id, key) DO UPDATE SET listed = excluded.listed, lot_key = coalesce(excluded.lot_key, waiting_lots.lot_key),
       state = excluded.state, code = NULL, reason = NULL, origin = excluded.origin, asked_by_key = excluded.asked_by_key,
       name = coalesce(excluded.name, waiting_lots.name), batch_id = excluded.batch_id, turn = excluded.turn
     RETURNING id, turn`,
    [lot.userId, lot.key, lot.listed, lot.lotKey, lot.state, lot.origin, lot.keyId, lot.name, lot.batchId],
  );
}

/** A lot whose turn has come, which is over with that; null where it was started or taken off since. */
export async function beginQueuedLot(client: Queryable, id: string): Promise<WaitingRow | null> {
  return await firstRow(
    client,
    waitingRow,
    `UPDATE waiting_lots SET turn = NULL WHERE id = $1 AND state = 'queued' RETURNING ${COLUMNS}`,
    [id],
  );
}

const endedRow = z.object({ user_id: z.string(), batch_id: z.string().nullable() });
/** A lot that waits no more, of whom and of which batch. */
export type EndedWait = z.infer<typeof endedRow>;

/** Says why a queued lot was not started, and of its car what is known by now; null where it is no longer queued. */
export async function stopWaitingLot(
  client: Queryable,
  id: string,
  why: { state: 'no_reports' | 'refused'; code: string | null; reason: string | null; name?: string | null },
): Promise<EndedWait | null> {
  return await firstRow(
    client,
    endedRow,
    `UPDATE waiting_lots SET state = $2, code = $3, reason = $4, name = coalesce($5, name), turn = NULL
      WHERE id = $1 AND state = 'queued' RETURNING user_id, batch_id`,
    [id, why.state, why.code, why.reason, why.name ?? null],
  );
}

/** Takes a queued lot for its report; null where another has it, or nobody wants it any more. */
export const takeWaitingLot = async (
  client: Queryable,
  userId: string,
  id: string,
): Promise<EndedWait | null> =>
  await firstRow(
    client,
    endedRow,
    `DELETE FROM waiting_lots WHERE user_id = $1 AND id = $2 AND state = 'queued' RETURNING user_id, batch_id`,
    [userId, id],
  );

/** Takes the lots of these names off the board: a report of them has begun. Answers the batch one of them was queued with. */
export async function takeStartedLots(
  client: Queryable,
  userId: string,
  keys: readonly string[],
): Promise<string | null> {
  const gone = await rows(
    client,
    endedRow.extend({ state: stateSchema }),
    'DELETE FROM waiting_lots WHERE user_id = $1 AND key = ANY($2) RETURNING user_id, batch_id, state',
    [userId, keys],
  );
  return gone.find(({ state, batch_id }) => state === 'queued' && batch_id !== null)?.batch_id ?? null;
}

export async function removeWaitingLots(
  client: Queryable,
  userId: string,
  ids: readonly string[],
): Promise<EndedWait[]> {
  return await rows(
    client,
    endedRow,
    'DELETE FROM waiting_lots WHERE user_id = $1 AND id = ANY($2::uuid[]) RETURNING user_id, batch_id',
    [userId, ids],
  );
}

/** Newest first, as they are told. */
export async function listWaitingLots(client: Queryable, userId: string): Promise<WaitingLot[]> {
  const found = await rows(
    client,
    waitingRow,
    `SELECT ${COLUMNS} FROM waiting_lots WHERE user_id = $1 ORDER BY created_at DESC, number DESC`,
    [userId],
  );
  return found.map(({ id, listed, name, lot_key, state, code, reason, created_at }) => ({
    id,
    listed,
    name,
    lot_key,
    state,
    code,
    reason,
    date: created_at.toISOString(),
  }));
}

const knownRow = z.object({ id: z.string(), url: z.string(), lot_key: z.string() });

/** A user’s reports that may be of these lots, none that failed, the oldest first. */
export async function findReportsOfLots(
  client: Queryable,
  userId: string,
  keys: readonly string[],
  urls: readonly string[],
): Promise<z.infer<typeof knownRow>[]> {
  return await rows(
    client,
    knownRow,
    `SELECT id, url, lot_key FROM reports WHERE user_id = $1 AND status NOT LIKE '%\\_failed'
        AND (lot_key = ANY($2) OR url = ANY($3)) ORDER BY created_at, id`,
    [userId, keys, urls],
  );
}
