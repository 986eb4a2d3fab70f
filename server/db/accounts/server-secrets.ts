import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { bytea, execute, onlyRow } from '../rows.ts';

const secretRow = z.object({ value: bytea });

/** Keeps `value` under `name` unless another process was first; answers what is kept. */
export async function keepServerSecret(client: Queryable, name: string, value: Buffer): Promise<Buffer> {
  await execute(
    client,
    'INSERT INTO server_secrets (name, value) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING',
    [name, value],
  );
  const kept = await onlyRow(client, secretRow, 'SELECT value FROM server_secrets WHERE name = $1', [name]);
  return kept.value;
}
