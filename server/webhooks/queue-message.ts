import type pg from 'pg';
import type { MessageType, WebhookPayload } from '../../contract/programs/webhook.ts';
import type { WebhookEvent } from '../../contract/programs/webhook-events.ts';
import { inSavepoint } from '../db/client.ts';
import { findToldReport, insertMessage } from '../db/programs/webhook-messages.ts';
import { listListening } from '../db/programs/webhooks.ts';
import type { Log } from '../log.ts';
import type { Queue } from '../queue/queue.ts';

/** Keeps a message of a webhook and has it sent, in the caller's transaction; answers its id. */
export async function queueMessage(
  client: pg.PoolClient,
  queue: Pick<Queue, 'send'>,
  webhookId: string,
  type: MessageType,
  data: WebhookPayload['data'],
): Promise<string> {
  const payload: WebhookPayload = { type, timestamp: new Date().toISOString(), data };
  const id = await insertMessage(client, webhookId, { type, payload: JSON.stringify(payload) });
  await queue.send('send-webhook', { message_id: id, attempts: 0 }, { within: client, account: webhookId });
  return id;
}

/**
 * Queues a message to each webhook of the owner that listens, in the transaction that ends the report or makes its version: what is
 * told is what committed, once. A queue that fails costs the message, never the report.
 */
export async function queueReportEvent(
  client: pg.PoolClient,
  { queue, log }: { queue: Pick<Queue, 'send'>; log: Log },
  { userId, reportId }: { userId: string | null; reportId: string },
  event: WebhookEvent,
): Promise<void> {
  if (userId === null) return;
  try {
    await inSavepoint(client, async () => {
      const listening = await listListening(client, userId, event);
      const data = listening.length === 0 ? null : await findToldReport(client, reportId);
      if (data === null) return;
      for (const webhookId of listening) await queueMessage(client, queue, webhookId, event, data);
    });
  } catch (error) {
    log.warn({ report_id: reportId, error: String(error) }, 'webhooks of a report were not queued');
  }
}
