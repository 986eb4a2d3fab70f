import { z } from 'zod';
import type { Sealed } from '../../secrets/seal.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow } from '../rows.ts';

const sealedRow = z.object({ sealed: bytea, key_version: z.int() });

/** The sealed secret that a partner signs its sales with; null where it has none, or is not approved or paused. */
export const findSalesSecret = (client: Queryable, partnerId: string): Promise<Sealed | null> =>
  firstRow(
    client,
    sealedRow,
    `SELECT sealed_secret AS sealed, key_version FROM partners
      WHERE id = $1 AND sealed_secret IS NOT NULL AND state IN ('approved', 'paused')`,
    [partnerId],
  );

/** Keeps a partner's secret in place of the one before. */
export async function keepSalesSecret(client: Queryable, partnerId: string, secret: Sealed): Promise<void> {
  await execute(client, 'UPDATE partners SET sealed_secret = $2, key_version = $3 WHERE id = $1', [
    partnerId,
    secret.sealed,
    secret.key_version,
  ]);
}
