import { z } from 'zod';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow, onlyRow, rows } from '../rows.ts';

const IDLE = "interval '14 days'";
const ABSOLUTE = "interval '60 days'";

export type NewSession = {
  userId: string;
  userAgent: string | null;
  address: string | null;
  refreshHash: Buffer;
};

const idRow = z.object({ id: z.string() });
const userRow = z.object({ user_id: z.string() });

/** Live sessions a user may have; the one unused longest ends when another opens. */
const MAX_SESSIONS = 20;

/** A statement that ends sessions and answers their ids, and that takes what is pushed to their devices with them. */
const withoutDevices = (ending: string): string =>
  `WITH ended AS (${ending}), gone AS (DELETE FROM push_subscriptions WHERE session_id IN (SELECT id FROM ended))
   SELECT id FROM ended`;

/** Opens a session with its first refresh token; answers its id and those of sessions that ended to make room. */
export async function insertSession(
  client: Queryable,
  session: NewSession,
): Promise<{ id: string; ended: string[] }> {
  const { id } = await onlyRow(
    client,
    idRow,
    `WITH opened AS (
       INSERT INTO sessions (user_id, user_agent, address, expires_at) VALUES ($1, $2, $3, now() + ${ABSOLUTE}) RETURNING id
     ), first AS (
       INSERT INTO refresh_tokens (hash, session_id, expires_at) SELECT $4, id, now() + ${IDLE} FROM opened
     ) SELECT id FROM opened`,
    [session.userId, session.userAgent, session.address, session.refreshHash],
  );
  const ended = await rows(
    client,
    idRow,
    withoutDevices(`UPDATE sessions SET ended_at = now(), ended_reason = 'too many sessions' WHERE id IN (
       SELECT id FROM sessions WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() AND id <> $2
        ORDER BY last_used_at DESC OFFSET ${MAX_SESSIONS - 1}) RETURNING id`),
    [session.userId, id],
  );
  return { id, ended: ended.map((old) => old.id) };
}

/** Whose live session a refresh token belongs to, or null. Proves nothing to act on: it only says whom a call counts for. */
export async function userOfRefreshToken(client: Queryable, hash: Buffer): Promise<string | null> {
  const found = await firstRow(
    client,
    userRow,
    `SELECT s.user_id FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id
      WHERE t.hash = $1 AND t.expires_at > now() AND s.expires_at > now() AND s.ended_at IS NULL`,
    [hash],
  );
  return found?.user_id ?? null;
}

const presentedTokenSchema = z.object({
  session_id: z.string(),
  user_id: z.string(),
  /** Seconds since it was replaced; null while it is the live one. */
  replaced_for: z.number().nullable(),
  expired: z.boolean(),
  ended: z.boolean(),
});
export type PresentedToken = z.infer<typeof presentedTokenSchema>;

/**
 * The presented token with its session, locked until the transaction ends. The lock is taken by a statement of its own:
 * what one statement reads beside a row it waits for is older than the lock.
 */
export async function lockRefreshToken(client: Queryable, hash: Buffer): Promise<PresentedToken | null> {
  await execute(
    client,
    'SELECT 1 FROM sessions WHERE id = (SELECT session_id FROM refresh_tokens WHERE hash = $1) FOR UPDATE',
    [hash],
  );
  return await firstRow(
    client,
    presentedTokenSchema,
    `SELECT t.session_id, s.user_id, extract(epoch FROM clock_timestamp() - t.replaced_at)::float8 AS replaced_for,
            (t.expires_at <= now() OR s.expires_at <= now()) AS expired, s.ended_at IS NOT NULL AS ended
       FROM sessions s JOIN refresh_tokens t ON t.session_id = s.id
      WHERE t.hash = $1`,
    [hash],
  );
}

const hashRow = z.object({ hash: bytea });

/** The live token of a session: the one nobody has replaced. */
export async function liveTokenHash(client: Queryable, sessionId: string): Promise<Buffer | null> {
  const found = await firstRow(
    client,
    hashRow,
    'SELECT hash FROM refresh_tokens WHERE session_id = $1 AND replaced_at IS NULL',
    [sessionId],
  );
  return found?.hash ?? null;
}

