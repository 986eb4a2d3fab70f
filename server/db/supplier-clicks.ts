import type { Queryable } from './client.ts';

/** Counts one click of today (UTC). `make` empty: not known. */
export async function countClick(client: Queryable, supplier: string, make: string): Promise<void> {
  await client.query(
    `INSERT INTO supplier_clicks (supplier, day, make, clicks) VALUES ($1, (now() AT TIME ZONE 'utc')::date, $2, 1)
     ON CONFLICT (supplier, day, make) DO UPDATE SET clicks = supplier_clicks.clicks + 1`,
    [supplier, make],
  );
}

export type ClickRow = { supplier: string; day: string; make: string; clicks: number };

/** Clicks by supplier, day (ISO, UTC) and make; of one supplier and from and to a day, both inclusive, where given. */
export async function listClicks(
  client: Queryable,
  of: { supplier: string | null; from: string | null; to: string | null },
): Promise<ClickRow[]> {
  const found = await client.query<ClickRow>(
    `SELECT supplier, day::text AS day, make, clicks FROM supplier_clicks
      WHERE ($1::text IS NULL OR supplier = $1) AND ($2::date IS NULL OR day >= $2) AND ($3::date IS NULL OR day <= $3)
      ORDER BY day, supplier, make`,
    [of.supplier, of.from, of.to],
  );
  return found.rows;
}
