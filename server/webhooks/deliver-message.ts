import type pg from 'pg';
import type { AttemptProblem } from '../../contract/programs/webhook.ts';
import { inTransaction } from '../db/client.ts';
import {
  type Attempt,
  type DueMessage,
  findDueMessage,
  giveUpMessage,
  noteAttempt,
  tookOtherSince,
} from '../db/programs/webhook-messages.ts';
import { findWebhookSecret, turnOffFailing } from '../db/programs/webhooks.ts';
import { queueMail } from '../mail/send-mail.ts';
import type { Jobs } from '../queue/jobs.ts';
import type { Queue } from '../queue/queue.ts';
import type { Seal } from '../secrets/seal.ts';
import { storable } from '../storable-text.ts';
import { FetchNetwork, FetchRefused, FetchTimeout, FetchTooLarge } from '../web-fetch/fetch-errors.ts';
import type { GuardedFetch } from '../web-fetch/guarded-fetch.ts';
import { signMessage } from './sign-message.ts';

export type WebhookTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  fetch: GuardedFetch['fetch'];
  seal: Seal | null;
  now(): Date;
};

/** A sealed secret opens under its own webhook's name alone. */
export const secretName = (webhookId: string): string => `webhook:${webhookId}`;

const [MINUTE, HOUR] = [60, 3600];
/** Seconds after each try that failed, as Standard Webhooks proposes: over three days in all. */
const SCHEDULE = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
] as const;
/** The most that a wait is longer than told, so that what failed together is not tried together. */
const JITTER = 0.1;
/** Of what the address answers, for the log. */
const MOST_ANSWER = 1000;
/** The address says that it wants no more. */
const GONE = 410;

/**
 * The job: one try of one message. Any 2xx takes it; anything else is tried again by the schedule, and after the last try, or 410, its
 * webhook is turned off and its owner written to, unless the address took something else meanwhile. Run twice, it notes one try: the
 * receiver may have had the message twice then, under one id.
 */
export async function deliverMessage(tools: WebhookTools, job: Jobs['send-webhook']): Promise<void> {
  const due = await findDueMessage(tools.pool, job.message_id, job.attempts);
  if (due === null) return;
  if (due.webhook_state !== 'on') return await giveUpMessage(tools.pool, due.id);
  const attempt = await tryOnce(tools, due);
  await inTransaction(tools.pool, async (client) => {
    if (attempt.status !== null && attempt.status >= 200 && attempt.status < 300) {
      await noteAttempt(client, due, attempt, 'delivered');
      return;
    }
    const wait = attempt.status === GONE ? undefined : SCHEDULE[due.tries];
    if (wait === undefined) {
      if (await noteAttempt(client, due, attempt, null)) await endFailing(tools, client, due, attempt);
      return;
    }
    const again = wait * (1 + Math.random() * JITTER);
    if (!(await noteAttempt(client, due, attempt, { again }))) return;
    const next = { message_id: due.id, attempts: due.attempts + 1 };
    await tools.queue.send('send-webhook', next, {
      within: client,
      afterSeconds: again,
      account: due.webhook_id,
    });
  });
}

async function endFailing(
  tools: WebhookTools,
  client: pg.PoolClient,
  due: DueMessage,
  { status }: Attempt,
): Promise<void> {
  if (status !== GONE && (await tookOtherSince(client, due.id))) return;
  const failing = await turnOffFailing(client, due.webhook_id);
  if (failing === null) return;
  const host = new URL(failing.url).host;
  await queueMail(client, tools.queue, failing.email, 'webhook_failing', { host });
}

async function tryOnce(tools: WebhookTools, due: DueMessage): Promise<Attempt> {
  const sealed = await findWebhookSecret(tools.pool, due.webhook_id);
  const secret = sealed && (tools.seal?.open(secretName(due.webhook_id), sealed) ?? null);
  if (secret === null) return { status: null, problem: 'no_secret', answer: '', ms: 0 };
  const startedAt = performance.now();
  const took = () => Math.round(performance.now() - startedAt);
  try {
    const { status, body } = await tools.fetch({
      url: due.url,
      kind: 'webhook',
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signMessage(secret, { id: due.id, at: tools.now(), payload: due.payload }),
      },
      body: due.payload,
      partOfPage: true,
    });
    const answer = storable(body.toString('utf8')).slice(0, MOST_ANSWER).toWellFormed();
    return { status, problem: null, answer, ms: took() };
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return { status: null, problem, answer: '', ms: took() };
  }
}

/** Null: a trouble of our own, for which the try does not count. */
function problemOf(error: unknown): AttemptProblem | null {
  if (error instanceof FetchRefused) return 'refused';
  if (error instanceof FetchTimeout) return 'timeout';
  if (error instanceof FetchTooLarge) return 'too_large';
  return error instanceof FetchNetwork ? 'unreachable' : null;
}
