import type { FastifyInstance } from 'fastify';

const LOOPBACK = /^(localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;
/** Set by whatever stands between us and the user, who then is elsewhere. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'via'];

/**
 * Where a page asked for at `host` is to be opened instead, or null when it is where it should be. `localhost`, 127.0.0.1 and
 * [::1] are one machine but three origins to a browser, each with a storage of its own: a session kept under one is lost
 * under another. The port stays the caller's (an SSH tunnel may have changed it).
 */
export function homeOf(address: string, host: string): string | null {
  const { hostname } = new URL(address);
  const [, name = '', port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(host) ?? [];
  if (!LOOPBACK.test(hostname) || !LOOPBACK.test(name) || name.toLowerCase() === hostname) return null;
  return `http://${hostname}${port}`;
}

/** Leads page requests under another of this machine's names to the address that stands in mails and PDFs; calls, and what asks for figures, work under all. */
export function keepOneOrigin(app: FastifyInstance, address: () => string): void {
  app.addHook('onRequest', async (request, reply) => {
    const { method, url, headers } = request;
    if ((method !== 'GET' && method !== 'HEAD') || /^\/((api|health)\/|metrics$)/.test(url)) return;
    if (FORWARDED.some((name) => headers[name] !== undefined)) return;
    const home = homeOf(address(), headers.host ?? '');
    if (home !== null) return reply.redirect(`${home}${url}`, 308);
  });
}
