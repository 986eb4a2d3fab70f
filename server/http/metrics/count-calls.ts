import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CountedCall } from '../../metrics/metrics.ts';
import { ANY_PATH } from '../answers/method-table.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * What a request counts under: its route's pattern, never its address. Files of the browser application, each of which is a
 * route, are one; so are addresses that no route has.
 */
function routeOf(request: FastifyRequest): string {
  const { url } = request.routeOptions;
  if (url === undefined || request.is404) return 'none';
  if (url === ANY_PATH) return 'other_pages';
  return !url.startsWith('/api/') && !url.startsWith('/.well-known/') && url.includes('.') ? 'files' : url;
}

/** Counts every answered request. */
export function countCalls(app: FastifyInstance, count: (call: CountedCall) => void): void {
  app.addHook('onResponse', async (request, reply) => {
    count({
      method: METHODS.has(request.method) ? request.method : 'other',
      route: routeOf(request),
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
  });
}
