import type { Queryable } from '../client.ts';

export type LinkKind = 'verify' | 'reset';
const LIFE: Record<LinkKind, string> = { verify: '24 hours', reset: '30 minutes' };

/** Stores a link's hash and voids older ones of the same kind. */
export async function insertLink(
  client: Queryable,
  userId: string,
  kind: LinkKind,
  hash: Buffer,
): Promise<void> {
  await client.query(
    'UPDATE link_tokens SET used_at = now() WHERE user_id = $1 AND kind = $2 AND used_at IS NULL',
    [userId, kind],
  );
  await client.query(
    'INSERT INTO link_tokens (hash, user_id, kind, expires_at) VALUES ($1, $2, $3, now() + $4::interval)',
    [hash, userId, kind, LIFE[kind]],
  );
}

/** Whose live link this is, without using it; null when unknown, used or expired. */
export async function linkOwner(client: Queryable, kind: LinkKind, hash: Buffer): Promise<string | null> {
  const found = await client.query<{ user_id: string }>(
    'SELECT user_id FROM link_tokens WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > now()',
    [hash, kind],
  );
  return found.rows[0]?.user_id ?? null;
}

/** Uses a link up by one conditional statement; its user, or null when unknown, used or expired. */
export async function redeemLink(client: Queryable, kind: LinkKind, hash: Buffer): Promise<string | null> {
  const used = await client.query<{ user_id: string }>(
    'UPDATE link_tokens SET used_at = now() WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > now() RETURNING user_id',
    [hash, kind],
  );
  return used.rows[0]?.user_id ?? null;
}
