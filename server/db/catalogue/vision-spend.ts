import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { LAST_30_DAYS, SHOWN_DAYS } from '../ops/use-by-day.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** Booked amounts are whole hundredths of a cent, rounded up: no request is free by rounding. */
const unitsOf = (usd: number): number => Math.ceil(usd * 10_000 - 1e-6);

export type DailyCaps = { readonly perUser: number; readonly all: number };
export type DailyBooking = { settle(spentUsd: number): Promise<void> };

const dayRow = z.object({ day: z.string() });

/** Takes the whole booking back. */
class CapReached extends Error {}

/** Adds to a day's count, which is kept so long; throws CapReached where it would go above the cap. */
async function add(
  client: pg.PoolClient,
  { key, kept }: { key: string; kept: string },
  units: number,
  cap: number,
): Promise<void> {
  if (units > cap) throw new CapReached(key);
  const added = await execute(
    client,
    `INSERT INTO rate_limits (key, count, resets_at)
     VALUES ($1, $2, date_trunc('day', now(), 'UTC') + $4::interval)
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + excluded.count
     WHERE rate_limits.count + excluded.count <= $3`,
    [key, units, cap, kept],
  );
  if (added !== 1) throw new CapReached(key);
}

const spentRow = z.object({ units: z.int() });

/** What the service booked for paid photo checks today (UTC), US dollars. */
export async function spentToday(client: Queryable): Promise<number> {
  const { units } = await onlyRow(
    client,
    spentRow,
    `SELECT coalesce((SELECT count FROM rate_limits
       WHERE key = 'vision-usd:' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD')), 0) AS units`,
  );
  return units / 10_000;
}

const dayRowOfSpend = z.object({ day: z.string(), units: z.int() });

/** The same by day, of the last 30, the newest first; days on which nothing was booked are left out. */
export async function spentByDay(client: Queryable): Promise<{ day: string; usd: number }[]> {
  const found = await rows(
    client,
    dayRowOfSpend,
    `SELECT d.day, r.count AS units FROM ${LAST_30_DAYS} d JOIN rate_limits r ON r.key = 'vision-usd:' || d.day ORDER BY d.day DESC`,
  );
  return found.map(({ day, units }) => ({ day, usd: units / 10_000 }));
}

/**
 * The day's caps on paid photo checks (US dollars, days of UTC, counted by the database over all processes): an amount is
 * booked for the account and for the service together, or not at all. `spender` null counts for the service alone.
 */
export function dailySpendGate(
  pool: pg.Pool,
  spender: string | null,
  caps: DailyCaps,
): (usd: number) => Promise<DailyBooking | null> {
  return async (usd) => {
    const booked = unitsOf(usd);
    const keys = await inTransaction(pool, async (client) => {
      const { day } = await onlyRow(
        client,
        dayRow,
        `SELECT to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day`,
      );
      const all = `vision-usd:${day}`;
      // The service's row first, always: two bookings never wait for each other crosswise.
      await add(client, { key: all, kept: SHOWN_DAYS }, booked, Math.floor(caps.all * 10_000));
      if (spender === null) return [all];
      const own = `${all}:${spender}`;
      await add(client, { key: own, kept: '2 days' }, booked, Math.floor(caps.perUser * 10_000));
      return [all, own];
    }).catch((error: unknown) => {
      if (error instanceof CapReached) return null;
      throw error;
    });
    if (keys === null) return null;
    return {
      async settle(spentUsd) {
        const difference = unitsOf(spentUsd) - booked;
        if (difference === 0) return;
        await execute(pool, 'UPDATE rate_limits SET count = greatest(0, count + $2) WHERE key = ANY($1)', [
          keys,
          difference,
        ]);
      },
    };
  };
}
