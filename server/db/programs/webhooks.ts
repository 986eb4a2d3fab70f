import { z } from 'zod';
import { type Webhook, webhookStateSchema } from '../../../contract/programs/webhook.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../../contract/programs/webhook-events.ts';
import type { Sealed } from '../../secrets/seal.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow, onlyRow, rows } from '../rows.ts';

// An event that a later version gave is none of ours.
const events = z
  .array(z.string())
  .transform((names) => WEBHOOK_EVENTS.filter((event) => names.includes(event)));

const webhookRow = z
  .object({
    id: z.string(),
    url: z.string(),
    events,
    state: webhookStateSchema,
    created_at: z.date(),
    delivered_at: z.date().nullable(),
  })
  .transform(
    ({ id, created_at, delivered_at, ...webhook }): Webhook => ({
      webhook_id: id,
      ...webhook,
      created_at: created_at.toISOString(),
      delivered_at: delivered_at?.toISOString() ?? null,
    }),
  );
const COLUMNS = 'id, url, events, state, created_at, delivered_at';
const idRow = z.object({ id: z.string() });
const countRow = z.object({ count: z.int() });

/** Keeps a new webhook, its secret sealed; null where the account has so many already. Runs in the caller's transaction. */
export async function insertWebhook(
  client: Queryable,
  webhook: { id: string; userId: string; url: string; events: readonly WebhookEvent[]; secret: Sealed },
  most: number,
): Promise<Webhook | null> {
  // Those of one user take turns.
  await execute(client, 'SELECT FROM users WHERE id = $1 FOR UPDATE', [webhook.userId]);
  const { count } = await onlyRow(
    client,
    countRow,
    'SELECT count(*)::int AS count FROM webhooks WHERE user_id = $1',
    [webhook.userId],
  );
  if (count >= most) return null;
  const { secret } = webhook;
  return await onlyRow(
    client,
    webhookRow,
    `INSERT INTO webhooks (id, user_id, url, events, sealed_secret, key_version) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING ${COLUMNS}`,
    [webhook.id, webhook.userId, webhook.url, webhook.events, secret.sealed, secret.key_version],
  );
}

/** The webhooks of an account, the newest first. */
export async function listWebhooks(client: Queryable, userId: string): Promise<Webhook[]> {
  return await rows(
    client,
    webhookRow,
    `SELECT ${COLUMNS} FROM webhooks WHERE user_id = $1 ORDER BY created_at DESC, id`,
    [userId],
  );
}

/** A webhook of this account, or null. */
export async function findWebhook(
  client: Queryable,
  userId: string,
  webhookId: string,
): Promise<Webhook | null> {
  return await firstRow(
    client,
    webhookRow,
    `SELECT ${COLUMNS} FROM webhooks WHERE user_id = $1 AND id = $2`,
    [userId, webhookId],
  );
}

/** Turns a webhook of this account on or off; null where there is none. */
export async function setWebhookState(
  client: Queryable,
  userId: string,
  webhookId: string,
  state: 'on' | 'off',
): Promise<Webhook | null> {
  return await firstRow(
    client,
    webhookRow,
    `UPDATE webhooks SET state = $3 WHERE user_id = $1 AND id = $2 RETURNING ${COLUMNS}`,
    [userId, webhookId, state],
  );
}

/** Deletes a webhook of this account with its log; how many there were. */
export async function deleteWebhook(client: Queryable, userId: string, webhookId: string): Promise<number> {
  return await execute(client, 'DELETE FROM webhooks WHERE user_id = $1 AND id = $2', [userId, webhookId]);
}

/** The webhooks of an account that are on and want to be told of this. */
export async function listListening(
  client: Queryable,
  userId: string,
  event: WebhookEvent,
): Promise<string[]> {
  const found = await rows(
    client,
    idRow,
    "SELECT id FROM webhooks WHERE user_id = $1 AND state = 'on' AND $2 = ANY (events) ORDER BY created_at, id",
    [userId, event],
  );
  return found.map(({ id }) => id);
}

const failingRow = z.object({ email: z.string(), url: z.string() });

/** Turns a webhook off whose address takes nothing any more; whom to tell, null where it was not on. */
export async function turnOffFailing(
  client: Queryable,
  webhookId: string,
): Promise<z.infer<typeof failingRow> | null> {
  return await firstRow(
    client,
    failingRow,
    `UPDATE webhooks w SET state = 'failing' FROM users u
      WHERE w.id = $1 AND w.state = 'on' AND u.id = w.user_id RETURNING u.email, w.url`,
    [webhookId],
  );
}

const secretRow = z.object({ sealed: bytea, key_version: z.int() });

/** The secret of a webhook, still sealed; null where it was removed. */
export async function findWebhookSecret(client: Queryable, webhookId: string): Promise<Sealed | null> {
  return await firstRow(
    client,
    secretRow,
    'SELECT sealed_secret AS sealed, key_version FROM webhooks WHERE id = $1',
    [webhookId],
  );
}
