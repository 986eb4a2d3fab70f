import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { afterAll, afterEach } from 'vitest';
import type { ApiCall } from '../../contract/api/api-call.ts';
import * as api from '../../contract/api.ts';
import { errorBodySchema } from '../../contract/schemas/errors.ts';
import { refusalOf } from '../../server/http/answers/unroutable-requests.ts';
import { refusalsOf } from '../../server/http/register-call.ts';

/**
 * Set up before every service test: whatever a call answers in this process must stand in its row of contract/api.ts, its refusals
 * by status and code. The test in which another answer was given fails.
 */

const rows = new Map<string, ApiCall>(Object.values(api).map((call) => [call.operation, call]));
const untold = new Set<string>();

afterEach(() => {
  const found = [...untold];
  untold.clear();
  if (found.length > 0) throw new Error(`not in its row of contract/api.ts: ${found.join('; ')}`);
});

/** The answer as `operation status code`, where its row does not tell of it. */
function untoldAnswer(call: ApiCall, status: number, payload: unknown): string | null {
  if (status < 400) return [call.status ?? 200, 304].includes(status) ? null : `${call.operation} ${status}`;
  const codes = refusalsOf(call).get(status);
  const { code } = errorBodySchema.parse(JSON.parse(String(payload)));
  // Of the address, before any call: it may be known under other methods than those of a parameter that fits it.
  if (code === 'method_not_allowed') return null;
  return codes?.includes(code) ? null : `${call.operation} ${status} ${code}`;
}

// Fastify tells of every server it makes, before any hook of the server's own.
function listenTo(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply, payload) => {
    const schema: { operationId?: unknown } = request.routeOptions.schema ?? {};
    // A request that can't be routed is answered before any call.
    const call = refusalOf(request.raw) ? undefined : rows.get(String(schema.operationId));
    const found = call ? untoldAnswer(call, reply.statusCode, payload) : null;
    if (found !== null) untold.add(found);
  });
}

subscribe('fastify.initialization', listenTo);
// This file runs before each test file, many of them in one process.
afterAll(() => void unsubscribe('fastify.initialization', listenTo));
