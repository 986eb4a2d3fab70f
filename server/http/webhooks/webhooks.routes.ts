import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as api from '../../../contract/api.ts';
import type { Bearer } from '../../accounts/session/access-token.ts';
import { listMessages } from '../../db/programs/webhook-messages.ts';
import { listWebhooks } from '../../db/programs/webhooks.ts';
import type { WebhookTools } from '../../webhooks/deliver-message.ts';
import {
  editWebhook,
  makeWebhook,
  removeWebhook,
  replayOwn,
  requireWebhook,
  testWebhook,
} from '../../webhooks/own-webhooks.ts';
import type { AuthenticationTools } from '../authenticate.ts';
import { limitCall } from '../limits/limit.ts';
import { registerCall } from '../register-call.ts';
import { noteEvent } from '../security-log.ts';

/** The webhooks of an account, and their messages. */
export const webhooksRoutes =
  (tools: AuthenticationTools & { webhooks: WebhookTools }): FastifyPluginAsync =>
  async (app) => {
    const { webhooks } = tools;
    const limit = (request: FastifyRequest, reply: FastifyReply, { userId }: Bearer): Promise<void> =>
      limitCall(webhooks.pool, reply, 'webhook', { userId, address: request.ip });
    const of = ({ userId }: Bearer, { webhook_id: webhookId }: { webhook_id: string }) => ({
      userId,
      webhookId,
    });

    registerCall(app, tools, api.webhooks, async (_request, _reply, { userId }) => ({
      available: webhooks.seal !== null,
      webhooks: await listWebhooks(webhooks.pool, userId),
    }));

    registerCall(app, tools, api.makeWebhook, async (request, reply, account) => {
      await limit(request, reply, account);
      const made = await makeWebhook(webhooks, account.userId, request.body);
      noteEvent(request, 'webhook_made', account.userId);
      return await reply.status(201).send(made);
    });

    registerCall(app, tools, api.editWebhook, async (request, reply, account) => {
      await limit(request, reply, account);
      return await editWebhook(webhooks, of(account, request.params), request.body.state);
    });

    registerCall(app, tools, api.removeWebhook, async (request, _reply, account) => {
      await removeWebhook(webhooks, of(account, request.params));
      noteEvent(request, 'webhook_removed', account.userId);
      return { message: 'Removed.' };
    });

    registerCall(app, tools, api.testWebhook, async (request, reply, account) => {
      await limit(request, reply, account);
      return await testWebhook(webhooks, of(account, request.params));
    });

    registerCall(app, tools, api.webhookMessages, async (request, _reply, account) => {
      const { webhook_id } = await requireWebhook(webhooks, of(account, request.params));
      return await listMessages(webhooks.pool, webhook_id);
    });

    registerCall(app, tools, api.replayMessage, async (request, reply, account) => {
      await limit(request, reply, account);
      return await replayOwn(webhooks, of(account, request.params), request.params.message_id);
    });
  };
