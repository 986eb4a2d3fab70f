import type pg from 'pg';
import { atMostMs } from '../concurrency/pause.ts';
import type { Queryable } from './client.ts';
import { execute } from './rows.ts';

/** Payload: ids of users that have new events, comma-separated. */
export const EVENTS_CHANNEL = 'lotlens_report_events';
/** Payload: ids of sessions that ended, comma-separated. */
export const SESSIONS_CHANNEL = 'lotlens_sessions_ended';

/** No payload: a report waits for a worker. */
export const QUEUED_CHANNEL = 'lotlens_report_queued';

/** No payload: the keys that operators saved, or what they turned off, are others. */
export const KEYS_CHANNEL = 'lotlens_stored_keys';

export type Listener = { stop(): Promise<void> };

export type ListenHandlers = {
  onUsers(userIds: string[]): void;
  onSessionsEnded(sessionIds: string[]): void;
  /** Only workers care. A missed one is found by the next look a moment later. */
  onReportQueued?(): void;
  onKeysChanged?(): void;
  /** A lost connection came back: what was announced meanwhile must be read from the tables. */
  onGap(): void;
  onError(error: Error): void;
};

const REOPEN_MS = 500;
/** A connection that only listens would never learn that its other end is gone: so often it asks something. */
const LOOK_MS = 5_000;
/** So long an answer may take. */
const ANSWER_MS = 5_000;

/** Tells every process that these sessions ended. */
export async function announceSessionsEnded(client: Queryable, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0)
    await execute(client, 'SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, sessionIds.slice(0, 200).join(',')]);
}

/**
 * Listens on one connection of its own, which is opened again whenever it is lost: also one that died without a word, within
 * some ten seconds (`lookMs` and `answerMs`). `connect` bounds how long a connection may take to be made.
 */
export async function listenForNotifications(
  connect: () => pg.Client,
  handlers: ListenHandlers,
  { lookMs = LOOK_MS, answerMs = ANSWER_MS }: { lookMs?: number; answerMs?: number } = {},
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;
  let look: NodeJS.Timeout | null = null;

  const open = async (): Promise<void> => {
    const next = connect();
    const lost = (): void => {
      if (client === next) reopen();
    };
    next.on('error', (error) => {
      handlers.onError(error);
      lost();
    });
    next.on('end', lost);
    next.on('notification', (note) => {
      const ids = (note.payload ?? '').split(',').filter((id) => id !== '');
      if (note.channel === QUEUED_CHANNEL) handlers.onReportQueued?.();
      else if (note.channel === KEYS_CHANNEL) handlers.onKeysChanged?.();
      else if (note.channel === SESSIONS_CHANNEL) handlers.onSessionsEnded(ids);
      else handlers.onUsers(ids);
    });
    const channels = [EVENTS_CHANNEL, SESSIONS_CHANNEL, QUEUED_CHANNEL, KEYS_CHANNEL];
    try {
      await next.connect();
      await answered(execute(next, channels.map((channel) => `LISTEN ${channel}`).join('; ')));
    } catch (error) {
      leave(next);
      throw error;
    }
    if (stopped) return leave(next);
    client = next;
    lookAgain(next);
  };
  const answered = async (work: Promise<unknown>): Promise<void> => {
    let there = false;
    await atMostMs(
      work.then(() => {
        there = true;
      }),
      answerMs,
    );
    if (!there) throw new Error(`the database did not answer a listening connection within ${answerMs} ms`);
  };
  /** Ends a connection that is of no use: nothing waits for it. */
  const leave = (old: pg.Client): void => void old.end().catch(handlers.onError);
  const lookAgain = (on: pg.Client): void => {
    look = setTimeout(() => {
      answered(execute(on, 'SELECT 1')).then(
        () => {
          if (client === on) lookAgain(on);
        },
        (error: Error) => {
          if (client !== on) return;
          handlers.onError(error);
          reopen();
          leave(on);
        },
      );
    }, lookMs);
  };
  const reopen = (): void => {
    if (stopped || retry) return;
    client = null;
    if (look) clearTimeout(look);
    retry = setTimeout(() => {
      retry = null;
      open().then(
        () => {
          handlers.onGap();
          handlers.onKeysChanged?.();
        },
        (error: Error) => {
          handlers.onError(error);
          reopen();
        },
      );
    }, REOPEN_MS);
  };
  await open();
  return {
    async stop() {
      stopped = true;
      if (retry) clearTimeout(retry);
      if (look) clearTimeout(look);
      if (client) await atMostMs(client.end(), answerMs);
    },
  };
}
