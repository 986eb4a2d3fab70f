import type pg from 'pg';
import { makeKeySchema } from '../../../contract/schemas/vehicle.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { inSavepoint } from '../../db/client.ts';
import { countMet, findNamedNumbers } from '../../db/partners/stock.ts';
import type { Log } from '../../log.ts';
import { normaliseNumber, numberFamily } from '../../parts-catalogues/merge/number-format.ts';

/** Makes whose numbers follow the same system. */
export const makesOfFamily = (make: MakeKey): MakeKey[] =>
  makeKeySchema.options.filter((other) => numberFamily(other) === numberFamily(make));

/**
 * Counts which numbers of partners' stock a report names, in the transaction that finishes it: one look into an index, and nothing
 * of the report is kept with it. A fault costs the count, never the report.
 */
export async function noteMet(
  client: pg.PoolClient,
  { log, now }: { log: Pick<Log, 'warn'>; now(): Date },
  { reportId }: { reportId: string },
): Promise<void> {
  try {
    await inSavepoint(client, async () => {
      const named = await findNamedNumbers(client, reportId);
      if (named === null || named.numbers.length === 0) return;
      const { make } = named;
      const numbers = [...new Set(named.numbers.map((number) => normaliseNumber(number, make)))];
      await countMet(client, { makes: makesOfFamily(make), numbers }, now());
    });
  } catch (error) {
    log.warn({ error: String(error) }, 'the partners’ numbers of a report were not counted');
  }
}
