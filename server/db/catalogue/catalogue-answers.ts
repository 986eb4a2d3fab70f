import type pg from 'pg';
import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { LAST_30_DAYS, SHOWN_FOR } from '../ops/use-by-day.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** How long a catalogue's answer is good for (judgement: prices and successors change by the month). */
const KEPT = "interval '30 days'";

const answerRow = z.object({ part_group: z.string(), answer: z.unknown() });

/** What one adapter was answered, by vehicle and group, for 30 days and for all processes. */
export function catalogueAnswers(
  pool: pg.Pool,
  adapter: string,
): {
  read(vehicle: string): Promise<Map<string, unknown>>;
  keep(vehicle: string, group: string, answer: unknown): Promise<void>;
} {
  return {
    async read(vehicle) {
      const found = await rows(
        pool,
        answerRow,
        `SELECT part_group, answer FROM catalogue_answers
          WHERE adapter = $1 AND vehicle = $2 AND kept_at > now() - ${KEPT}`,
        [adapter, vehicle],
      );
      return new Map(found.map((row) => [row.part_group, row.answer]));
    },
    async keep(vehicle, group, answer) {
      await execute(
        pool,
        `INSERT INTO catalogue_answers (adapter, vehicle, part_group, answer) VALUES ($1, $2, $3, $4)
         ON CONFLICT (adapter, vehicle, part_group) DO UPDATE SET answer = excluded.answer, kept_at = now()`,
        [adapter, vehicle, group, JSON.stringify(answer)],
      );
    },
  };
}

/** Asks sources again at once that wanted to be left alone: they have another key now, or are turned on again. */
export async function endRests(client: Queryable, adapters: readonly string[]): Promise<void> {
  await execute(client, `DELETE FROM catalogue_answers WHERE adapter = ANY($1) AND vehicle = 'rest'`, [
    adapters,
  ]);
}

const countRow = z.object({ day: z.int(), month: z.int() });

/** Calls of an adapter that were booked for today and this month (UTC). */
export async function bookedCalls(
  client: Queryable,
  adapter: string,
): Promise<{ day: number; month: number }> {
  const counted = (form: string) =>
    `coalesce((SELECT count FROM rate_limits
       WHERE key = 'catalogue-calls:' || $1 || ':' || to_char(now() AT TIME ZONE 'UTC', '${form}')), 0) `;
  return await onlyRow(
    client,
    countRow,
    `SELECT ${counted('YYYY-MM-DD')} AS day, ${counted('YYYY-MM')} AS month`,
    [adapter],
  );
}

/** Books one call of an adapter for this month (UTC), over all processes; false when `perMonth` are booked already. */
export async function takeMonthlyCall(pool: pg.Pool, adapter: string, perMonth: number): Promise<boolean> {
  const booked = await execute(
    pool,
    `INSERT INTO rate_limits (key, count, resets_at)
     VALUES ('catalogue-calls:' || $1 || ':' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM'), 1,
             date_trunc('month', now(), 'UTC') + interval '1 month')
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + 1 WHERE rate_limits.count < $2`,
    [adapter, perMonth],
  );
  return booked === 1;
}

const callRow = z.object({ adapter: z.string(), day: z.string(), calls: z.int() });

/** Calls of these adapters by day (UTC), of the last 30, the newest first; days without any are left out. */
export async function callsByDay(
  client: Queryable,
  adapters: readonly string[],
): Promise<z.infer<typeof callRow>[]> {
  return await rows(
    client,
    callRow,
    `SELECT a.adapter, d.day, r.count AS calls FROM unnest($1::text[]) AS a (adapter) CROSS JOIN ${LAST_30_DAYS} d
       JOIN rate_limits r ON r.key = 'catalogue-calls:' || a.adapter || ':' || d.day ORDER BY d.day DESC`,
    [adapters],
  );
}

/** Books one call of an adapter for today (UTC), over all processes; false when `perDay` are booked already. */
export async function takeCatalogueCall(pool: pg.Pool, adapter: string, perDay: number): Promise<boolean> {
  if (perDay < 1) return false;
  const booked = await execute(
    pool,
    `INSERT INTO rate_limits (key, count, resets_at)
     VALUES ('catalogue-calls:' || $1 || ':' || to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD'), 1,
             date_trunc('day', now(), 'UTC') + ${SHOWN_FOR})
     ON CONFLICT (key) DO UPDATE SET count = rate_limits.count + 1 WHERE rate_limits.count < $2`,
    [adapter, perDay],
  );
  return booked === 1;
}
