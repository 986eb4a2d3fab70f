import { createHash, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Log } from '../../log.ts';
import type { Scrape } from '../../metrics/scrape.ts';

const METRICS_PATH = '/metrics';
const CHALLENGE = 'Bearer realm="LotLens"';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Whether a request shows the token; as slow for a nearly right one as for any other. */
const shows = (authorization: string | undefined, token: string): boolean =>
  timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));

/** `/metrics` beside the pages, for whoever shows the token. */
export function addMetrics(app: FastifyInstance, tools: { scrape: Scrape; token: string }): void {
  app.get(METRICS_PATH, { schema: { hide: true } }, async (request, reply) => {
    if (!shows(request.headers.authorization, tools.token))
      throw new AppError('invalid_token', 'The token of the figures is missing or another.');
    return await reply
      .header('cache-control', 'no-store')
      .type(tools.scrape.contentType)
      .send(await tools.scrape.text());
  });
}

export type MetricsPort = { address: string; close(): Promise<void> };

/** `/metrics` alone at a port of its own; `token` undefined: for whoever reaches it. Throws where the port is taken. */
export async function openMetricsPort(tools: {
  scrape: Scrape;
  log: Log;
  token: string | undefined;
  host: string;
  port: number;
}): Promise<MetricsPort> {
  const { scrape, log, token } = tools;
  const server = http.createServer((request, response) => {
    const answer = (status: number, headers: Record<string, string>, text: string): void => {
      response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', ...headers }).end(text);
    };
    if (request.url?.split('?', 1)[0] !== METRICS_PATH) return answer(404, {}, 'There is nothing here.\n');
    if (request.method !== 'GET') return answer(405, { allow: 'GET' }, 'Only GET.\n');
    if (token !== undefined && !shows(request.headers.authorization, token))
      return answer(401, { 'www-authenticate': CHALLENGE }, 'The token is missing or another.\n');
    scrape.text().then(
      (text) => answer(200, { 'content-type': scrape.contentType, 'cache-control': 'no-store' }, text),
      (error: unknown) => {
        log.error({ err: error }, 'the figures could not be told');
        answer(500, {}, 'The figures could not be told.\n');
      },
    );
  });
  server.requestTimeout = 10_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: tools.host, port: tools.port }, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const { address, port, family } = server.address() as AddressInfo;
  return {
    address: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${METRICS_PATH}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
