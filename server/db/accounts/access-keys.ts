import { z } from 'zod';
import {
  type AccessKeyKind,
  type AccessScope,
  accessScopeSchema,
} from '../../../contract/api/access-key-answers.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

export type NewAccessKey = {
  userId: string;
  kind: AccessKeyKind;
  name: string;
  hash: Buffer;
  scopes: readonly AccessScope[];
  origin: string | null;
  userAgent: string | null;
};

/** Live keys of extensions an account may have; the one unused longest is revoked when another is made. */
const MAX_KEYS = 20;

// A scope that a later version gave is none of ours.
const scopes = z
  .array(z.string())
  .transform((names) => names.flatMap((name) => accessScopeSchema.safeParse(name).data ?? []));
const kind = z.enum(['extension', 'program']);
const idRow = z.object({ id: z.string() });

const madeRow = z.object({ id: z.string(), created_at: z.date() });

/** Keeps a new key. */
export async function insertAccessKey(
  client: Queryable,
  key: NewAccessKey,
): Promise<z.infer<typeof madeRow>> {
  const made = await onlyRow(
    client,
    madeRow,
    `INSERT INTO access_keys (user_id, kind, name, hash, scopes, origin, user_agent)
     VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id, created_at`,
    [key.userId, key.kind, key.name, key.hash, key.scopes, key.origin, key.userAgent],
  );
  if (key.kind === 'extension') await revokeUnused(client, key.userId, made.id);
  return made;
}

/** What no longer fits beside the new one. */
async function revokeUnused(client: Queryable, userId: string, newId: string): Promise<void> {
  await execute(
    client,
    `UPDATE access_keys SET revoked_at = now() WHERE id IN (
       SELECT id FROM access_keys WHERE user_id = $1 AND kind = 'extension' AND revoked_at IS NULL AND id <> $2
        ORDER BY coalesce(last_used_at, created_at) DESC OFFSET ${MAX_KEYS - 1})`,
    [userId, newId],
  );
}

const countRow = z.object({ count: z.int() });

/** How many live keys of programs an account has; whoever makes one for it waits until the caller's transaction ends. */
export async function countProgramKeys(client: Queryable, userId: string): Promise<number> {
  await execute(client, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [userId]);
  const { count } = await onlyRow(
    client,
    countRow,
    "SELECT count(*)::int AS count FROM access_keys WHERE user_id = $1 AND kind = 'program' AND revoked_at IS NULL",
    [userId],
  );
  return count;
}

const liveKeyRow = z.object({
  id: z.string(),
  user_id: z.string(),
  kind,
  scopes,
  origin: z.string().nullable(),
  unnoted: z.boolean(),
});
export type LiveAccessKey = Omit<z.infer<typeof liveKeyRow>, 'unnoted'>;

/** The live key of a verified account behind this hash, noted as used now; null when unknown or revoked. */
export async function noteAccessKey(client: Queryable, hash: Buffer): Promise<LiveAccessKey | null> {
  const found = await firstRow(
    client,
    liveKeyRow,
    `SELECT k.id, k.user_id, k.kind, k.scopes, k.origin,
            coalesce(k.last_used_at < now() - interval '1 minute', true) AS unnoted
       FROM access_keys k JOIN users u ON u.id = k.user_id
      WHERE k.hash = $1 AND k.revoked_at IS NULL AND u.verified_at IS NOT NULL`,
    [hash],
  );
  if (found === null) return null;
  const { unnoted, ...key } = found;
  if (unnoted) await execute(client, 'UPDATE access_keys SET last_used_at = now() WHERE id = $1', [key.id]);
  return key;
}

/** Whether some live key belongs to an extension of this origin. */
export async function isPairedOrigin(client: Queryable, origin: string): Promise<boolean> {
  const found = await firstRow(
    client,
    idRow,
    'SELECT id FROM access_keys WHERE origin = $1 AND revoked_at IS NULL LIMIT 1',
    [origin],
  );
  return found !== null;
}

const listedKeyRow = z.object({
  id: z.string(),
  kind,
  name: z.string(),
  scopes,
  user_agent: z.string().nullable(),
  created_at: z.date(),
  last_used_at: z.date().nullable(),
});

/** The live keys of an account, the newest first. */
export async function listAccessKeys(
  client: Queryable,
  userId: string,
): Promise<z.infer<typeof listedKeyRow>[]> {
  return await rows(
    client,
    listedKeyRow,
    `SELECT id, kind, name, scopes, user_agent, created_at, last_used_at FROM access_keys
      WHERE user_id = $1 AND revoked_at IS NULL ORDER BY created_at DESC`,
    [userId],
  );
}

/** Revokes the live keys of an account, or one of them; how many there were. */
export async function revokeAccessKeys(
  client: Queryable,
  userId: string,
  which: { only?: string } = {},
): Promise<number> {
  return await execute(
    client,
    'UPDATE access_keys SET revoked_at = now() WHERE user_id = $1 AND revoked_at IS NULL AND ($2::uuid IS NULL OR id = $2)',
    [userId, which.only ?? null],
  );
}
