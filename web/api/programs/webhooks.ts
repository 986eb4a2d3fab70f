import * as api from '../../../contract/api/programs/webhook-calls.ts';
import type { MakeWebhookRequest } from '../../../contract/programs/webhook.ts';
import { call } from '../call.ts';

export const listWebhooks = () => call(api.webhooks);
export const makeWebhook = (webhook: MakeWebhookRequest) => call(api.makeWebhook, { json: webhook });
export const turnWebhook = (webhookId: string, state: 'on' | 'off') =>
  call(api.editWebhook, { params: { webhook_id: webhookId }, json: { state } });
export const removeWebhook = (webhookId: string) =>
  call(api.removeWebhook, { params: { webhook_id: webhookId } });
export const testWebhook = (webhookId: string) =>
  call(api.testWebhook, { params: { webhook_id: webhookId } });

/** What a webhook was told, the newest first. */
export const listMessages = (webhookId: string) =>
  call(api.webhookMessages, { params: { webhook_id: webhookId } });
export const replayMessage = (webhookId: string, messageId: string) =>
  call(api.replayMessage, { params: { webhook_id: webhookId, message_id: messageId } });
