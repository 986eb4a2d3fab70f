import type pg from 'pg';
import { inTransaction } from '../db/client.ts';
import { audit } from '../db/ops/audit.ts';
import { keepSealed, lockSealed, SEALED_TABLES } from '../db/sealed/sealed-secrets.ts';
import type { Seal } from '../secrets/seal.ts';

/** How many secrets of a table were sealed anew, and how many no key opens. */
type Resealed = Record<string, { resealed: number; not_opened: number }>;

/** Seals every secret with the newest key, so that the earlier ones may be dropped once none is left that no key opens; noted. */
export async function reseal(
  { pool, seal }: { pool: pg.Pool; seal: Seal },
  actor: string,
): Promise<Resealed> {
  return await inTransaction(pool, async (client) => {
    const done: Resealed = {};
    for (const table of SEALED_TABLES) {
      const counts = { resealed: 0, not_opened: 0 };
      for (const { id, name, ...stored } of await lockSealed(client, table)) {
        const secret = seal.open(name, stored);
        if (secret === null) counts.not_opened += 1;
        else {
          await keepSealed(client, table, id, seal.seal(name, secret));
          counts.resealed += 1;
        }
      }
      done[table] = counts;
    }
    await audit(client, { actor, action: 'secrets_resealed', subject: null, details: done });
    return done;
  });
}
