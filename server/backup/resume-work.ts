import type pg from 'pg';
import type { UnfinishedWork } from '../db/ops/backup.ts';
import type { Queue } from '../queue/queue.ts';

/**
 * Jobs are not part of a backup: those of what it holds undone are made anew, in the transaction that puts it back. Reports under way
 * need none, workers find them.
 */
export async function resumeWork(
  queue: Pick<Queue, 'send'>,
  within: pg.Client,
  { mails, lots, messages, looks, plans }: Omit<UnfinishedWork, 'reports'>,
): Promise<void> {
  for (const mail_id of mails) await queue.send('send-mail', { mail_id }, { within });
  for (const { id, user_id, turn } of lots)
    await queue.send('start-lot', { waiting_lot_id: id }, { within, turn: turn ?? 0, account: user_id });
  for (const { id, webhook_id, attempts, wait_seconds } of messages)
    await queue.send(
      'send-webhook',
      { message_id: id, attempts },
      { within, afterSeconds: wait_seconds, account: webhook_id },
    );
  for (const { id, user_id } of looks)
    await queue.send('examine-photos', { report_id: id, user_id }, { within });
  // To end one that has ended changes nothing.
  for (const subscription of plans) await queue.send('end-plan', { subscription }, { within });
}
