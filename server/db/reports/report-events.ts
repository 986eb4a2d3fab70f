import type pg from 'pg';
import { z } from 'zod';
import { stageOf } from '../../../contract/report-status.ts';
import { type ReportFrame, reportFrameSchema } from '../../../contract/schemas/events.ts';
import { readQuota } from '../accounts/quota.ts';
import type { Queryable } from '../client.ts';
import { EVENTS_CHANNEL } from '../notifications.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';

/** At most one NOTIFY per process in this time: many writers that notify queue up behind one commit lock. */
const COALESCE_MS = 50;
/** NOTIFY payloads end at 8,000 bytes; a user id takes 37. */
const USERS_PER_NOTIFY = 200;

/** The columns of a report that a frame shows. */
export const eventSourceSchema = z.object({
  id: z.string(),
  task_id: z.string(),
  user_id: z.string().nullable(),
  status: z.string(),
  message: z.string(),
  total_cost_cents: int8.nullable(),
  body_type: z.string().nullable(),
  created_at: z.date(),
  error_code: z.string().nullable(),
  version: z.int(),
});
export type EventSource = z.infer<typeof eventSourceSchema>;

/** Columns to name in RETURNING so that a row can become an event. */
export const EVENT_COLUMNS =
  'id, task_id, user_id, status, message, total_cost_cents, body_type, created_at, error_code, version';

/** The frame of a report's present state. */
export function frameOf(row: EventSource, seq: number, type: ReportFrame['type']): ReportFrame {
  const stage = stageOf(row.status);
  return {
    type,
    seq,
    report_id: row.id,
    task_id: row.task_id,
    status: row.status,
    progress: stage.progress,
    label: stage.label,
    message: row.message,
    date: row.created_at.toISOString(),
    total_cost: row.total_cost_cents === null ? null : row.total_cost_cents / 100,
    body_type: row.body_type,
    error_code: row.error_code,
    report_version: row.version,
  };
}

const seqRow = z.object({ event_seq: int8 });

/** Writes the event of a transition, inside the transition's own transaction; the owner's next number is taken there too. */
export async function appendEvent(client: Queryable, row: EventSource): Promise<ReportFrame> {
  let seq = 0;
  if (row.user_id !== null) {
    const next = await firstRow(
      client,
      seqRow,
      'UPDATE users SET event_seq = event_seq + 1 WHERE id = $1 RETURNING event_seq',
      [row.user_id],
    );
    seq = next?.event_seq ?? 0;
  }
  // Read once the number is ours: whoever had the one before has committed.
  const quota = row.user_id === null ? undefined : await readQuota(client, row.user_id);
  const frame = { ...frameOf(row, seq, 'status'), quota };
  await execute(
    client,
    'INSERT INTO report_events (user_id, seq, report_id, payload) VALUES ($1, $2, $3, $4)',
    [row.user_id, seq, row.id, JSON.stringify(frame)],
  );
  return frame;
}

/** Events are read so many at a time. */
export const EVENT_PAGE = 200;

const payloadRow = z.object({ payload: reportFrameSchema });

/** The next events of a user after `since`, oldest first, at most EVENT_PAGE. */
export async function eventsSince(client: Queryable, userId: string, since: number): Promise<ReportFrame[]> {
  const found = await rows(
    client,
    payloadRow,
    'SELECT payload FROM report_events WHERE user_id = $1 AND seq > $2 ORDER BY seq LIMIT $3',
    [userId, since, EVENT_PAGE],
  );
  return found.map((row) => row.payload);
}

const knownRow = z.object({ known: z.boolean() });

/**
 * Where a client that saw everything up to `since` goes on: there, with nothing to tell first; or with a snapshot when
 * it saw nothing yet, when events it missed are no longer kept, or when it names a number that was never given out.
 */
export async function resumeFrom(
  client: Queryable,
  userId: string,
  since: number | null,
): Promise<{ seq: number; snapshot: ReportFrame[] }> {
  if (since !== null) {
    const found = await firstRow(
      client,
      knownRow,
      `SELECT $2 = u.event_seq OR ($2 < u.event_seq AND EXISTS (
                SELECT 1 FROM report_events e WHERE e.user_id = u.id AND e.seq = $2::bigint + 1)) AS known
         FROM users u WHERE u.id = $1`,
      [userId, since],
    );
    if (found?.known === true) return { seq: since, snapshot: [] };
  }
  const { seq, frames } = await snapshotOf(client, userId);
  return { seq, snapshot: frames };
}

/** A user with one running report; without any, the report's columns are null. */
const snapshotRow = z.union([
  eventSourceSchema.extend({ event_seq: int8 }),
  z.object({ event_seq: int8, id: z.null() }),
]);

/** Running reports of a user as snapshot frames, and the number of the last event given out. */
export async function snapshotOf(
  client: Queryable,
  userId: string,
): Promise<{ seq: number; frames: ReportFrame[] }> {
  const found = await rows(
    client,
    snapshotRow,
    `SELECT u.event_seq, r.id, r.task_id, r.user_id, r.status, r.message, r.total_cost_cents, r.body_type, r.created_at, r.error_code, r.version
       FROM users u LEFT JOIN reports r ON r.user_id = u.id AND r.finished_at IS NULL
      WHERE u.id = $1 ORDER BY r.created_at`,
    [userId],
  );
  const seq = found[0]?.event_seq ?? 0;
  return {
    seq,
    frames: found.flatMap((row) => (row.id === null ? [] : [frameOf(row, seq, 'snapshot')])),
  };
}

export type Announcer = { announce(userId: string | null): void; stop(): Promise<void> };

/** Tells every process that users have new events; calls are gathered for 50 ms. */
export function createAnnouncer(pool: pg.Pool, onError: (error: Error) => void): Announcer {
  let waiting = new Set<string>();
  let timer: NodeJS.Timeout | null = null;
  let last: Promise<unknown> = Promise.resolve();
  const flush = () => {
    timer = null;
    const users = [...waiting];
    waiting = new Set();
    const batches = Array.from({ length: Math.ceil(users.length / USERS_PER_NOTIFY) }, (_, index) =>
      users.slice(index * USERS_PER_NOTIFY, (index + 1) * USERS_PER_NOTIFY),
    );
    last = Promise.all(
      batches.map((batch) => execute(pool, 'SELECT pg_notify($1, $2)', [EVENTS_CHANNEL, batch.join(',')])),
    ).catch(onError);
  };
  return {
    announce(userId) {
      if (userId === null) return;
      waiting.add(userId);
      timer ??= setTimeout(flush, COALESCE_MS);
    },
    async stop() {
      if (timer) {
        clearTimeout(timer);
        flush();
      }
      await last;
    },
  };
}
