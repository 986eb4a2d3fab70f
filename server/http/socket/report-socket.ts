import type { FastifyInstance, FastifySchema } from 'fastify';
import { z } from 'zod';
import { tokenHash } from '../../accounts/tokens.ts';
import { readLiveSession, redeemTicket } from '../../db/accounts/sessions.ts';
import { resumeFrom } from '../../db/reports/report-events.ts';
import { type AccessTools, accountOfToken } from '../authenticate.ts';
import { allowedOrigin } from '../origin/csrf.ts';
import { CLOSED_SESSION, type SocketHub } from './socket-hub.ts';

const CLOSED_ORIGIN = 1008;

const querySchema = z.strictObject({
  token: z.string().min(1).max(4096),
  since: z.coerce.number().int().min(0).optional(),
});

/**
 * `GET /api/v1/ws`: a ticket or an access token, then a snapshot of running reports (or, with `since`, what came after
 * it), then every event with its number.
 */
export function addReportSocket(
  app: FastifyInstance,
  tools: AccessTools & { hub: SocketHub; publicUrl: string | null },
): void {
  const schema: FastifySchema = {
    tags: ['live'],
    summary: 'Live updates (WebSocket)',
    description: 'token: a ticket of ws/ticket, or an access token; since: the last event number seen.',
  };
  app.get('/api/v1/ws', { websocket: true, schema }, async (socket, request) => {
    socket.on('error', () => socket.terminate());
    const { origin, host } = request.headers;
    if (origin !== undefined && !allowedOrigin(tools.publicUrl, origin, host))
      return socket.close(CLOSED_ORIGIN, 'origin not allowed');
    // Checked here and not by the route: a browser can read a close code, but not the status of a refused upgrade.
    const query = querySchema.safeParse(request.query);
    const account = query.success ? await accountOfSocket(tools, query.data.token) : null;
    if (!query.success || account === null) return socket.close(CLOSED_SESSION, 'not signed in');
    const start = await resumeFrom(tools.pool, account.userId, query.data.since ?? null);
    for (const frame of start.snapshot) socket.send(JSON.stringify(frame));
    if (socket.readyState === socket.OPEN) tools.hub.add({ socket, ...account, seq: start.seq });
  });
  // The WebSocket plugin hides its routes; ours stands in the OpenAPI file like every other.
  schema.hide = false;
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
