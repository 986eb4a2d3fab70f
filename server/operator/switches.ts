import type pg from 'pg';
import type { Switch } from '../../contract/api/operator/console-answers.ts';
import type { SwitchName } from '../../contract/operator/switches.ts';
import { endRests } from '../db/catalogue/catalogue-answers.ts';
import { inTransaction } from '../db/client.ts';
import { audit } from '../db/ops/audit.ts';
import { keepSwitch, listSwitches } from '../db/ops/switches.ts';
import { RESTING } from './source-list.ts';

/** Turns a part of the service off or on, which every process hears of; noted where it changed anything. */
export async function turnSwitch(
  { pool }: { pool: pg.Pool },
  actor: string,
  name: SwitchName,
  on: boolean,
): Promise<Switch> {
  return await inTransaction(pool, async (client) => {
    if (await keepSwitch(client, { name, on, actor })) {
      // What was off looked like a cap that is reached, after which a source is left alone for a while.
      if (name === 'paid_catalogs' && on)
        await endRests(client, [...RESTING.parts_catalogs, ...RESTING.ebay]);
      await audit(client, { actor, action: 'switch_turned', subject: name, details: { on } });
    }
    const found = (await listSwitches(client)).find((one) => one.name === name);
    if (found === undefined) throw new Error(`no switch ${name}`);
    return found;
  });
}
