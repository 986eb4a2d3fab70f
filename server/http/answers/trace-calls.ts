import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { asWork, type Work } from '../../tracing/current-work.ts';
import { nextSpan, parseTraceparent, type TraceContext, traceparentOf } from '../../tracing/trace-context.ts';

/** What callers may name their request; anything else gets a name of ours. It stands in logs and answers as it is. */
const REQUEST_ID = /^[A-Za-z0-9._~-]{1,64}$/;

type TracedCall = { requestId: string; trace: TraceContext; work: Work };

const calls = new WeakMap<IncomingMessage, TracedCall>();

/** How a request is called, and its place in a trace: its caller's words where they hold, else new ones; the same each time. */
export function tracedCall(message: IncomingMessage): TracedCall {
  const known = calls.get(message);
  if (known) return known;
  const { 'x-request-id': named, traceparent } = message.headers;
  const requestId = typeof named === 'string' && REQUEST_ID.test(named) ? named : crypto.randomUUID();
  const trace = nextSpan(parseTraceparent(typeof traceparent === 'string' ? traceparent : undefined));
  const fields = { request_id: requestId, trace_id: trace.traceId };
  const call = { requestId, trace, work: { fields, traceId: trace.traceId, database: null } };
  calls.set(message, call);
  return call;
}

const ms = (time: number): string => time.toFixed(1);

/**
 * Answers `x-request-id` and `traceparent`, and lets every log line of a request say them. `timing`: answers `Server-Timing`
 * too, how long it took and how much of it the database.
 */
export function traceCalls(app: FastifyInstance, { timing }: { timing: boolean }): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { requestId, trace, work } = tracedCall(request.raw);
    void reply.headers({ 'x-request-id': requestId, traceparent: traceparentOf(trace) });
    if (timing) work.database = { statements: 0, ms: 0 };
    asWork(work, done);
  });
  // A body comes by events of the connection, which know nothing of the request.
  app.addHook('preValidation', (request, _reply, done) => asWork(tracedCall(request.raw).work, done));
  if (!timing) return;
  app.addHook('onSend', async (request, reply, payload) => {
    const { database } = tracedCall(request.raw).work;
    const spent =
      database === null ? '' : `, db;dur=${ms(database.ms)};desc="${database.statements} statements"`;
    void reply.header('server-timing', `total;dur=${ms(reply.elapsedTime)}${spent}`);
    return payload;
  });
}
