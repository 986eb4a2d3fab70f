import type pg from 'pg';
import { emailKeyOf } from '../db/accounts/users.ts';
import type { Queryable } from '../db/client.ts';
import type { Queue } from '../queue/queue.ts';
import { isMailTemplate, type MailTemplate, renderMail } from './templates.ts';
import type { MailTransport } from './transport.ts';

/** A mail filled with what its template needs, and who gets it. */
export type AddressedLetter = { to: string; parameters: Record<string, string> };
/** Looks up the recipient and makes links, when the mail goes out; null: nobody to write to. */
export type FillLetter = (
  client: Queryable,
  template: MailTemplate,
  recipient: string,
) => Promise<AddressedLetter | null>;

export type DeliveryTools = { pool: pg.Pool; transport: MailTransport; from: string; fill: FillLetter };

/** Queues a mail in the caller's transaction: it goes out if and only if that commits. */
export async function queueMail(
  client: Queryable,
  queue: Pick<Queue, 'send'>,
  recipient: string,
  template: MailTemplate,
): Promise<void> {
  const made = await client.query<{ id: string }>(
    "INSERT INTO mails (recipient, template, parameters) VALUES ($1, $2, '{}') RETURNING id",
    // One spelling for each account: what is kept of it is found by it.
    [emailKeyOf(recipient), template],
  );
  const id = made.rows[0]?.id;
  if (!id) throw new Error('the mail was not stored');
  await queue.send('send-mail', { mail_id: id }, { within: client as pg.PoolClient });
}

/**
 * The job: delivers a stored mail that has not gone out yet. One process at a time works on a mail. A server that is
 * away throws, to be tried again with a fresh link; one that refuses this mail for good ends it.
 */
export async function deliverMail(tools: DeliveryTools, mailId: string): Promise<void> {
  const client = await tools.pool.connect();
  let broken: Error | undefined;
  try {
    const lock = await client.query<{ got: boolean }>(
      'SELECT pg_try_advisory_lock(hashtextextended($1, 0)) AS got',
      [mailId],
    );
    if (lock.rows[0]?.got !== true) throw new Error('another worker delivers this mail');
    try {
      await deliverOnce(tools, client, mailId);
    } finally {
      await client
        .query('SELECT pg_advisory_unlock(hashtextextended($1, 0))', [mailId])
        .catch((error: Error) => {
          broken = error;
        });
    }
  } finally {
    client.release(broken);
  }
}

async function deliverOnce(tools: DeliveryTools, client: pg.PoolClient, mailId: string): Promise<void> {
  const found = await client.query<{ recipient: string; template: string }>(
    'SELECT recipient, template FROM mails WHERE id = $1 AND sent_at IS NULL AND failure IS NULL',
    [mailId],
  );
  const mail = found.rows[0];
  if (!mail) return;
  if (!isMailTemplate(mail.template)) throw new Error(`unknown mail template ${mail.template}`);
  const letter = await fillInTransaction(tools, client, mail.template, mail.recipient);
  if (letter === null) {
    await client.query('DELETE FROM mails WHERE id = $1', [mailId]);
    return;
  }
  try {
    await tools.transport.deliver({
      id: mailId,
      from: tools.from,
      to: letter.to,
      ...renderMail(mail.template, letter.parameters),
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await client.query('UPDATE mails SET failure = $2 WHERE id = $1', [mailId, error.message.slice(0, 300)]);
    return;
  }
  await client.query('UPDATE mails SET sent_at = now() WHERE id = $1', [mailId]);
}

/** Committed before the mail leaves: whoever reads it may click at once. */
async function fillInTransaction(
  tools: DeliveryTools,
  client: pg.PoolClient,
  template: MailTemplate,
  recipient: string,
): Promise<AddressedLetter | null> {
  await client.query('BEGIN');
  try {
    const letter = await tools.fill(client, template, recipient);
    await client.query('COMMIT');
    return letter;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  }
}

/** SMTP's 5xx: the server took the call and will never take this mail. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof Error &&
  'responseCode' in error &&
  typeof error.responseCode === 'number' &&
  error.responseCode >= 500;
