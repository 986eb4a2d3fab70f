import { endSessions } from '../../db/accounts/sessions.ts';
import { deleteUser } from '../../db/accounts/users.ts';
import { inTransaction } from '../../db/client.ts';
import { closePartnerOf } from '../../db/partners/partners.ts';
import { listRunningPlans } from '../../db/quota/purchases.ts';
import { lotFolder } from '../../lots/lot-photos.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { Store } from '../../storage/store.ts';
import type { AccountTools, Caller } from '../account-tools.ts';
import { confirmPassword } from '../recovery/change-password.ts';

/** Erases the account after the right password: sessions end everywhere; reports, their files and mails go. */
export async function deleteAccount(
  tools: AccountTools & { store: Store; outbox: Outbox },
  userId: string,
  password: string,
  caller: Caller,
): Promise<void> {
  await confirmPassword(tools, userId, password, 'password', caller);
  const { sessionIds, gone } = await inTransaction(tools.pool, async (client) => {
    // Nobody could cancel them any more.
    for (const { subscription } of await listRunningPlans(client, userId))
      if (subscription !== null) await tools.queue.send('end-plan', { subscription }, { within: client });
    await closePartnerOf(client, userId);
    return {
      sessionIds: await endSessions(client, userId, 'account deleted'),
      gone: await deleteUser(client, userId),
    };
  });
  await tools.sessionsEnded(sessionIds);
  // What a crash leaves here is found by the hourly tidying up: nothing names these files any more.
  for (const id of gone.reportIds) await tools.store.deletePrefix(`reports/${id}/`);
  for (const key of gone.lotKeys) await tools.store.deletePrefix(lotFolder(key));
  await tools.outbox.remove(gone.mailIds);
}
