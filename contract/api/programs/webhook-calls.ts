import { z } from 'zod';
import {
  editWebhookRequestSchema,
  madeWebhookSchema,
  makeWebhookRequestSchema,
  messagePathSchema,
  webhookListSchema,
  webhookMessageSchema,
  webhookPathSchema,
  webhookSchema,
} from '../../programs/webhook.ts';
import { messageAnswerSchema } from '../../schemas/account.ts';
import type { ApiCall } from '../api-call.ts';

/** Telling a program of reports at an address of its own. */

export const webhooks = {
  method: 'GET',
  path: '/users/me/webhooks',
  auth: 'bearer',
  operation: 'listWebhooks',
  tag: 'webhooks',
  summary: 'Webhooks of the account',
  answer: webhookListSchema,
  errors: [],
} as const satisfies ApiCall;

export const makeWebhook = {
  method: 'POST',
  path: '/users/me/webhooks',
  auth: 'bearer',
  operation: 'makeWebhook',
  tag: 'webhooks',
  summary: 'Be told of reports at an address',
  description:
    'Messages follow Standard Webhooks: `webhook-id`, `webhook-timestamp` and `webhook-signature` (`v1`, HMAC-SHA256). The secret (`whsec_…`) is told this once. An account has at most ten. 409 `setup_read_only` where the installation has no SECRETS_KEY to seal secrets with.',
  body: makeWebhookRequestSchema,
  answer: madeWebhookSchema,
  status: 201,
  secret: true,
  errors: ['setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;

export const editWebhook = {
  method: 'PATCH',
  path: '/users/me/webhooks/:webhook_id',
  auth: 'bearer',
  operation: 'editWebhook',
  tag: 'webhooks',
  summary: 'Turn a webhook off, or on again',
  description: 'What happened while it was off is not sent later; messages of before can be replayed.',
  params: webhookPathSchema,
  body: editWebhookRequestSchema,
  answer: webhookSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const removeWebhook = {
  method: 'DELETE',
  path: '/users/me/webhooks/:webhook_id',
  auth: 'bearer',
  operation: 'removeWebhook',
  tag: 'webhooks',
  summary: 'Remove a webhook, its secret and its log',
  params: webhookPathSchema,
  answer: messageAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const testWebhook = {
  method: 'POST',
  path: '/users/me/webhooks/:webhook_id/test',
  auth: 'bearer',
  operation: 'testWebhook',
  tag: 'webhooks',
  summary: 'Send a message of type webhook.test',
  params: webhookPathSchema,
  answer: webhookMessageSchema,
  errors: ['not_found', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const webhookMessages = {
  method: 'GET',
  path: '/users/me/webhooks/:webhook_id/messages',
  auth: 'bearer',
  operation: 'listWebhookMessages',
  tag: 'webhooks',
  summary: 'The newest 100 messages with what the address answered; kept for 30 days',
  params: webhookPathSchema,
  answer: z.array(webhookMessageSchema),
  errors: ['not_found'],
} as const satisfies ApiCall;

export const replayMessage = {
  method: 'POST',
  path: '/users/me/webhooks/:webhook_id/messages/:message_id/replay',
  auth: 'bearer',
  operation: 'replayWebhookMessage',
  tag: 'webhooks',
  summary: 'Send a message again, now',
  description:
    'Under its `webhook-id`, by which a receiver knows what it has had. 409 `version_conflict` while the webhook is off.',
  params: messagePathSchema,
  answer: webhookMessageSchema,
  errors: ['not_found', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;
