import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import findMyWay, { type HTTPMethod } from 'find-my-way';
import type { ApiCall } from '../../../contract/api/api-call.ts';
import { routerOptions } from '../answers/unroutable-requests.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browser extensions are answered here: those that were paired, or any. */
    extensions?: ApiCall['extensions'];
  }
}

/** As Chrome and Edge, Firefox, and Safari name the origin of an extension. */
const EXTENSION = /^(?:chrome-extension:\/\/[a-p]{32}|(?:moz|safari-web)-extension:\/\/[\dA-Fa-f-]{36})$/;

/** The extension a call comes from, by its Origin, which no page can write; null for any other caller. */
export function extensionOf({ headers }: Pick<FastifyRequest, 'headers'>): string | null {
  const { origin } = headers;
  return typeof origin === 'string' && EXTENSION.test(origin) ? origin : null;
}

/** The Origin of one of our own pages, which links in mails are made from; an extension's is none. */
export const pageOriginOf = (request: Pick<FastifyRequest, 'headers'>): string | null =>
  extensionOf(request) === null ? (request.headers.origin ?? null) : null;

const nothing = (): void => undefined;
const REQUEST_HEADERS = 'authorization, content-type, idempotency-key';
const ANSWER_HEADERS = 'retry-after, ratelimit, ratelimit-policy';
const PREFLIGHT_SECONDS = '600';

export type AdmitExtension = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<'answered' | 'admitted' | 'foreign'>;

/**
 * CORS for browser extensions, on the calls that name `extensions` alone and without credentials: `isPaired` says which origins
 * have a key. `admitted`: the call may go on; `answered`: it was a preflight; `foreign`: to be treated like any other origin.
 */
export function admitExtensions(
  app: FastifyInstance,
  isPaired: (origin: string) => Promise<boolean>,
): AdmitExtension {
  const table = findMyWay(routerOptions);
  app.addHook('onRoute', ({ method, url, config }) => {
    const { extensions } = config ?? {};
    if (extensions === undefined) return;
    for (const one of Array.isArray(method) ? method : [method])
      table.on(one as HTTPMethod, url, nothing, extensions);
  });
  return async (request, reply) => {
    const origin = extensionOf(request);
    if (origin === null) return 'foreign';
    const isPreflight = request.method === 'OPTIONS';
    const asked = isPreflight ? request.headers['access-control-request-method'] : request.method;
    const found = typeof asked === 'string' ? table.find(asked as HTTPMethod, request.url) : null;
    if (!found || (found.store === 'paired' && !(await isPaired(origin)))) return 'foreign';
    void reply
      .header('access-control-allow-origin', origin)
      .header('access-control-expose-headers', ANSWER_HEADERS)
      .header('vary', 'origin');
    if (!isPreflight) return 'admitted';
    void reply
      .header('access-control-allow-methods', asked)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', PREFLIGHT_SECONDS)
      .status(204)
      .send();
    return 'answered';
  };
}
