import type pg from 'pg';
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

/** Tells every process that these sessions ended. */
export async function announceSessionsEnded(client: Queryable, sessionIds: string[]): Promise<void> {
  if (sessionIds.length > 0)
    await execute(client, 'SELECT pg_notify($1, $2)', [SESSIONS_CHANNEL, sessionIds.slice(0, 200).join(',')]);
}

/** Listens on one connection of its own, which is opened again whenever it is lost. */
export async function listenForNotifications(
  connect: () => pg.Client,
  handlers: ListenHandlers,
): Promise<Listener> {
  let stopped = false;
  let client: pg.Client | null = null;
  let retry: NodeJS.Timeout | null = null;

  const open = async (): Promise<void> => {
    const next = connect();
    next.on('error', (error) => {
      handlers.onError(error);
      reopen();
    });
    next.on('end', () => reopen());
    next.on('notification', (note) => {
      const ids = (note.payload ?? '').split(',').filter((id) => id !== '');
      if (note.channel === QUEUED_CHANNEL) handlers.onReportQueued?.();
      else if (note.channel === KEYS_CHANNEL) handlers.onKeysChanged?.();
      else if (note.channel === SESSIONS_CHANNEL) handlers.onSessionsEnded(ids);
      else handlers.onUsers(ids);
    });
    await next.connect();
    const channels = [EVENTS_CHANNEL, SESSIONS_CHANNEL, QUEUED_CHANNEL, KEYS_CHANNEL];
    await execute(next, channels.map((channel) => `LISTEN ${channel}`).join('; '));
    client = next;
  };
  const reopen = (): void => {
    if (stopped || retry) return;
    client = null;
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
      await client?.end();
    },
  };
}
