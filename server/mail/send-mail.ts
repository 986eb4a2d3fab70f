import type pg from 'pg';
import type { Queryable } from '../db/client.ts';
import type { Queue } from '../queue/queue.ts';
import { type MailParameters, type MailTemplate, mailParameterSchemas, renderMail } from './templates.ts';
import type { MailTransport } from './transport.ts';

/** Queues a mail in the caller's transaction: it goes out if and only if that commits. */
export async function queueMail<T extends MailTemplate>(
  client: Queryable,
  queue: Pick<Queue, 'send'>,
  mail: { to: string; template: T; parameters: MailParameters<T> },
): Promise<void> {
  const made = await client.query<{ id: string }>(
    'INSERT INTO mails (recipient, template, parameters) VALUES ($1, $2, $3) RETURNING id',
    [mail.to, mail.template, JSON.stringify(mail.parameters)],
  );
  const id = made.rows[0]?.id;
  if (!id) throw new Error('the mail was not stored');
  await queue.send('send-mail', { mail_id: id }, { within: client as pg.PoolClient });
}

const isTemplate = (name: string): name is MailTemplate => Object.hasOwn(mailParameterSchemas, name);

/** The job: delivers a stored mail that has not gone out yet, then forgets its links. Throws to be tried again. */
export async function deliverMail(
  pool: pg.Pool,
  transport: MailTransport,
  from: string,
  mailId: string,
): Promise<void> {
  const found = await pool.query<{ recipient: string; template: string; parameters: unknown }>(
    'SELECT recipient, template, parameters FROM mails WHERE id = $1 AND sent_at IS NULL',
    [mailId],
  );
  const mail = found.rows[0];
  if (!mail) return;
  if (!isTemplate(mail.template)) throw new Error(`unknown mail template ${mail.template}`);
  await transport.deliver({
    id: mailId,
    from,
    to: mail.recipient,
    ...renderMail(mail.template, mail.parameters),
  });
  await pool.query(`UPDATE mails SET sent_at = now(), parameters = '{}' WHERE id = $1`, [mailId]);
}
