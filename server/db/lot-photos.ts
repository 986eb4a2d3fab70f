import type { Queryable } from './client.ts';

export type LotPhotoRow = {
  id: string;
  lot_key: string;
  number: number;
  source_url: string | null;
  label: string | null;
  state: 'listed' | 'kept' | 'refused' | 'duplicate';
  problem: string | null;
  sha256: string | null;
  perceptual_hash: string | null;
  width: number | null;
  height: number | null;
};

const COLUMNS =
  'id, lot_key, number, source_url, label, state, problem, sha256, perceptual_hash, width, height';

/** Lists the photos of a lot; those already listed under the same number and address keep their id and state. */
export async function listLotPhotos(
  client: Queryable,
  lotKey: string,
  photos: { source_url: string; label: string | null }[],
): Promise<LotPhotoRow[]> {
  await client.query('DELETE FROM lot_photos WHERE lot_key = $1 AND number > $2', [lotKey, photos.length]);
  await client.query(
    `INSERT INTO lot_photos (lot_key, number, source_url, label)
       SELECT $1, number, url, label FROM unnest($2::int[], $3::text[], $4::text[]) AS listed(number, url, label)
     ON CONFLICT (lot_key, number) DO UPDATE SET label = excluded.label, source_url = excluded.source_url,
       id = CASE WHEN lot_photos.source_url IS NOT DISTINCT FROM excluded.source_url THEN lot_photos.id ELSE gen_random_uuid() END,
       state = CASE WHEN lot_photos.source_url IS NOT DISTINCT FROM excluded.source_url THEN lot_photos.state ELSE 'listed' END`,
    [
      lotKey,
      photos.map((_, index) => index + 1),
      photos.map((photo) => photo.source_url),
      photos.map((photo) => photo.label),
    ],
  );
  return await readLotPhotos(client, lotKey);
}

export async function readLotPhotos(client: Queryable, lotKey: string): Promise<LotPhotoRow[]> {
  const found = await client.query<LotPhotoRow>(
    `SELECT ${COLUMNS} FROM lot_photos WHERE lot_key = $1 ORDER BY number`,
    [lotKey],
  );
  return found.rows;
}

export async function findLotPhoto(client: Queryable, id: string): Promise<LotPhotoRow | null> {
  const found = await client.query<LotPhotoRow>(`SELECT ${COLUMNS} FROM lot_photos WHERE id = $1`, [id]);
  return found.rows[0] ?? null;
}

export type PhotoOutcome =
  | { state: 'kept' | 'duplicate'; sha256: string; perceptualHash: string; width: number; height: number }
  | { state: 'refused'; problem: string };

export async function settleLotPhoto(client: Queryable, id: string, outcome: PhotoOutcome): Promise<void> {
  const kept = outcome.state === 'refused' ? null : outcome;
  await client.query(
    `UPDATE lot_photos SET state = $2, problem = $3, sha256 = $4, perceptual_hash = $5, width = $6, height = $7, updated_at = now() WHERE id = $1`,
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
