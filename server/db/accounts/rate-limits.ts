import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow } from '../rows.ts';

export type Counted = { count: number; resetsIn: number };

const countRow = z.object({ count: z.int(), resets_in: z.int() });

/** Counts one call under `key` in a window that starts with the first; answers how many and the seconds until it resets. */
export async function countCall(client: Queryable, key: string, windowSeconds: number): Promise<Counted> {
  const row = await onlyRow(
    client,
    countRow,
    `INSERT INTO rate_limits (key, count, resets_at) VALUES ($1, 1, now() + make_interval(secs => $2))
     ON CONFLICT (key) DO UPDATE SET
       count = CASE WHEN rate_limits.resets_at <= now() THEN 1 ELSE rate_limits.count + 1 END,
       resets_at = CASE WHEN rate_limits.resets_at <= now() THEN now() + make_interval(secs => $2) ELSE rate_limits.resets_at END
     RETURNING count, ceil(extract(epoch FROM resets_at - now()))::int AS resets_in`,
    [key, windowSeconds],
  );
  return { count: row.count, resetsIn: Math.max(1, row.resets_in) };
}

/** What was counted under `key` in its present window, without counting. */
export async function readCount(client: Queryable, key: string): Promise<Counted> {
  const row = await firstRow(
    client,
    countRow,
    `SELECT count, ceil(extract(epoch FROM resets_at - now()))::int AS resets_in
       FROM rate_limits WHERE key = $1 AND resets_at > now()`,
    [key],
  );
  return { count: row?.count ?? 0, resetsIn: Math.max(1, row?.resets_in ?? 1) };
}

/** Takes one counted call back: it turned out not to count. */
export async function uncountCall(client: Queryable, key: string): Promise<void> {
  await execute(client, 'UPDATE rate_limits SET count = greatest(count - 1, 0) WHERE key = $1', [key]);
}
