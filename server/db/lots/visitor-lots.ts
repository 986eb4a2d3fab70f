import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

/** Bytes, in all and of one sender. */
export type VisitorLimits = { all: number; perSender: number };

/** Notes what a visitor's lot takes up. */
export async function noteVisitorLot(
  client: Queryable,
  lot: { key: string; sender: string; bytes: number },
): Promise<void> {
  await execute(client, 'INSERT INTO visitor_lots (lot_key, sender, bytes) VALUES ($1, $2, $3)', [
    lot.key,
    lot.sender,
    lot.bytes,
  ]);
}

const keyRow = z.object({ key: z.string() });

/** Deletes visitors' oldest lots past the limits, with their photos; those a report uses neither count nor go. Answers their keys. */
export async function dropOldestVisitorLots(client: Queryable, limits: VisitorLimits): Promise<string[]> {
  const gone = await rows(
    client,
    keyRow,
    // A sender's own excess goes first, so that it pushes out nobody else's.
    `WITH own AS (
       SELECT lot_key, kept_at, bytes,
              sum(bytes) OVER (PARTITION BY sender ORDER BY kept_at DESC, lot_key) AS newer_own
         FROM visitor_lots v WHERE NOT EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = v.lot_key)),
     held AS (
       SELECT lot_key, newer_own,
              sum(bytes) FILTER (WHERE newer_own <= $2) OVER (ORDER BY kept_at DESC, lot_key) AS newer
         FROM own)
     DELETE FROM lots USING held WHERE key = held.lot_key AND (newer > $1 OR newer_own > $2) RETURNING key`,
    [limits.all, limits.perSender],
  );
  return gone.map((row) => row.key);
}
