import type pg from 'pg';
import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow } from '../rows.ts';
import { emailKeyOf } from './users.ts';

const idRow = z.object({ id: z.string() });
const lockRow = z.object({ got: z.boolean() });
const unsentMailSchema = z.object({
  recipient: z.string(),
  template: z.string(),
  parameters: z.record(z.string(), z.string()),
});

/** Stores a mail that is to go out, with the ids of what it tells of; answers its id. */
export async function insertMail(
  client: Queryable,
  recipient: string,
  template: string,
  parameters: Readonly<Record<string, string>>,
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    'INSERT INTO mails (recipient, template, parameters) VALUES ($1, $2, $3) RETURNING id',
    // One spelling for each account: what is kept of it is found by it.
    [emailKeyOf(recipient), template, JSON.stringify(parameters)],
  );
  return id;
}

/** Runs `work` on one connection while no other process may work on this mail; throws when another does already. */
export async function withMailLock(
  pool: pg.Pool,
  mailId: string,
  work: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    const { got } = await onlyRow(
      client,
      lockRow,
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got',
      [mailId],
    );
    if (!got) throw new Error('another worker delivers this mail');
    try {
      await work(client);
    } finally {
      await execute(client, 'SELECT pg_advisory_unlock(hashtextextended($1, 0))', [mailId]).catch(
        (error: Error) => {
          broken = error;
        },
      );
    }
  } finally {
    client.release(broken);
  }
}

/** A mail that has neither gone out nor been refused; null otherwise. */
export async function findUnsentMail(
  client: Queryable,
  mailId: string,
): Promise<z.infer<typeof unsentMailSchema> | null> {
  return await firstRow(
    client,
    unsentMailSchema,
    'SELECT recipient, template, parameters FROM mails WHERE id = $1 AND sent_at IS NULL AND failure IS NULL',
    [mailId],
  );
}

export async function deleteMail(client: Queryable, mailId: string): Promise<void> {
  await execute(client, 'DELETE FROM mails WHERE id = $1', [mailId]);
}

/** Notes that a mail that has not gone out never will, and why. */
export async function refuseMail(client: Queryable, mailId: string, failure: string): Promise<void> {
  await execute(client, 'UPDATE mails SET failure = $2 WHERE id = $1 AND sent_at IS NULL', [
    mailId,
    failure.slice(0, 300),
  ]);
}

export async function markMailSent(client: Queryable, mailId: string): Promise<void> {
  await execute(client, 'UPDATE mails SET sent_at = now() WHERE id = $1', [mailId]);
}
