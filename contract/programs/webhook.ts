import { z } from 'zod';
import { MOST_WEBHOOK_URL, WEBHOOK_EVENTS } from './webhook-events.ts';

/** Webhooks after Standard Webhooks (standardwebhooks.com): a program is told of reports at an address of its own. */

const eventSchema = z.enum(WEBHOOK_EVENTS);
/** `webhook.test`: sent by its owner to try the address. */
export const messageTypeSchema = z.enum([...WEBHOOK_EVENTS, 'webhook.test']);
export type MessageType = z.infer<typeof messageTypeSchema>;

const isPlainHttps = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
};

export const makeWebhookRequestSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .max(MOST_WEBHOOK_URL)
    .refine(isPlainHttps, 'The address must start with https://, without a port or a user name.'),
  events: z.array(eventSchema).min(1).max(WEBHOOK_EVENTS.length),
});
export type MakeWebhookRequest = z.infer<typeof makeWebhookRequestSchema>;

/** `off`: turned off by its owner; `failing`: by us, for its address took nothing for as long as a message is tried. */
export const webhookStateSchema = z.enum(['on', 'off', 'failing']);

/** A webhook as its owner sees it; never its secret. */
export const webhookSchema = z.object({
  webhook_id: z.string(),
  url: z.string(),
  events: z.array(eventSchema),
  state: webhookStateSchema,
  created_at: z.string(),
  /** When its address last took a message; null: none yet. */
  delivered_at: z.string().nullable(),
});
export type Webhook = z.infer<typeof webhookSchema>;

/** `available`: false where this installation has nothing to seal their secrets with. */
export const webhookListSchema = z.object({ available: z.boolean(), webhooks: z.array(webhookSchema) });

/** A webhook that was just made; `secret` is told this once. */
export const madeWebhookSchema = webhookSchema.extend({ secret: z.string() });
export type MadeWebhook = z.infer<typeof madeWebhookSchema>;

export const editWebhookRequestSchema = z.strictObject({ state: z.enum(['on', 'off']) });

export const webhookPathSchema = z.strictObject({ webhook_id: z.string().max(64) });
export const messagePathSchema = webhookPathSchema.extend({ message_id: z.string().max(64) });

/** Why a try brought no answer. */
export const attemptProblemSchema = z.enum(['refused', 'timeout', 'too_large', 'unreachable', 'no_secret']);
export type AttemptProblem = z.infer<typeof attemptProblemSchema>;

/** One try: what the address answered, the start of its body, and how long that took. */
const webhookAttemptSchema = z.object({
  at: z.string(),
  status: z.number().int().nullable(),
  problem: attemptProblemSchema.nullable(),
  answer: z.string(),
  ms: z.number().int(),
});

/** A message of the log; `message_id` is its `webhook-id`, `payload` the body as it was sent. */
export const webhookMessageSchema = z.object({
  message_id: z.string(),
  type: messageTypeSchema,
  state: z.enum(['waiting', 'delivered', 'failed']),
  payload: z.string(),
  created_at: z.string(),
  /** When it is tried again; null where it is not. */
  next_at: z.string().nullable(),
  attempts: z.array(webhookAttemptSchema),
});
export type WebhookMessage = z.infer<typeof webhookMessageSchema>;

/** What is told of a report. */
export const toldReportSchema = z.object({
  report_id: z.string(),
  task_id: z.string(),
  /** 0 as made; of `report.version` the new one. */
  version: z.number().int(),
  task_status: z.string(),
  message: z.string(),
  error_code: z.string().nullable(),
  lot_number: z.string().nullable(),
  vin: z.string().nullable(),
  model_name: z.string().nullable(),
  total_cost: z.number().nullable(),
  url: z.string(),
});

/** The body that is sent; `data` of `webhook.test` is empty. */
export const webhookPayloadSchema = z.object({
  type: messageTypeSchema,
  timestamp: z.string(),
  data: z.union([toldReportSchema, z.strictObject({})]),
});
export type WebhookPayload = z.infer<typeof webhookPayloadSchema>;
