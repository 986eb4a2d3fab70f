import type pg from 'pg';
import type { PushOutcome } from '../../contract/push/push-message.ts';
import { listPushSubscriptions } from '../db/accounts/push-subscriptions.ts';
import { inSavepoint } from '../db/client.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';

/**
 * Queues a notification for each device of the owner who asked for them, in the transaction that ends the report or makes it anew: one
 * outcome, one job a device. A queue that fails costs the notification, never the report.
 */
export async function queueReportPushes(
  client: pg.PoolClient,
  { queue, log }: { queue: Pick<Queue, 'send'>; log: Log },
  { userId, reportId }: { userId: string | null; reportId: string },
  outcome: PushOutcome,
): Promise<void> {
  if (userId === null) return;
  try {
    await inSavepoint(client, async () => {
      for (const subscription_id of await listPushSubscriptions(client, userId))
        await queue.send('send-push', { subscription_id, report_id: reportId, outcome }, { within: client });
    });
  } catch (error) {
    log.warn({ report_id: reportId, error: String(error) }, 'notifications of a report were not queued');
  }
}
