import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { execute, firstRow, onlyRow, rows } from '../rows.ts';

export type NewPushSubscription = {
  userId: string;
  sessionId: string;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** Devices of a user that are told; the one longest there goes when another comes. */
const MAX_SUBSCRIPTIONS = 10;

const idRow = z.object({ id: z.string() });
const onRow = z.object({ on: z.boolean() });

/** Keeps the subscription of a session, in place of the one it had; runs in the caller's transaction. */
export async function keepPushSubscription(client: Queryable, given: NewPushSubscription): Promise<void> {
  const { userId, sessionId, endpoint, p256dh, auth } = given;
  // Those of one user take turns.
  await execute(client, 'SELECT 1 FROM users WHERE id = $1 FOR UPDATE', [userId]);
  await execute(client, 'DELETE FROM push_subscriptions WHERE session_id = $1', [sessionId]);
  await execute(
    client,
    `INSERT INTO push_subscriptions (user_id, session_id, endpoint, p256dh, auth) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (endpoint) DO UPDATE SET user_id = excluded.user_id, session_id = excluded.session_id,
       p256dh = excluded.p256dh, auth = excluded.auth, created_at = now()`,
    [userId, sessionId, endpoint, p256dh, auth],
  );
  await execute(
    client,
    `DELETE FROM push_subscriptions WHERE id IN (
       SELECT id FROM push_subscriptions WHERE user_id = $1 AND session_id <> $2
        ORDER BY created_at DESC OFFSET ${MAX_SUBSCRIPTIONS - 1})`,
    [userId, sessionId],
  );
}

/** Whether a session has a subscription. */
export async function hasPushSubscription(client: Queryable, sessionId: string): Promise<boolean> {
  const { on } = await onlyRow(
    client,
    onRow,
    'SELECT EXISTS (SELECT 1 FROM push_subscriptions WHERE session_id = $1) AS on',
    [sessionId],
  );
  return on;
}

export async function deletePushSubscription(
  client: Queryable,
  which: { sessionId: string } | { id: string },
): Promise<void> {
  if ('id' in which) await execute(client, 'DELETE FROM push_subscriptions WHERE id = $1', [which.id]);
  else await execute(client, 'DELETE FROM push_subscriptions WHERE session_id = $1', [which.sessionId]);
}

const LIVE = 'JOIN sessions s ON s.id = p.session_id AND s.ended_at IS NULL AND s.expires_at > now()';

/** The subscriptions of a user's live sessions. */
export async function listPushSubscriptions(client: Queryable, userId: string): Promise<string[]> {
  const found = await rows(
    client,
    idRow,
    `SELECT p.id FROM push_subscriptions p ${LIVE} WHERE p.user_id = $1 ORDER BY p.created_at`,
    [userId],
  );
  return found.map(({ id }) => id);
}

const pushRow = z.object({
  endpoint: z.string(),
  p256dh: z.string(),
  auth: z.string(),
  model_name: z.string().nullable(),
  make_name: z.string().nullable(),
  status: z.string(),
});

/**
 * A subscription of a live session, with what is to be told of a report of its user that ended, was made anew (`updated`) or whose
 * lot has changed (`changed`) within `seconds`; null where there is none.
 */
export async function findPush(
  client: Queryable,
  subscriptionId: string,
  reportId: string,
  { seconds, since }: { seconds: number; since: 'ended' | 'updated' | 'changed' },
): Promise<z.infer<typeof pushRow> | null> {
  return await firstRow(
    client,
    pushRow,
    `SELECT p.endpoint, p.p256dh, p.auth, r.model_name, r.make_name, r.status
       FROM push_subscriptions p ${LIVE} JOIN reports r ON r.user_id = p.user_id
      WHERE p.id = $1 AND r.id = $2 AND CASE $4::text WHEN 'updated' THEN r.updated_at
              WHEN 'changed' THEN (SELECT max(c.created_at) FROM lot_changes c WHERE c.report_id = r.id)
              ELSE r.finished_at END > now() - make_interval(secs => $3)`,
    [subscriptionId, reportId, seconds, since],
  );
}
