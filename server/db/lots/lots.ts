import { z } from 'zod';
import {
  type Lot,
  type LotOrigin,
  lotOriginSchema,
  lotSchema,
  type StoredLot,
} from '../../../contract/schemas/lot.ts';
import type { Queryable } from '../client.ts';
import { firstRow, onlyRow, rows } from '../rows.ts';

const lotRow = z.object({ key: z.string(), origin: lotOriginSchema, lot: lotSchema, read_at: z.date() });

const storedLot = (row: z.infer<typeof lotRow>): StoredLot => ({
  ...row.lot,
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
  const saved = await onlyRow(
    client,
    lotRow,
    `INSERT INTO lots (key, site, lot_number, origin, lot) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (key) DO UPDATE SET lot = $5, lot_number = $3, origin = $4, read_at = now() RETURNING key, origin, lot, read_at`,
    [key, lot.site, lot.lot_number, origin, JSON.stringify(lot)],
  );
  return storedLot(saved);
}

/** A stored lot not older than `maxAgeSeconds` (null: of any age). */
export async function findLot(
  client: Queryable,
  key: string,
  maxAgeSeconds: number | null,
): Promise<StoredLot | null> {
  const found = await firstRow(
    client,
    lotRow,
    'SELECT key, origin, lot, read_at FROM lots WHERE key = $1 AND ($2::int IS NULL OR read_at > now() - make_interval(secs => $2::int))',
    [key, maxAgeSeconds],
  );
  return found && storedLot(found);
}

/** The newest lot from a licensed source by its VIN or its number, not older than `maxAgeSeconds`. */
export async function findLicensedLot(
  client: Queryable,
  { vin, lotNumber }: { vin: string | null; lotNumber: string | null },
  maxAgeSeconds: number,
): Promise<StoredLot | null> {
  const found = await firstRow(
    client,
    lotRow,
    `SELECT key, origin, lot, read_at FROM lots
      WHERE read_at > now() - make_interval(secs => $3::int) AND origin = 'licensed'
        AND (lot_number = $1 OR lot ->> 'vin' = $2)
      ORDER BY read_at DESC LIMIT 1`,
    [lotNumber, vin, maxAgeSeconds],
  );
  return found && storedLot(found);
}

const keyRow = z.object({ key: z.string() });

/** Deletes those of these lots that came from a user's own page or entry and that no report uses; answers their keys. */
export async function deleteOwnLots(client: Queryable, keys: readonly string[]): Promise<string[]> {
  const gone = await rows(
    client,
    keyRow,
    `DELETE FROM lots l WHERE key = ANY($1) AND origin IN ('own_page', 'entered')
        AND NOT EXISTS (SELECT 1 FROM reports r WHERE r.lot_key = l.key) RETURNING key`,
    [keys],
  );
  return gone.map(({ key }) => key);
}
