import type { FastifyInstance, FastifyReply, FastifyRequest, FastifySchema } from 'fastify';
import { addressOf } from '../../../contract/api/api-call.ts';
import { liveSocket } from '../../../contract/api.ts';
import { liveSocketQuerySchema } from '../../../contract/calls.ts';
import { tokenHash } from '../../accounts/tokens.ts';
import { readLiveSession, redeemTicket } from '../../db/accounts/sessions.ts';
import { resumeFrom } from '../../db/reports/report-events.ts';
import { AppError } from '../../errors.ts';
import { type AuthenticationTools, accountOfToken } from '../authenticate.ts';
import { allowedOrigin } from '../origin/csrf.ts';
import { schemaOf } from '../register-call.ts';
import { CLOSED_SESSION, type SocketHub } from './socket-hub.ts';

const CLOSED_ORIGIN = 1008;

/** Headers of an upgrade as RFC 6455 section 4.2.1 wants them, in the versions that the WebSocket library takes. */
const HANDSHAKE: readonly (readonly [name: string, valid: RegExp])[] = [
  ['sec-websocket-version', /^(?:13|8)$/],
  ['sec-websocket-key', /^[+/\dA-Za-z]{22}==$/],
  ['sec-websocket-protocol', /^(?:[\w!#$%&'*+.^`|~-]+(?:[\t ]*,[\t ]*(?!$)|$))+$/],
];

/** Refuses what the library would refuse without the one error shape and the headers of every answer. */
async function requireHandshake(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (!request.ws) throw new AppError('not_found', 'This address takes WebSockets only.');
  for (const [name, valid] of HANDSHAKE) {
    const value = request.headers[name];
    if (value === undefined ? name === 'sec-websocket-protocol' : valid.test(String(value))) continue;
    void reply.headers({ connection: 'close', 'sec-websocket-version': '13, 8' });
    throw new AppError('validation_error', `The header ${name} is missing or not valid.`);
  }
}

/**
 * `GET /api/v1/ws`: a ticket or an access token, then a snapshot of running reports (or, with `since`, what came after
 * it), then every event with its number.
 */
export function addReportSocket(
  app: FastifyInstance,
  tools: AuthenticationTools & { hub: SocketHub; publicUrl: string | null },
): void {
  const schema: FastifySchema = schemaOf(liveSocket);
  // Checked by the handler: a browser can read a close code, but not the status of a refused upgrade.
  const validatorCompiler = () => (input: unknown) => ({ value: input });
  const options = { websocket: true, schema, validatorCompiler, onRequest: requireHandshake } as const;
  app.get(addressOf(liveSocket), options, async (socket, request) => {
    socket.on('error', () => socket.terminate());
    const { origin, host } = request.headers;
    if (origin !== undefined && !allowedOrigin(tools.publicUrl, origin, host))
      return socket.close(CLOSED_ORIGIN, 'origin not allowed');
    const query = liveSocketQuerySchema.safeParse(request.query);
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
  tools: AuthenticationTools,
  token: string,
): Promise<{ userId: string; sessionId: string } | null> {
  if (token.includes('.')) return await accountOfToken(tools, token);
  const sessionId = await redeemTicket(tools.pool, tokenHash(token));
  const session = sessionId === null ? null : await readLiveSession(tools.pool, sessionId);
  return sessionId !== null && session !== null ? { userId: session.user_id, sessionId } : null;
}
