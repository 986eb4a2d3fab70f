import { z } from 'zod';
import {
  isOnAtFirst,
  SWITCHES,
  type SwitchName,
  switchNameSchema,
} from '../../../contract/operator/switches.ts';
import { AppError } from '../../errors.ts';
import type { Queryable } from '../client.ts';
import { KEYS_CHANNEL } from '../notifications.ts';
import { execute, onlyRow, rows } from '../rows.ts';

const onRow = z.object({ is_on: z.boolean() });

/** Whether a switch is on. Asked of the database each time: all processes follow at once. */
export async function isSwitchedOn(client: Queryable, name: SwitchName): Promise<boolean> {
  const { is_on } = await onlyRow(
    client,
    onRow,
    'SELECT coalesce((SELECT is_on FROM switches WHERE name = $1), $2) AS is_on',
    [name, isOnAtFirst(name)],
  );
  return is_on;
}

const switchRow = z.object({
  name: switchNameSchema,
  is_on: z.boolean(),
  changed_by: z.string(),
  changed_at: z.date(),
});
type SwitchState = { name: SwitchName; on: boolean; changed_by: string | null; changed_at: string | null };

/** Every switch, in their order. */
export async function listSwitches(client: Queryable): Promise<SwitchState[]> {
  const turned = await rows(
    client,
    switchRow,
    'SELECT name, is_on, changed_by, changed_at FROM switches WHERE name = ANY($1)',
    [SWITCHES],
  );
  return SWITCHES.map((name) => {
    const row = turned.find((one) => one.name === name);
    return {
      name,
      on: row?.is_on ?? isOnAtFirst(name),
      changed_by: row?.changed_by ?? null,
      changed_at: row?.changed_at.toISOString() ?? null,
    };
  });
}

/** Turns one, and tells every process; false where it stood so already. */
export async function keepSwitch(
  client: Queryable,
  { name, on, actor }: { name: SwitchName; on: boolean; actor: string },
): Promise<boolean> {
  const turned = await execute(
    client,
    `INSERT INTO switches (name, is_on, changed_by) SELECT $1, $2, $3
      WHERE $2 IS DISTINCT FROM coalesce((SELECT is_on FROM switches WHERE name = $1), $4)
     ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on, changed_by = excluded.changed_by, changed_at = now()
      WHERE switches.is_on <> excluded.is_on`,
    [name, on, actor, isOnAtFirst(name)],
  );
  if (turned === 1) await execute(client, 'SELECT pg_notify($1, $2)', [KEYS_CHANNEL, '']);
  return turned === 1;
}

/** What people read who meet something that is off. */
const OFF_WORDS = {
  sign_ups: 'New accounts can’t be opened at the moment. Please try again later.',
  new_reports: 'New reports can’t be started at the moment; nothing was charged. Please try again later.',
} as const satisfies Partial<Record<SwitchName, string>>;

/** Throws unavailable where operators turned it off. */
export async function refuseWhereOff(client: Queryable, name: keyof typeof OFF_WORDS): Promise<void> {
  if (!(await isSwitchedOn(client, name))) throw new AppError('unavailable', OFF_WORDS[name]);
}
