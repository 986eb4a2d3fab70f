import { type Lot, type LotOrigin, lotSchema, type StoredLot } from '../../../contract/schemas/lot.ts';
import type { Queryable } from '../client.ts';

type LotRow = { key: string; origin: LotOrigin; lot: unknown; read_at: Date };

const storedLot = (row: LotRow): StoredLot => ({
  ...lotSchema.parse(row.lot),
  lot_key: row.key,
  origin: row.origin,
  read_at: row.read_at.toISOString(),
});

/** Stores a lot under its key; an older reading of the same key is replaced. */
export async function saveLot(
  client: Queryable,
  key: string,
  origin: LotOrigin,
  lot: Lot,
): Promise<StoredLot> {
  const saved = await client.query<LotRow>(
    `INSERT INTO lots (key, site, lot_number, origin, lot) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (key) DO UPDATE SET lot = $5, lot_number = $3, origin = $4, read_at = now() RETURNING key, origin, lot, read_at`,
    [key, lot.site, lot.lot_number, origin, JSON.stringify(lot)],
  );
  const row = saved.rows[0];
  if (!row) throw new Error('the lot was not stored');
  return storedLot(row);
}

/** A stored lot not older than `maxAgeSeconds` (null: of any age). */
export async function findLot(
  client: Queryable,
  key: string,
  maxAgeSeconds: number | null,
): Promise<StoredLot | null> {
  const found = await client.query<LotRow>(
    'SELECT key, origin, lot, read_at FROM lots WHERE key = $1 AND ($2::int IS NULL OR read_at > now() - make_interval(secs => $2::int))',
    [key, maxAgeSeconds],
  );
  const row = found.rows[0];
  return row ? storedLot(row) : null;
}
