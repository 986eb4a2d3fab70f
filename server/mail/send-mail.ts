import type pg from 'pg';
import {
  deleteMail,
  findUnsentMail,
  insertMail,
  markMailSent,
  refuseMail,
  withMailLock,
} from '../db/accounts/mails.ts';
import { type Queryable, transactionOn } from '../db/client.ts';
import type { Queue } from '../queue/queue.ts';
import { isMailTemplate, type MailTemplate, renderMail } from './templates.ts';
import type { MailTransport } from './transport.ts';

/** A mail filled with what its template needs, and who gets it. */
export type AddressedMail = { to: string; parameters: Record<string, unknown> };
/** Looks up the recipient and makes links, when the mail goes out; null: nobody to write to. */
export type FillMail = (
  client: Queryable,
  mail: { template: MailTemplate; recipient: string; parameters: Readonly<Record<string, string>> },
) => Promise<AddressedMail | null>;

export type DeliveryTools = { pool: pg.Pool; transport: MailTransport; from: string; fill: FillMail };

/** Queues a mail, with the ids of what it tells of, in the caller's transaction: it goes out if and only if that commits. */
export async function queueMail(
  client: Queryable,
  queue: Pick<Queue, 'send'>,
  recipient: string,
  template: MailTemplate,
  parameters: Readonly<Record<string, string>> = {},
): Promise<void> {
  const id = await insertMail(client, recipient, template, parameters);
  await queue.send('send-mail', { mail_id: id }, { within: client as pg.PoolClient });
}

/**
 * The job: delivers a stored mail that has not gone out yet. One process at a time works on a mail. A server that is
 * away throws, to be tried again with a fresh link; one that refuses this mail for good ends it.
 */
export async function deliverMail(tools: DeliveryTools, mailId: string): Promise<void> {
  await withMailLock(tools.pool, mailId, (client) => deliverOnce(tools, client, mailId));
}

async function deliverOnce(tools: DeliveryTools, client: pg.PoolClient, mailId: string): Promise<void> {
  const mail = await findUnsentMail(client, mailId);
  if (!mail) return;
  const { template } = mail;
  if (!isMailTemplate(template)) throw new Error(`unknown mail template ${template}`);
  // Committed before the mail leaves: whoever reads it may click at once.
  const letter = await transactionOn(client, () => tools.fill(client, { ...mail, template }));
  if (letter === null) {
    await deleteMail(client, mailId);
    return;
  }
  try {
    await tools.transport.deliver({
      id: mailId,
      from: tools.from,
      to: letter.to,
      ...renderMail(template, letter.parameters),
    });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    await refuseMail(client, mailId, error.message);
    return;
  }
  await markMailSent(client, mailId);
}

/** The job of a mail that was tried to its end, over some days: it is told as refused, and can be sent again from the console. */
export const giveUpMail = (pool: pg.Pool, mailId: string): Promise<void> =>
  refuseMail(pool, mailId, 'The mail server was away, or took nothing, for days.');

/** What is said of one recipient or one letter; before that it is of us: of a wrong password, of the sender, of who we are. */
const OF_THIS_MAIL: readonly unknown[] = ['RCPT TO', 'DATA'];
/**
 * There too the server may speak of us: that we may not send through it, sent too much today, or are not known. Of the recipient's
 * address and mailbox and of the letter are x.1, x.2 and x.6 of RFC 3463, but for the sender's address, x.1.7 and x.1.8.
 */
const OF_US = /^\d{3}[ -]5\.(?:1\.[78]|[03457]\.\d+)\b/;
const CODED = /^\d{3}[ -]5\.\d+\.\d+/;

/** SMTP's 5xx of a recipient or a letter: the server will never take this mail. Any other is waited out, as if the server were away. */
const isRefusal = (error: unknown): error is Error => {
  if (!(error instanceof Error && 'responseCode' in error && 'command' in error)) return false;
  const { responseCode, command } = error;
  if (typeof responseCode !== 'number' || responseCode < 500 || !OF_THIS_MAIL.includes(command)) return false;
  const said = 'response' in error ? String(error.response) : '';
  return CODED.test(said) ? !OF_US.test(said) : command === 'RCPT TO';
};