export async function replaceRefreshToken(
  client: Queryable,
  sessionId: string,
  oldHash: Buffer,
  newHash: Buffer,
): Promise<void> {
  await execute(client, 'UPDATE refresh_tokens SET replaced_at = clock_timestamp() WHERE hash = $1', [
    oldHash,
  ]);
  await execute(
    client,
    `INSERT INTO refresh_tokens (hash, session_id, parent_hash, expires_at) VALUES ($1, $2, $3, now() + ${IDLE})`,
    [newHash, sessionId, oldHash],
  );
  await execute(client, 'UPDATE sessions SET last_used_at = now() WHERE id = $1', [sessionId]);
}

/** Ends sessions of a user: one, all, or all but one. Answers the ids that were live. */
export async function endSessions(
  client: Queryable,
  userId: string,
  reason: string,
  which: { only?: string; except?: string } = {},
): Promise<string[]> {
  const ended = await rows(
    client,
    idRow,
    withoutDevices(`UPDATE sessions SET ended_at = now(), ended_reason = $2
      WHERE user_id = $1 AND ended_at IS NULL AND ($3::uuid IS NULL OR id = $3) AND ($4::uuid IS NULL OR id <> $4) RETURNING id`),
    [userId, reason, which.only ?? null, which.except ?? null],
  );
  return ended.map((row) => row.id);
}

const liveUserRow = z.object({ user_id: z.string(), verified: z.boolean() });

/** The user of a live session, with what requests need to know; null once it has ended. */
export async function readLiveSession(
  client: Queryable,
  sessionId: string,
): Promise<{ user_id: string; verified: boolean } | null> {
  return await firstRow(
    client,
    liveUserRow,
    `SELECT s.user_id, u.verified_at IS NOT NULL AS verified FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE s.id = $1 AND s.ended_at IS NULL AND s.expires_at > now()`,
    [sessionId],
  );
}

/** Which of these sessions are no longer live. */
export async function endedSessions(client: Queryable, sessionIds: string[]): Promise<string[]> {
  if (sessionIds.length === 0) return [];
  const found = await rows(
    client,
    idRow,
    `SELECT given.id FROM unnest($1::uuid[]) AS given (id)
      WHERE NOT EXISTS (SELECT 1 FROM sessions s WHERE s.id = given.id AND s.ended_at IS NULL AND s.expires_at > now())`,
    [sessionIds],
  );
  return found.map((row) => row.id);
}

export async function insertTicket(
  client: Queryable,
  hash: Buffer,
  sessionId: string,
  seconds: number,
): Promise<void> {
  await execute(
    client,
    'INSERT INTO ws_tickets (hash, session_id, expires_at) VALUES ($1, $2, now() + make_interval(secs => $3))',
    [hash, sessionId, seconds],
  );
}

const ticketRow = z.object({ session_id: z.string() });

/** Uses a ticket up, once; the session it belongs to, or null. */
export async function redeemTicket(client: Queryable, hash: Buffer): Promise<string | null> {
  const used = await firstRow(
    client,
    ticketRow,
    'UPDATE ws_tickets SET used_at = now() WHERE hash = $1 AND used_at IS NULL AND expires_at > now() RETURNING session_id',
    [hash],
  );
  return used?.session_id ?? null;
}

const liveSessionSchema = z.object({
  id: z.string(),
  user_agent: z.string().nullable(),
  address: z.string().nullable(),
  created_at: z.date(),
  last_used_at: z.date(),
});
export type LiveSession = z.infer<typeof liveSessionSchema>;

export async function listLiveSessions(client: Queryable, userId: string): Promise<LiveSession[]> {
  return await rows(
    client,
    liveSessionSchema,
    `SELECT id, user_agent, address, created_at, last_used_at FROM sessions
      WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now() ORDER BY last_used_at DESC`,
    [userId],
  );
}
