import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, rows } from '../rows.ts';

/** What the service last noted of itself, one row a name: see `service_notes` of the schema. */
export const LEDGER_NOTE = 'ledger';
export const BACKUP_NOTE = 'backup';
export const BACKUP_PLAN_NOTE = 'backup_plan';
export const BACKUP_FAULT_NOTE = 'backup_fault';
/** What their details hold. */
/** `partial`: how many checks in a row looked only at what came since the one before; left out: nobody knows. */
export const ledgerNote = z.object({
  faults: z.int(),
  seconds: z.number(),
  partial: z.int().optional(),
});
export const backupNote = z.object({ bytes: z.int(), seconds: z.number() });
/** How often a backup is to be made, as the workers that make them are told now. */
export const planNote = z.object({ every_hours: z.int() });
export const faultNote = z.object({ error: z.string() });

const workerNote = (worker: string): string => `worker:${worker}`;

/** A worker that has not said so for so long lives no more. */
const ALIVE = "interval '30 seconds'";

/** Notes something as of now, over what was noted before. */
export async function noteOfService(
  client: Queryable,
  name: string,
  details: Record<string, unknown> = {},
): Promise<void> {
  await execute(
    client,
    `INSERT INTO service_notes (name, noted_at, details) VALUES ($1, clock_timestamp(), $2)
     ON CONFLICT (name) DO UPDATE SET noted_at = excluded.noted_at, details = excluded.details`,
    [name, JSON.stringify(details)],
  );
}

/** Says that a worker lives. */
export const noteWorker = (client: Queryable, worker: string): Promise<void> =>
  noteOfService(client, workerNote(worker));

/** Says that it has ended in order. */
export async function forgetWorker(client: Queryable, worker: string): Promise<void> {
  await execute(client, 'DELETE FROM service_notes WHERE name = $1', [workerNote(worker)]);
}

/** Ends a note: what it told is over. */
export async function forgetNote(client: Queryable, name: string): Promise<void> {
  await execute(client, 'DELETE FROM service_notes WHERE name = $1', [name]);
}

const noteRow = z.object({
  name: z.string(),
  noted_at: z.date(),
  age_s: z.number(),
  details: z.record(z.string(), z.unknown()),
});
export type ServiceNote = z.infer<typeof noteRow>;

/** All notes but those of workers, by name. */
export async function readNotes(client: Queryable): Promise<Map<string, ServiceNote>> {
  const found = await rows(
    client,
    noteRow,
    `SELECT name, noted_at, extract(epoch FROM clock_timestamp() - noted_at)::float8 AS age_s, details
       FROM service_notes WHERE name NOT LIKE 'worker:%'`,
  );
  return new Map(found.map((note) => [note.name, note]));
}

export const COUNT_WORKERS = `(SELECT count(*)::int FROM service_notes
   WHERE name LIKE 'worker:%' AND noted_at > clock_timestamp() - ${ALIVE})`;
