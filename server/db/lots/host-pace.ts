import type pg from 'pg';
import { z } from 'zod';
import { inTransaction } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

type Wait = { host: string; caller: string; intervalMs: number; maxWaitMs: number; mostWaiting: number };
/** Turns that at most go before another request of this caller (web-fetch/host-line.ts). */
type TurnsBefore = (waiting: readonly { caller: string; count: number }[], caller: string) => number;

/** A ticket not asked for so long after it should have been is passed over: its process is full, slow or dead, ms. */
const GRACE_MS = 1_000;
/** How soon to look again when the turn is another process's, ms. */
const LOOK_AGAIN_MS = 40;
/** No wait lasts so long: what is older was left behind by a process that died. */
const DEAD_AFTER = "interval '60 seconds'";

const waitingRow = z.object({ caller: z.string(), here: z.boolean(), count: z.int() });
const ticketRow = z.object({ id: z.number() });
const turnRow = z.object({ id: z.number(), caller: z.string(), interval_ms: z.int() });
const restRow = z.object({ rest_ms: z.number() });

/**
 * The lines before hosts as web-fetch/host-line.ts describes them, for all processes of this database. What holds: turns at a
 * host are one gap apart whoever takes them, since the host's row is locked while one is taken; callers go round-robin,
 * whatever process they wait in. A process that dies with the next turn delays the others once by 1 s; one without a free
 * place is passed over and keeps its place in line. Times are the database's.
 */
export function linesInDatabase(pool: pg.Pool, turnsBefore: TurnsBefore) {
  return {
    async join({ host, caller, intervalMs, maxWaitMs, mostWaiting }: Wait) {
      return await inTransaction(pool, async (client) => {
        const restMs = await lockHost(client, host);
        // Of before the clock was set back: who is there still says so again, who is not dies out like others.
        await execute(
          client,
          `UPDATE host_waits SET joined_at = clock_timestamp(),
                  asked_until = least(asked_until, clock_timestamp() + make_interval(secs => $2::float8 / 1000))
            WHERE host = $1 AND joined_at > clock_timestamp()`,
          [host, GRACE_MS],
        );
        await execute(
          client,
          `DELETE FROM host_waits WHERE host = $1 AND joined_at < clock_timestamp() - ${DEAD_AFTER}`,
          [host],
        );
        const waiting = await rows(
          client,
          waitingRow,
          `SELECT caller, host = $1 AS here, count(*)::int AS count FROM host_waits
            WHERE host = $1 OR caller = $2 GROUP BY caller, host = $1`,
          [host, caller],
        );
        const here = waiting.filter((row) => row.here);
        const waitMs = Math.max(0, restMs) + turnsBefore(here, caller) * intervalMs;
        const own = waiting.reduce((sum, row) => sum + (row.caller === caller ? row.count : 0), 0);
        if (waitMs > maxWaitMs || own >= mostWaiting) return { ticket: null, waitMs };
        const joined = await onlyRow(
          client,
          ticketRow,
          `WITH new AS (SELECT nextval('host_waits_id_seq') AS id)
           INSERT INTO host_waits (id, host, caller, interval_ms, since)
           SELECT id, $1, $2, $3, coalesce((SELECT min(since) FROM host_waits WHERE host = $1 AND caller = $2), id) FROM new
           RETURNING id::float8 AS id`,
          [host, caller, Math.round(intervalMs)],
        );
        return { ticket: joined.id, waitMs };
      });
    },

    async next(host: string, tickets: readonly number[]) {
      return await inTransaction(pool, async (client) => {
        const restMs = Math.max(0, await lockHost(client, host));
        await execute(
          client,
          'UPDATE host_waits SET asked_until = clock_timestamp() + make_interval(secs => $2::float8 / 1000) WHERE id = ANY($1)',
          [tickets, restMs + GRACE_MS],
        );
        if (restMs > 0) return { askInMs: restMs };
        const first = await firstRow(
          client,
          turnRow,
          `SELECT id::float8 AS id, caller, interval_ms FROM host_waits
            WHERE host = $1 AND asked_until BETWEEN clock_timestamp() AND clock_timestamp() + ${DEAD_AFTER}
            ORDER BY since, id LIMIT 1`,
          [host],
        );
        if (!first || !tickets.includes(first.id)) return { askInMs: LOOK_AGAIN_MS };
        await execute(client, 'DELETE FROM host_waits WHERE id = $1', [first.id]);
        await execute(
          client,
          `WITH turn AS (SELECT nextval('host_waits_id_seq') AS number)
           UPDATE host_waits SET since = turn.number FROM turn WHERE host = $1 AND caller = $2`,
          [host, first.caller],
        );
        // Until this process asks for its others again, they hold up nobody.
        await execute(client, 'UPDATE host_waits SET asked_until = clock_timestamp() WHERE id = ANY($1)', [
          tickets,
        ]);
        await execute(
          client,
          'UPDATE host_pace SET next_at = clock_timestamp() + make_interval(secs => $2::float8 / 1000), gap_ms = $2 WHERE host = $1',
          [host, first.interval_ms],
        );
        return { ticket: first.id };
      });
    },

    async leave(_host: string, ticket: number): Promise<void> {
      await execute(pool, 'DELETE FROM host_waits WHERE id = $1', [ticket]);
    },
  };
}

/**
 * Locks the host's row until the transaction ends; answers the ms until its next turn. That is never further away than the gap:
 * a clock that was set back would keep everybody from the host for as long.
 */
async function lockHost(client: pg.PoolClient, host: string): Promise<number> {
  const locked = await onlyRow(
    client,
    restRow,
    `INSERT INTO host_pace (host, next_at) VALUES ($1, clock_timestamp())
     ON CONFLICT (host) DO UPDATE
       SET next_at = least(host_pace.next_at, clock_timestamp() + make_interval(secs => host_pace.gap_ms::float8 / 1000))
     RETURNING (extract(epoch FROM next_at - clock_timestamp()) * 1000)::float8 AS rest_ms`,
    [host],
  );
  return locked.rest_ms;
}
