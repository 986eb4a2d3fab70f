import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { KEYS_CHANNEL } from '../notifications.ts';
import { bytea, execute, rows } from '../rows.ts';

const storedKeyRow = z.object({
  name: z.string(),
  sealed: bytea,
  key_version: z.int(),
  stored_at: z.date(),
});
export type StoredKey = z.infer<typeof storedKeyRow>;

/** What operators saved, still sealed. */
export async function listStoredKeys(client: Queryable): Promise<StoredKey[]> {
  return await rows(
    client,
    storedKeyRow,
    'SELECT name, sealed, key_version, stored_at FROM stored_keys ORDER BY name',
  );
}

/** Keeps sealed settings in place of those of their names; every process is told when the transaction ends. */
export async function keepStoredKeys(
  client: Queryable,
  keys: readonly Omit<StoredKey, 'stored_at'>[],
): Promise<void> {
  for (const { name, sealed, key_version } of keys)
    await execute(
      client,
      `INSERT INTO stored_keys (name, sealed, key_version) VALUES ($1, $2, $3)
       ON CONFLICT (name) DO UPDATE SET sealed = excluded.sealed, key_version = excluded.key_version, stored_at = now()`,
      [name, sealed, key_version],
    );
  await announce(client);
}

/** Deletes those of these names; how many there were. */
export async function deleteStoredKeys(client: Queryable, names: readonly string[]): Promise<number> {
  const gone = await execute(client, 'DELETE FROM stored_keys WHERE name = ANY($1)', [names]);
  await announce(client);
  return gone;
}

const announce = (client: Queryable): Promise<number> =>
  execute(client, 'SELECT pg_notify($1, $2)', [KEYS_CHANNEL, '']);
