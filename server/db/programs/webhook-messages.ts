import { z } from 'zod';
import {
  type AttemptProblem,
  attemptProblemSchema,
  type MessageType,
  messageTypeSchema,
  toldReportSchema,
  type WebhookMessage,
  type WebhookPayload,
  webhookStateSchema,
} from '../../../contract/programs/webhook.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

const idRow = z.object({ id: z.string() });

/** What is told of a report as it stands in this transaction; null: it is gone. */
export async function findToldReport(
  client: Queryable,
  reportId: string,
): Promise<WebhookPayload['data'] | null> {
  return await firstRow(
    client,
    toldReportSchema,
    `SELECT id AS report_id, task_id, version, status AS task_status, message, error_code, lot_number, vin, model_name,
            total_cost_cents / 100.0::float8 AS total_cost, url FROM reports WHERE id = $1`,
    [reportId],
  );
}

/** Keeps a message of a webhook, waiting to be sent; answers its id. */
export async function insertMessage(
  client: Queryable,
  webhookId: string,
  message: { type: MessageType; payload: string },
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    'INSERT INTO webhook_messages (webhook_id, type, payload, next_at) VALUES ($1, $2, $3, now()) RETURNING id',
    [webhookId, message.type, message.payload],
  );
  return id;
}

const dueRow = z.object({
  id: z.string(),
  webhook_id: z.string(),
  payload: z.string(),
  attempts: z.int(),
  tries: z.int(),
  url: z.string(),
  webhook_state: webhookStateSchema,
});
export type DueMessage = z.infer<typeof dueRow>;

/** A message that waits to be sent for the time after these attempts; null where it was sent meanwhile, or is gone. */
export async function findDueMessage(
  client: Queryable,
  messageId: string,
  attempts: number,
): Promise<DueMessage | null> {
  return await firstRow(
    client,
    dueRow,
    `SELECT m.id, m.webhook_id, m.payload, m.attempts, m.attempts - m.replayed_at AS tries, w.url, w.state AS webhook_state
       FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id
      WHERE m.id = $1 AND m.state = 'waiting' AND m.attempts = $2`,
    [messageId, attempts],
  );
}

/** What one try came to. */
export type Attempt = { status: number | null; problem: AttemptProblem | null; answer: string; ms: number };

/**
 * Notes a try and what follows: delivered, tried again after so many seconds, or (null) given up. False where another worker
 * noted that try, or the message is gone: nothing is noted then.
 */
export async function noteAttempt(
  client: Queryable,
  { id, attempts }: Pick<DueMessage, 'id' | 'attempts'>,
  attempt: Attempt,
  next: 'delivered' | { again: number } | null,
): Promise<boolean> {
  const state = next === 'delivered' ? 'delivered' : next === null ? 'failed' : 'waiting';
  const again = next === null || next === 'delivered' ? null : next.again;
  const noted = await execute(
    client,
    `UPDATE webhook_messages SET attempts = attempts + 1, state = $3, next_at = now() + make_interval(secs => $4::float8)
      WHERE id = $1 AND attempts = $2 AND state = 'waiting'`,
    [id, attempts, state, again],
  );
  if (noted === 0) return false;
  await execute(
    client,
    'INSERT INTO webhook_attempts (message_id, status, problem, answer, ms) VALUES ($1, $2, $3, $4, $5)',
    [id, attempt.status, attempt.problem, attempt.answer, attempt.ms],
  );
  if (next === 'delivered')
    await execute(
      client,
      'UPDATE webhooks SET delivered_at = now() WHERE id = (SELECT webhook_id FROM webhook_messages WHERE id = $1)',
      [id],
    );
  return true;
}

/** Ends a message that is sent no more, for its webhook is off. */
export async function giveUpMessage(client: Queryable, messageId: string): Promise<void> {
  await execute(
    client,
    "UPDATE webhook_messages SET state = 'failed', next_at = NULL WHERE id = $1 AND state = 'waiting'",
    [messageId],
  );
}

/** Whether the address of this message's webhook took another one since this one was first tried. */
export async function tookOtherSince(client: Queryable, messageId: string): Promise<boolean> {
  const found = await firstRow(
    client,
    idRow,
    `SELECT m.id FROM webhook_messages m JOIN webhooks w ON w.id = m.webhook_id
      WHERE m.id = $1 AND w.delivered_at > (SELECT min(a.at) FROM webhook_attempts a WHERE a.message_id = m.id)`,
    [messageId],
  );
  return found !== null;
}

const replayedRow = z.object({ attempts: z.int() });

/** Has a message of this webhook wait anew, its tries counted from here; how many there were, null where it is gone. */
export async function replayMessage(
  client: Queryable,
  webhookId: string,
  messageId: string,
): Promise<number | null> {
  const found = await firstRow(
    client,
    replayedRow,
    `UPDATE webhook_messages SET state = 'waiting', replayed_at = attempts, next_at = now()
      WHERE webhook_id = $1 AND id = $2 RETURNING attempts`,
    [webhookId, messageId],
  );
  return found?.attempts ?? null;
}

const messageRow = z
  .object({
    id: z.string(),
    type: messageTypeSchema,
    state: z.enum(['waiting', 'delivered', 'failed']),
    payload: z.string(),
    created_at: z.date(),
    next_at: z.date().nullable(),
    tried: z.array(
      z.object({
        at: z.string().transform((at) => new Date(at).toISOString()),
        status: z.int().nullable(),
        problem: attemptProblemSchema.nullable(),
        answer: z.string(),
        ms: z.int(),
      }),
    ),
  })
  .transform(
    ({ id, created_at, next_at, tried, ...message }): WebhookMessage => ({
      message_id: id,
      ...message,
      created_at: created_at.toISOString(),
      next_at: next_at?.toISOString() ?? null,
      attempts: tried,
    }),
  );

/** How many messages the log shows. */
const MOST_MESSAGES = 100;

/** The newest messages of a webhook with every try, or one of them. */
export async function listMessages(
  client: Queryable,
  webhookId: string,
  only: string | null = null,
): Promise<WebhookMessage[]> {
  return await rows(
    client,
    messageRow,
    `SELECT m.id, m.type, m.state, m.payload, m.created_at, m.next_at,
            (SELECT coalesce(json_agg(json_build_object('at', a.at, 'status', a.status, 'problem', a.problem,
                                                        'answer', a.answer, 'ms', a.ms) ORDER BY a.id), '[]'::json)
               FROM webhook_attempts a WHERE a.message_id = m.id) AS tried
       FROM webhook_messages m WHERE m.webhook_id = $1 AND ($2::uuid IS NULL OR m.id = $2)
      ORDER BY m.created_at DESC, m.id LIMIT ${MOST_MESSAGES}`,
    [webhookId, only],
  );
}
