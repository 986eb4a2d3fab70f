import type pg from 'pg';
import { z } from 'zod';
import { inTransaction, type Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

const lotPhotoRowSchema = z.object({
  id: z.string(),
  lot_key: z.string(),
  /** Place in the listing from 1; below 1: listed no longer. */
  number: z.int(),
  source_url: z.string().nullable(),
  label: z.string().nullable(),
  state: z.enum(['listed', 'kept', 'refused', 'duplicate']),
  problem: z.string().nullable(),
  sha256: z.string().nullable(),
  perceptual_hash: z.string().nullable(),
  width: z.int().nullable(),
  height: z.int().nullable(),
});
export type LotPhotoRow = z.infer<typeof lotPhotoRowSchema>;

const COLUMNS =
  'id, lot_key, number, source_url, label, state, problem, sha256, perceptual_hash, width, height';

/**
 * Lists the photos of a lot in their order; those known by their address keep id and state wherever they stand now. Photos no
 * longer listed leave the list and stay: finished reports show them.
 */
export async function listLotPhotos(
  pool: pg.Pool,
  lotKey: string,
  photos: { source_url: string; label: string | null }[],
): Promise<LotPhotoRow[]> {
  const values = [
    lotKey,
    photos.map((_, index) => index + 1),
    photos.map((photo) => photo.source_url),
    photos.map((photo) => photo.label),
  ];
  return await inTransaction(pool, async (client) => {
    // Two who list the same lot at once go one after the other.
    await execute(client, 'SELECT 1 FROM lots WHERE key = $1 FOR UPDATE', [lotKey]);
    await execute(
      client,
      `UPDATE lot_photos p SET number = off.number, updated_at = now(), look_at = now(), state = CASE WHEN p.state = 'duplicate' THEN 'kept' ELSE p.state END
         FROM (SELECT id, (SELECT least(min(number), 0) FROM lot_photos WHERE lot_key = $1)
                 - row_number() OVER (ORDER BY number DESC) AS number
                 FROM lot_photos WHERE lot_key = $1 AND number > 0) off
        WHERE p.id = off.id`,
      [lotKey],
    );
    await execute(
      client,
      `UPDATE lot_photos p SET number = listed.number, label = listed.label
         FROM (SELECT DISTINCT ON (url) number, url, label FROM unnest($2::int[], $3::text[], $4::text[]) AS given(number, url, label)
                ORDER BY url, number) listed
        WHERE p.id = (SELECT id FROM lot_photos WHERE lot_key = $1 AND source_url = listed.url ORDER BY number LIMIT 1)`,
      values,
    );
    await execute(
      client,
      `INSERT INTO lot_photos (lot_key, number, source_url, label)
         SELECT $1, number, url, label FROM unnest($2::int[], $3::text[], $4::text[]) AS given(number, url, label)
       ON CONFLICT (lot_key, number) DO NOTHING`,
      values,
    );
    return await readLotPhotos(client, lotKey);
  });
}

/** The listed photos in their order. */
export async function readLotPhotos(client: Queryable, lotKey: string): Promise<LotPhotoRow[]> {
  return await rows(
    client,
    lotPhotoRowSchema,
    `SELECT ${COLUMNS} FROM lot_photos WHERE lot_key = $1 AND number > 0 ORDER BY number`,
    [lotKey],
  );
}

const photoCountsSchema = z.object({ listed: z.int(), held: z.int(), refused: z.int() });

/** How many photos of a lot are listed, kept here and refused; copies of one photo count once. */
export async function countLotPhotos(
  client: Queryable,
  lotKey: string,
): Promise<z.infer<typeof photoCountsSchema>> {
  return await onlyRow(
    client,
    photoCountsSchema,
    `SELECT count(*)::int AS listed, (count(*) FILTER (WHERE state = 'kept'))::int AS held,
            (count(*) FILTER (WHERE state = 'refused'))::int AS refused
       FROM lot_photos WHERE lot_key = $1 AND number > 0 AND state <> 'duplicate'`,
    [lotKey],
  );
}

export async function findLotPhoto(client: Queryable, id: string): Promise<LotPhotoRow | null> {
  return await firstRow(client, lotPhotoRowSchema, `SELECT ${COLUMNS} FROM lot_photos WHERE id = $1`, [id]);
}

export type PhotoOutcome =
  | { state: 'kept' | 'duplicate'; sha256: string; perceptualHash: string; width: number; height: number }
  | { state: 'refused'; problem: string };

export async function settleLotPhoto(client: Queryable, id: string, outcome: PhotoOutcome): Promise<void> {
  const kept = outcome.state === 'refused' ? null : outcome;
  await execute(
    client,
    `UPDATE lot_photos SET state = $2, problem = $3, sha256 = $4, perceptual_hash = $5, width = $6, height = $7, updated_at = now()
      WHERE id = $1 AND ($2 <> 'refused' OR state <> 'kept')`,
    [
      id,
      outcome.state,
      outcome.state === 'refused' ? outcome.problem : null,
      kept?.sha256 ?? null,
      kept?.perceptualHash ?? null,
      kept?.width ?? null,
      kept?.height ?? null,
    ],
  );
}
