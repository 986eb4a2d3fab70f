import { z } from 'zod';
import type { Sealed } from '../../secrets/seal.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, rows } from '../rows.ts';

/** Every table with secrets that were sealed: its key, its sealed column, and the name that a row's secret is sealed under. */
const TABLES = {
  operators: { id: 'user_id', sealed: 'sealed_secret', name: "'operator:' || user_id" },
  partners: { id: 'id', sealed: 'sealed_secret', name: "'partner sales:' || id" },
  stored_keys: { id: 'name', sealed: 'sealed', name: 'name' },
  webhooks: { id: 'id', sealed: 'sealed_secret', name: "'webhook:' || id" },
} as const;
type SealedTable = keyof typeof TABLES;
export const SEALED_TABLES = Object.keys(TABLES) as SealedTable[];

const sealedRow = z.object({ id: z.string(), name: z.string(), sealed: bytea, key_version: z.int() });

/** What a table holds sealed, locked until the transaction ends. */
export async function lockSealed(
  client: Queryable,
  table: SealedTable,
): Promise<z.infer<typeof sealedRow>[]> {
  const { id, sealed, name } = TABLES[table];
  return await rows(
    client,
    sealedRow,
    `SELECT ${id}::text AS id, ${name} AS name, ${sealed} AS sealed, key_version FROM ${table}
      WHERE ${sealed} IS NOT NULL ORDER BY 1 FOR UPDATE`,
  );
}

/** Keeps a secret as it is sealed now. */
export async function keepSealed(
  client: Queryable,
  table: SealedTable,
  id: string,
  { sealed, key_version }: Sealed,
): Promise<void> {
  await execute(
    client,
    `UPDATE ${table} SET ${TABLES[table].sealed} = $2, key_version = $3 WHERE ${TABLES[table].id}::text = $1`,
    [id, sealed, key_version],
  );
}
