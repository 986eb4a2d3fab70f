import type pg from 'pg';
import type { Application } from '../../../contract/partners/partner.ts';
import { PARTNER_TERMS_DATED } from '../../../contract/partners/partner-terms.ts';
import { findUser } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { insertPartner } from '../../db/partners/partners.ts';
import { queueMail } from '../../mail/send-mail.ts';
import type { Queue } from '../../queue/queue.ts';

export type JoiningTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  /** Who hears that somebody applied. */
  operatorEmail: string;
};

/**
 * Keeps an application, the first of its address alone, and mails the operator. Signed in, the address is the account's own,
 * whatever was sent. Tells nobody which addresses applied before.
 */
export async function applyAsPartner(
  { pool, queue, operatorEmail }: JoiningTools,
  userId: string | null,
  application: Application,
): Promise<void> {
  await inTransaction(pool, async (client) => {
    const user = userId === null ? null : await findUser(client, userId);
    const { terms_dated: _, ...given } = application;
    const id = await insertPartner(client, {
      ...given,
      email: user?.email ?? application.email,
      termsDated: PARTNER_TERMS_DATED,
      userId: user?.id ?? null,
    });
    if (id !== null) await queueMail(client, queue, operatorEmail, 'partner_applied', { partner_id: id });
  });
}
