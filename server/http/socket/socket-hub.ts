import { CLOSED_MANY } from '../../../contract/refusals/live-refusals.ts';
import type { ReportFrame } from '../../../contract/schemas/events.ts';
import { pause } from '../../concurrency/pause.ts';
import { endedSessions } from '../../db/accounts/sessions.ts';
import type { Queryable } from '../../db/client.ts';
import type { ListenHandlers } from '../../db/notifications.ts';
import { EVENT_PAGE, eventsSince } from '../../db/reports/report-events.ts';
import type { Log } from '../../log.ts';

const MAX_SOCKETS_PER_USER = 5;
const MAX_BUFFERED = 1024 * 1024;
/** More pages are read for a socket only once it has taken most of the last one, within this time. */
const DRAINED = 64 * 1024;
const DRAIN_MS = 5_000;
const MAX_MESSAGES_PER_MINUTE = 60;
export const CLOSED_SESSION = 4401;
const CLOSED_SLOW = 4408;
const CLOSED_POLICY = 1008;
/** Code and reason for every socket when the service ends. */
export const STOPPING = [1012, 'the service is restarting'] as const;

export type Socket = {
  readonly bufferedAmount: number;
  readonly readyState: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  ping(): void;
  terminate(): void;
  on(event: string, listener: () => void): unknown;
};
type Client = {
  socket: Socket;
  userId: string;
  sessionId: string;
  seq: number;
  answered: boolean;
  messages: number;
  /** Reads events one after the other; a call during a reading makes it look once more. */
  pumping: boolean;
  again: boolean;
};

export type SocketHub = Pick<ListenHandlers, 'onUsers' | 'onSessionsEnded' | 'onGap'> & {
  add(client: Pick<Client, 'socket' | 'userId' | 'sessionId' | 'seq'>): void;
  /** Looks for dead sockets and ended sessions: each heartbeat, or when called. */
  beat(): Promise<void>;
  close(): void;
  size(): number;
};

/** Every open socket of this process; events are read from the table, so a missed notification loses nothing. */
export function createSocketHub(
  pool: Queryable,
  log: Log,
  options: { heartbeatMs?: number } = {},
): SocketHub {
  const byUser = new Map<string, Set<Client>>();
  const all = () => [...byUser.values()].flatMap((set) => [...set]);

  const drop = (client: Client): void => {
    const set = byUser.get(client.userId);
    set?.delete(client);
    if (set?.size === 0) byUser.delete(client.userId);
  };
  const holds = (client: Client): boolean => byUser.get(client.userId)?.has(client) === true;
  const close = (client: Client, code: number, reason: string): void => {
    drop(client);
    client.socket.close(code, reason);
    // A client that never answers the close would keep its socket: the connection is cut a little later.
    setTimeout(() => client.socket.terminate(), 5_000).unref();
  };

  const dropSlow = (client: Client): void => {
    log.warn({ event: 'slow_socket_dropped' }, 'a socket that does not read was dropped');
    drop(client);
    client.socket.close(CLOSED_SLOW, 'too slow');
    client.socket.terminate();
  };
  const drained = async (client: Client): Promise<void> => {
    const end = Date.now() + DRAIN_MS;
    while (holds(client) && client.socket.bufferedAmount > DRAINED) {
      if (Date.now() > end) return dropSlow(client);
      await pause(10);
    }
  };

  /** False once the client is gone. */
  const sendFrame = (client: Client, frame: ReportFrame): boolean => {
    if (!holds(client)) return false;
    if (client.socket.bufferedAmount > MAX_BUFFERED) {
      dropSlow(client);
      return false;
    }
    client.socket.send(JSON.stringify(frame));
    client.seq = frame.seq;
    return true;
  };
  const readAll = async (client: Client): Promise<void> => {
    while (holds(client)) {
      const frames = await eventsSince(pool, client.userId, client.seq);
      if (!frames.every((frame) => sendFrame(client, frame)) || frames.length < EVENT_PAGE) return;
      await drained(client);
    }
  };
  const pump = async (client: Client): Promise<void> => {
    client.again = true;
    if (client.pumping) return;
    client.pumping = true;
    try {
      while (client.again && holds(client)) {
        client.again = false;
        await readAll(client);
      }
    } catch (error) {
      // The next notification, or the gap that follows a lost database, reads what is missing.
      log.warn({ error: String(error) }, 'events could not be read for a socket');
    } finally {
      client.pumping = false;
    }
  };
  const closeEnded = async (): Promise<void> => {
    const clients = all();
    const ended = new Set(await endedSessions(pool, [...new Set(clients.map((client) => client.sessionId))]));
    for (const client of clients)
      if (ended.has(client.sessionId)) close(client, CLOSED_SESSION, 'session ended');
  };
  const beat = async (): Promise<void> => {
    for (const client of all()) {
      client.messages = 0;
      if (!client.answered) {
        drop(client);
        client.socket.terminate();
      } else {
        client.answered = false;
        client.socket.ping();
      }
    }
    await closeEnded();
  };
  const safely = (work: Promise<void>): void => {
    work.catch((error: unknown) => log.warn({ error: String(error) }, 'sockets could not be checked'));
  };
  const heartbeat = setInterval(() => safely(beat()), options.heartbeatMs ?? 25_000);
  heartbeat.unref();

  return {
    add(input) {
      const client: Client = { ...input, answered: true, messages: 0, pumping: false, again: false };
      const oldest = byUser.get(client.userId)?.values().next().value;
      if (oldest && (byUser.get(client.userId)?.size ?? 0) >= MAX_SOCKETS_PER_USER)
        close(oldest, CLOSED_MANY, 'too many sockets');
      const set = byUser.get(client.userId) ?? new Set();
      byUser.set(client.userId, set.add(client));
      client.socket.on('close', () => drop(client));
      client.socket.on('error', () => drop(client));
      client.socket.on('pong', () => {
        client.answered = true;
      });
      client.socket.on('message', () => {
        client.messages += 1;
        if (client.messages > MAX_MESSAGES_PER_MINUTE) close(client, CLOSED_POLICY, 'too many messages');
      });
      void pump(client);
    },
    onUsers(userIds) {
      for (const id of userIds) for (const client of byUser.get(id) ?? []) void pump(client);
    },
    onSessionsEnded(sessionIds) {
      const ended = new Set(sessionIds);
      for (const client of all())
        if (ended.has(client.sessionId)) close(client, CLOSED_SESSION, 'session ended');
    },
    onGap() {
      for (const client of all()) void pump(client);
      safely(closeEnded());
    },
    beat,
    close() {
      clearInterval(heartbeat);
      for (const client of all()) close(client, ...STOPPING);
    },
    size: () => all().length,
  };
}
