import { z } from 'zod';
import type { Site } from '../../../contract/sites.ts';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

/** How long counts by day are kept that operators see for 30 days. */
export const SHOWN_DAYS = '35 days';
export const SHOWN_FOR = `interval '${SHOWN_DAYS}'`;

/** The last 30 days (UTC), today's included, as a table of one column `day`. */
export const LAST_30_DAYS = `(SELECT to_char((now() AT TIME ZONE 'UTC')::date - n, 'YYYY-MM-DD') AS day FROM generate_series(0, 29) n)`;

/** Counts that a lot was asked of its site; `outcome`: `read`, or the code of what came instead. */
export async function countLotReading(client: Queryable, site: Site, outcome: string): Promise<void> {
  await execute(
    client,
    `INSERT INTO lot_readings (day, site, outcome, lots) VALUES ((now() AT TIME ZONE 'UTC')::date, $1, $2, 1)
     ON CONFLICT (day, site, outcome) DO UPDATE SET lots = lot_readings.lots + 1`,
    [site, outcome],
  );
}

const readingRow = z.object({ site: z.string(), day: z.string(), outcome: z.string(), lots: z.int() });

/** What came of asking sites for lots by day (UTC), of the last 30, the newest first, the most frequent outcome first. */
export async function lotReadingsByDay(client: Queryable): Promise<z.infer<typeof readingRow>[]> {
  return await rows(
    client,
    readingRow,
    `SELECT site, to_char(day, 'YYYY-MM-DD') AS day, outcome, lots FROM lot_readings
      WHERE day > (now() AT TIME ZONE 'UTC')::date - 30 ORDER BY lot_readings.day DESC, lots DESC, outcome`,
  );
}
