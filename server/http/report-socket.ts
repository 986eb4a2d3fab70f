import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { ReportFrame } from '../../contract/events.ts';
import { tokenHash } from '../accounts/secrets.ts';
import type { Queryable } from '../db/client.ts';
import type { ListenHandlers } from '../db/notifications.ts';
import { eventsSince, snapshotOf } from '../db/report-events.ts';
import { readLiveSession, redeemTicket } from '../db/sessions.ts';
import type { Log } from '../log.ts';
import { type AccessTools, accountOfToken } from './access.ts';

const MAX_SOCKETS_PER_USER = 5;
const MAX_BUFFERED = 1024 * 1024;
const PING_MS = 25_000;
const CLOSED_SESSION = 4401;
const CLOSED_SLOW = 4408;
const CLOSED_MANY = 4429;
const CLOSED_STOPPING = 1012;

const querySchema = z.strictObject({
  token: z.string().min(1).max(4096),
  since: z.coerce.number().int().min(0).optional(),
});

type Socket = {
  readonly bufferedAmount: number;
  send(text: string): void;
  close(code: number, reason: string): void;
  ping(): void;
  terminate(): void;
  on(event: string, listener: () => void): void;
};
type Client = {
  socket: Socket;
  userId: string;
  sessionId: string;
  seq: number;
  answered: boolean;
  pumping: Promise<void>;
};

export type SocketHub = Pick<ListenHandlers, 'onUsers' | 'onSessionsEnded' | 'onGap'> & {
  close(): void;
  size(): number;
};

/** Every open socket of this process; events are read from the table, so a missed notification loses nothing. */
export function createSocketHub(
  pool: Queryable,
  log: Log,
): SocketHub & { add(client: Omit<Client, 'pumping' | 'answered'>): void } {
  const byUser = new Map<string, Set<Client>>();
  const all = () => [...byUser.values()].flatMap((set) => [...set]);

  const drop = (client: Client): void => {
    const set = byUser.get(client.userId);
    set?.delete(client);
    if (set?.size === 0) byUser.delete(client.userId);
  };
  const close = (client: Client, code: number, reason: string): void => {
    drop(client);
    client.socket.close(code, reason);
  };
  const pump = (client: Client): void => {
    client.pumping = client.pumping
      .then(async () => {
        for (const frame of await eventsSince(pool, client.userId, client.seq)) sendFrame(client, frame);
      })
      .catch((error: unknown) => log.warn({ error: String(error) }, 'events could not be read for a socket'));
  };
  const sendFrame = (client: Client, frame: ReportFrame): void => {
    if (client.socket.bufferedAmount > MAX_BUFFERED) {
      drop(client);
      client.socket.close(CLOSED_SLOW, 'too slow');
      client.socket.terminate();
      return;
    }
    client.socket.send(JSON.stringify(frame));
    client.seq = Math.max(client.seq, frame.seq);
  };
  const heartbeat = setInterval(() => {
    for (const client of all()) {
      if (!client.answered) {
        drop(client);
        client.socket.terminate();
      } else {
        client.answered = false;
        client.socket.ping();
      }
    }
  }, PING_MS);
  heartbeat.unref();

  return {
    add(given) {
      const client: Client = { ...given, answered: true, pumping: Promise.resolve() };
      const set = byUser.get(client.userId) ?? new Set();
      byUser.set(client.userId, set);
      const oldest = set.values().next().value;
      if (set.size >= MAX_SOCKETS_PER_USER && oldest) close(oldest, CLOSED_MANY, 'too many sockets');
      // Closing the oldest may have removed an emptied set.
      byUser.set(client.userId, set.add(client));
      client.socket.on('close', () => drop(client));
      client.socket.on('error', () => drop(client));
      client.socket.on('pong', () => {
        client.answered = true;
      });
      pump(client);
    },
    onUsers(userIds) {
      for (const id of userIds) for (const client of byUser.get(id) ?? []) pump(client);
    },
    onSessionsEnded(sessionIds) {
      const ended = new Set(sessionIds);
      for (const client of all())
        if (ended.has(client.sessionId)) close(client, CLOSED_SESSION, 'session ended');
    },
    onGap() {
      for (const client of all()) pump(client);
    },
    close() {
      clearInterval(heartbeat);
      for (const client of all()) close(client, CLOSED_STOPPING, 'the service is restarting');
    },
    size: () => all().length,
  };
}

/** `GET /api/v1/ws`: a ticket or an access token, a snapshot (or what came after `since`), then every event. */
export function addReportSocket(
  app: FastifyInstance,
  tools: AccessTools & {
    hub: ReturnType<typeof createSocketHub>;
    allowedOrigin(origin: string, host: string): boolean;
  },
): void {
  app.get(
    '/api/v1/ws',
    {
      websocket: true,
      schema: { tags: ['live'], summary: 'Live updates (WebSocket)', querystring: querySchema },
    },
    async (socket, request) => {
      socket.on('error', () => socket.terminate());
      const { origin } = request.headers;
      if (origin !== undefined && !tools.allowedOrigin(origin, request.headers.host ?? ''))
        return socket.close(1008, 'origin not allowed');
      const query = querySchema.safeParse(request.query);
      const account = query.success ? await accountOfSocket(tools, query.data.token) : null;
      if (!query.success || account === null) return socket.close(CLOSED_SESSION, 'not signed in');
      let seq = query.data.since;
      if (seq === undefined) {
        const snapshot = await snapshotOf(tools.pool, account.userId);
        for (const frame of snapshot.frames) socket.send(JSON.stringify(frame));
        seq = snapshot.seq;
      }
      tools.hub.add({ socket, ...account, seq });
    },
  );
}

async function accountOfSocket(
  tools: AccessTools,
  token: string,
): Promise<{ userId: string; sessionId: string } | null> {
  if (token.includes('.')) return await accountOfToken(tools, token);
  const sessionId = await redeemTicket(tools.pool, tokenHash(token));
  const session = sessionId === null ? null : await readLiveSession(tools.pool, sessionId);
  return sessionId !== null && session !== null ? { userId: session.user_id, sessionId } : null;
}
