import { ECDH } from 'node:crypto';
import type pg from 'pg';
import type { PushSubscriptionRequest } from '../../contract/push/push-subscription.ts';
import { keepPushSubscription } from '../db/accounts/push-subscriptions.ts';
import { inTransaction } from '../db/client.ts';
import { invalidInput } from '../errors.ts';
import { isPushHost } from '../web-fetch/address/allowed-hosts.ts';
import type { Bearer } from './session/access-token.ts';

/** Keeps the push subscription of a session's browser. Throws validation_error for a service that is not known, or keys that are none. */
export async function turnPushOn(
  pool: pg.Pool,
  { userId, sessionId }: Bearer,
  { endpoint, keys }: PushSubscriptionRequest,
): Promise<void> {
  const { hostname, port, username } = new URL(endpoint);
  if (!isPushHost(hostname) || port !== '' || username !== '')
    throw invalidInput('LotLens does not know the notification service of this browser.', 'endpoint');
  try {
    ECDH.convertKey(keys.p256dh, 'prime256v1', 'base64url');
  } catch {
    throw invalidInput('This is no key of a push subscription.', 'keys.p256dh');
  }
  await inTransaction(pool, (client) =>
    keepPushSubscription(client, { userId, sessionId, endpoint, ...keys }),
  );
}
