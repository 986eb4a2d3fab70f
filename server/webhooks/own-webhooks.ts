import { randomUUID } from 'node:crypto';
import { isIP } from 'node:net';
import { z } from 'zod';
import type {
  MadeWebhook,
  MakeWebhookRequest,
  Webhook,
  WebhookMessage,
} from '../../contract/programs/webhook.ts';
import { inTransaction } from '../db/client.ts';
import { listMessages, replayMessage } from '../db/programs/webhook-messages.ts';
import { deleteWebhook, findWebhook, insertWebhook, setWebhookState } from '../db/programs/webhooks.ts';
import { AppError } from '../errors.ts';
import { bareHost, isPublicAddress } from '../web-fetch/address/public-address.ts';
import { secretName, type WebhookTools } from './deliver-message.ts';
import { queueMessage } from './queue-message.ts';
import { newWebhookSecret } from './sign-message.ts';

type OwnTools = Pick<WebhookTools, 'pool' | 'queue' | 'seal'>;
/** Somebody else's id, an unknown one and a malformed one are the same not_found. */
type Of = { userId: string; webhookId: string };

const MAX_WEBHOOKS = 10;
const uuid = z.uuid();
const notFound = (what: string): AppError => new AppError('not_found', `There is no such ${what}.`);

/**
 * A webhook of this account; its secret is told this once and kept sealed. Throws setup_read_only without a key to seal with,
 * validation_error for an address that is not public, or where the account has too many.
 */
export async function makeWebhook(
  { pool, seal }: OwnTools,
  userId: string,
  { url, events }: MakeWebhookRequest,
): Promise<MadeWebhook> {
  if (seal === null)
    throw new AppError(
      'setup_read_only',
      'Webhooks are off here: whoever runs this LotLens has set no SECRETS_KEY to seal their secrets with.',
    );
  const { href, hostname } = new URL(url);
  const host = bareHost(hostname);
  if (isIP(host) !== 0 && !isPublicAddress(host))
    throw new AppError('validation_error', 'This address is not public.', { details: { field: 'url' } });
  const id = randomUUID();
  const secret = newWebhookSecret();
  const made = await inTransaction(pool, (client) =>
    insertWebhook(
      client,
      { id, userId, url: href, events: [...new Set(events)], secret: seal.seal(secretName(id), secret) },
      MAX_WEBHOOKS,
    ),
  );
  if (made === null)
    throw new AppError('validation_error', `An account has at most ${MAX_WEBHOOKS} webhooks.`, {
      details: { reason: 'too_many' },
    });
  return { ...made, secret };
}

/** A webhook of this account. Throws not_found. */
export async function requireWebhook({ pool }: Pick<OwnTools, 'pool'>, of: Of): Promise<Webhook> {
  const found = uuid.safeParse(of.webhookId).success
    ? await findWebhook(pool, of.userId, of.webhookId)
    : null;
  if (found === null) throw notFound('webhook');
  return found;
}

/** Turns a webhook on or off. Throws not_found. */
export async function editWebhook(tools: OwnTools, of: Of, state: 'on' | 'off'): Promise<Webhook> {
  await requireWebhook(tools, of);
  const changed = await setWebhookState(tools.pool, of.userId, of.webhookId, state);
  if (changed === null) throw notFound('webhook');
  return changed;
}

/** Deletes a webhook with its secret and log. Throws not_found. */
export async function removeWebhook({ pool }: OwnTools, of: Of): Promise<void> {
  const gone = uuid.safeParse(of.webhookId).success ? await deleteWebhook(pool, of.userId, of.webhookId) : 0;
  if (gone === 0) throw notFound('webhook');
}

async function requireOn(tools: OwnTools, of: Of): Promise<void> {
  if ((await requireWebhook(tools, of)).state !== 'on')
    throw new AppError('version_conflict', 'This webhook is off. Turn it on first.');
}

async function messageOf({ pool }: OwnTools, webhookId: string, id: string): Promise<WebhookMessage> {
  const [message] = await listMessages(pool, webhookId, id);
  if (message === undefined) throw notFound('message');
  return message;
}

/** Sends a message that tells of nothing, to try the address. Throws not_found, version_conflict while it is off. */
export async function testWebhook(tools: OwnTools, of: Of): Promise<WebhookMessage> {
  await requireOn(tools, of);
  const id = await inTransaction(tools.pool, (client) =>
    queueMessage(client, tools.queue, of.webhookId, 'webhook.test', {}),
  );
  return await messageOf(tools, of.webhookId, id);
}

/** Sends a message again under its id, now. Throws not_found, version_conflict while the webhook is off. */
export async function replayOwn(tools: OwnTools, of: Of, messageId: string): Promise<WebhookMessage> {
  await requireOn(tools, of);
  if (!uuid.safeParse(messageId).success) throw notFound('message');
  await inTransaction(tools.pool, async (client) => {
    const attempts = await replayMessage(client, of.webhookId, messageId);
    if (attempts === null) throw notFound('message');
    await tools.queue.send(
      'send-webhook',
      { message_id: messageId, attempts },
      {
        within: client,
        account: of.webhookId,
      },
    );
  });
  return await messageOf(tools, of.webhookId, messageId);
}
