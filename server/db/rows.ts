import path from 'node:path';
import { z } from 'zod';
import { currentWork } from '../tracing/current-work.ts';
import type { Queryable } from './client.ts';

/**
 * Every statement of the service goes through here, so that every row is checked where it comes in; docs/decisions/0008.
 * A schema names the columns of one row; what it leaves out is left behind.
 */

/** A bigint column: the driver hands over digits. Up to 2^53, like every number of ours. */
export const int8 = z.string().transform(Number).pipe(z.int());
/** A bytea column. */
export const bytea = z.instanceof(Buffer);

/** A row does not fit its statement's schema: code and database do not belong together. Names columns, never what they hold. */
export class RowFault extends Error {
  override name = 'RowFault';

  constructor(fault: string) {
    super();
    this.message = `${readerIn(this.stack ?? '')}: ${fault}`;
  }
}

/**
 * The function that awaits the rows, or file and line of one without a name. Taken from the fault's own stack: noting the
 * caller of each statement would cost more than checking its rows.
 */
function readerIn(stack: string): string {
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  const frame = frames.find((line) => !/[/\\]rows\.ts:|node:internal|<anonymous>/.test(line)) ?? '';
  const [, name, place = frame] = /^ +at (?:async )?(?:(\S+) \()?(.+?)\)?$/.exec(frame) ?? [];
  return name ?? path.basename(place);
}

/** All rows of a statement. Throws RowFault, like all here. */
export async function rows<S extends z.ZodType>(
  client: Queryable,
  schema: S,
  text: string,
  values?: readonly unknown[],
): Promise<z.output<S>[]> {
  const { rows: found } = await send(client, text, values);
  return found.map((row) => checked(schema, row));
}

/** The first row of a statement, or null. */
export async function firstRow<S extends z.ZodType>(
  client: Queryable,
  schema: S,
  text: string,
  values?: readonly unknown[],
): Promise<z.output<S> | null> {
  const { rows: found } = await send(client, text, values);
  return found.length === 0 ? null : checked(schema, found[0]);
}

/** The row of a statement that always answers one: a count, a write that returns what it wrote. */
export async function onlyRow<S extends z.ZodType>(
  client: Queryable,
  schema: S,
  text: string,
  values?: readonly unknown[],
): Promise<z.output<S>> {
  const { rows: found } = await send(client, text, values);
  if (found.length !== 1) throw new RowFault(`${found.length} rows came where one must`);
  return checked(schema, found[0]);
}

/** Runs a statement whose rows nobody reads; answers how many it wrote or found. */
export async function execute(client: Queryable, text: string, values?: readonly unknown[]): Promise<number> {
  return (await send(client, text, values)).rowCount ?? 0;
}

function send(client: Queryable, text: string, values: readonly unknown[] | undefined) {
  const sent = client.query<Record<string, unknown>>(text, values as unknown[] | undefined);
  const cost = currentWork()?.database;
  if (!cost) return sent;
  const began = performance.now();
  cost.statements += 1;
  return sent.finally(() => {
    cost.ms += performance.now() - began;
  });
}

function checked<S extends z.ZodType>(schema: S, row: unknown): z.output<S> {
  const read = schema.safeParse(row);
  if (read.success) return read.data;
  const columns = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new RowFault(`a row does not fit: ${columns.join('; ')}`);
}
