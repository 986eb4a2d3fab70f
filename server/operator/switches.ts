import type pg from 'pg';
import type { Switch } from '../../contract/api/operator/console-answers.ts';
import type { SwitchName } from '../../contract/operator/switches.ts';
import { inTransaction, type Queryable } from '../db/client.ts';
import { audit } from '../db/ops/audit.ts';
import { isSwitchedOn, keepSwitch, listSwitches } from '../db/ops/switches.ts';
import { AppError } from '../errors.ts';

/** What people read who meet something that is off. */
const OFF_WORDS = {
  sign_ups: 'New accounts can’t be opened at the moment. Please try again later.',
  new_reports: 'New reports can’t be started at the moment; nothing was charged. Please try again later.',
} as const satisfies Partial<Record<SwitchName, string>>;

/** Throws unavailable where operators turned it off. */
export async function refuseWhereOff(client: Queryable, name: keyof typeof OFF_WORDS): Promise<void> {
  if (!(await isSwitchedOn(client, name))) throw new AppError('unavailable', OFF_WORDS[name]);
}

/** Turns a part of the service off or on, which every process hears of; noted where it changed anything. */
export async function turnSwitch(
  { pool }: { pool: pg.Pool },
  actor: string,
  name: SwitchName,
  on: boolean,
): Promise<Switch> {
  return await inTransaction(pool, async (client) => {
    if (await keepSwitch(client, { name, on, actor }))
      await audit(client, { actor, action: 'switch_turned', subject: name, details: { on } });
    const found = (await listSwitches(client)).find((one) => one.name === name);
    if (found === undefined) throw new Error(`no switch ${name}`);
    return found;
  });
}
