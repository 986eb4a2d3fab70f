import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, onlyRow } from '../rows.ts';

/** Booked amounts are whole hundredths of a cent, rounded up: no request is free by rounding. */
const unitsOf = (usd: number): number => Math.ceil(usd * 10_000 - 1e-6);

export type DailyCaps = { readonly perUser: number; readonly all: number };
export type DailyBooking = { settle(spentUsd: number): Promise<void> };

const dayRow = z.object({ day: z.string() });

/** Takes the whole booking back. */
class CapReached extends Error {}

/** Adds to a day's count; throws CapReached where it would go above the cap. */
async function add(client: pg.PoolClient, key: string, units: number, cap: number): Promise<void> {
  if (units > cap) throw new CapReached(key);
  const added = await execute(
    client,
    `INSERT INTO rate_limits (key, count, resets_at)
     VALUES ($1, $2, date_trunc('day', now(), 'UTC') + interval '2 days')
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + excluded.count
     WHERE rate_limits.count + excluded.count <= $3`,
    [key, units, cap],
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
      await add(client, all, booked, Math.floor(caps.all * 10_000));
      if (spender === null) return [all];
      const own = `${all}:${spender}`;
      await add(client, own, booked, Math.floor(caps.perUser * 10_000));
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
