import type { FastifyInstance, HTTPMethods } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import { AppError } from '../../errors.ts';
import { routerOptions } from './unroutable-requests.ts';

/** The web application's last resort takes every address: it makes none of them known. */
export const ANY_PATH = '/*';

const nothing = (): void => undefined;

/**
 * Answers 405 with `Allow` where a path is known under other methods, and OPTIONS with the methods it takes. Which paths
 * there are is read from the routes as they are registered; stands before any body is read.
 */
export function answerOtherMethods(app: FastifyInstance): void {
  const table = findMyWay(routerOptions);
  const methods = new Set<HTTPMethod>();
  /** Addresses without a parameter: one that is known is no other's parameter, whatever the method. */
  const fixed = new Map<string, Set<string>>();
  const note = (method: HTTPMethods, url: string): void => {
    methods.add(method as HTTPMethod);
    table.on(method as HTTPMethod, url, nothing);
    if (!/[:*]/.test(url)) fixed.set(url, (fixed.get(url) ?? new Set()).add(method));
  };
  app.addHook('onRoute', ({ method, url }) => {
    if (url === ANY_PATH) return;
    for (const one of Array.isArray(method) ? method : [method]) note(one, url);
  });
  app.addHook('onRequest', async (request, reply) => {
    const ofFixed = fixed.get(request.url.split('?', 1)[0] ?? '');
    const known = !request.is404 && request.routeOptions.url !== ANY_PATH;
    if (known && (ofFixed === undefined || ofFixed.has(request.method))) return;
    const allowed = ofFixed
      ? [...ofFixed]
      : [...methods].filter((method) => table.find(method, request.url) !== null);
    if (allowed.length === 0) return;
    void reply.header('allow', [...allowed, 'OPTIONS'].sort().join(', '));
    if (request.method === 'OPTIONS') return reply.status(204).send();
    throw new AppError('method_not_allowed', `This address does not take ${request.method}.`);
  });
}
