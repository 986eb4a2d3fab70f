import type { PushMessage, PushOutcome } from '../../contract/push/push-message.ts';
import { carName } from '../../contract/vehicles/car-name.ts';
import { deletePushSubscription, findPush } from '../db/accounts/push-subscriptions.ts';
import type { Queryable } from '../db/client.ts';
import { RetryLater } from '../errors.ts';
import type { Log } from '../log.ts';
import type { Jobs } from '../queue/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import type { Vapid } from './vapid-keys.ts';

export type PushTools = {
  pool: Queryable;
  queue: Pick<Queue, 'send'>;
  fetch: GuardedFetch['fetch'];
  vapid: Vapid;
  log: Log;
};
type PushJob = Jobs['send-push'];

/** Who hears of a report later than this has seen it: neither we nor the push service keep on trying (judgement). */
const TTL_SECONDS = 12 * 3600;
/** A payload is encrypted into at most 4096 bytes (RFC 8291). */
const LONGEST_NAME = 200;
const GONE = new Set([404, 410]);
/** Beyond what the fetch tries again by itself, a service that fails may take it later. */
const mayTakeItLater = (status: number): boolean => status === 429 || status >= 500;

/**
 * The job: tells one device of one report. A service that is away or full throws, to be tried again; one that no longer knows the
 * subscription ends it; a refusal for good is logged. Sent twice, the device shows it once (`tag`, and the topic on its way).
 */
export async function deliverPush(tools: PushTools, job: PushJob): Promise<void> {
  const { subscription_id: id, report_id: reportId, outcome } = job;
  const push = await findPush(tools.pool, id, reportId, {
    seconds: TTL_SECONDS,
    since: outcome === 'updated' || outcome === 'changed' ? outcome : 'ended',
  });
  if (push === null || !holds(outcome, push.status)) return;
  const message: PushMessage = {
    outcome,
    vehicle: (carName(push.model_name, push.make_name) ?? 'Your vehicle').slice(0, LONGEST_NAME),
    report_id: reportId,
  };
  const { endpoint, p256dh, auth } = push;
  const { default: webPush } = await import('web-push');
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(message),
    {
      vapidDetails: tools.vapid,
      TTL: TTL_SECONDS,
      urgency: 'high',
      // At most 32 characters of base64url (RFC 8030).
      topic: reportId.replaceAll('-', ''),
    },
  );
  const status = await send(tools, job, {
    url: endpoint,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    body: body ?? '',
  });
  if (status === null) return;
  if (GONE.has(status)) return await deletePushSubscription(tools.pool, { id });
  if (mayTakeItLater(status)) throw new Error(`the push service answered ${status}`);
  if (status >= 400)
    tools.log.warn(
      { status, service: new URL(endpoint).host, report_id: reportId },
      'a push service refused a notification',
    );
}

/** The status that answered; null where the service asked to wait, which is obeyed. */
async function send(
  tools: PushTools,
  job: PushJob,
  request: { url: string; headers: Record<string, string>; body: string | Buffer },
): Promise<number | null> {
  try {
    return (await tools.fetch({ ...request, kind: 'push', method: 'POST', partOfPage: true })).status;
  } catch (error) {
    if (!(error instanceof RetryLater)) throw error;
    await tools.queue.send('send-push', job, { afterSeconds: error.ms / 1000 });
    return null;
  }
}

/** Whether the report still is what the notification says of it. */
const holds = (outcome: PushOutcome, status: string): boolean =>
  outcome === 'failed' ? status.endsWith('_failed') : status === 'finished';
