import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow } from '../rows.ts';

/** `pair`: a code that is typed into the browser extension instead of mailed. */
export type LinkKind = 'verify' | 'reset' | 'pair';
const LIFE: Record<LinkKind, string> = { verify: '24 hours', reset: '30 minutes', pair: '10 minutes' };

const ownerRow = z.object({ user_id: z.string() });

/** Stores a link's hash and voids older ones of the same kind. */
export async function insertLink(
  client: Queryable,
  userId: string,
  kind: LinkKind,
  hash: Buffer,
): Promise<void> {
  await execute(
    client,
    'UPDATE link_tokens SET used_at = now() WHERE user_id = $1 AND kind = $2 AND used_at IS NULL',
    [userId, kind],
  );
  await execute(
    client,
    'INSERT INTO link_tokens (hash, user_id, kind, expires_at) VALUES ($1, $2, $3, now() + $4::interval)',
    [hash, userId, kind, LIFE[kind]],
  );
}

/** Whose live link this is, without using it; null when unknown, used or expired. */
export async function linkOwner(client: Queryable, kind: LinkKind, hash: Buffer): Promise<string | null> {
  const found = await firstRow(
    client,
    ownerRow,
    'SELECT user_id FROM link_tokens WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > now()',
    [hash, kind],
  );
  return found?.user_id ?? null;
}

/** Uses a link up by one conditional statement; its user, or null when unknown, used or expired. */
export async function redeemLink(client: Queryable, kind: LinkKind, hash: Buffer): Promise<string | null> {
  const used = await firstRow(
    client,
    ownerRow,
    'UPDATE link_tokens SET used_at = now() WHERE hash = $1 AND kind = $2 AND used_at IS NULL AND expires_at > now() RETURNING user_id',
    [hash, kind],
  );
  return used?.user_id ?? null;
}
