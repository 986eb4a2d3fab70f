import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createTcpServer, type Server, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import {
  createGuardedFetch,
  type GuardedFetch,
  type GuardedFetchOptions,
} from '../../server/web-fetch/guarded-fetch.ts';

export type LocalSite = { origin: string; port: number; requests: IncomingMessage[] };

/** A web server on this machine until the test ends. */
export async function startSite(answer: RequestListener): Promise<LocalSite> {
  const requests: IncomingMessage[] = [];
  const server = createServer({ maxHeaderSize: 64 * 1024 }, remembering(requests, answer));
  const port = await listening(server, '127.0.0.1', () => server.closeAllConnections());
  return { origin: `http://127.0.0.1:${port}`, port, requests };
}

/** The same with TLS. */
export async function startTlsSite(
  keys: { key: string; cert: string },
  answer: RequestListener,
): Promise<LocalSite & { servernames: string[] }> {
  const requests: IncomingMessage[] = [];
  const servernames: string[] = [];
  const server = createTlsServer(keys, remembering(requests, answer));
  server.on('secureConnection', (socket) => servernames.push(String(socket.servername)));
  const port = await listening(server, '127.0.0.1', () => server.closeAllConnections());
  return { origin: `https://127.0.0.1:${port}`, port, requests, servernames };
}

/** A listener that counts who connects; nothing ever should. */
export async function startTrap(
  address = '127.0.0.1',
  port = 0,
): Promise<{ port: number; hits: () => number }> {
  let hits = 0;
  const server = createTcpServer((socket) => {
    hits += 1;
    socket.on('error', () => {});
    socket.destroy();
  });
  return { port: await listening(server, address, () => {}, port), hits: () => hits };
}

/** A server that does what it likes with the bare connection. */
export async function startRawSite(serve: (socket: Socket) => void): Promise<LocalSite> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => serve(socket));
  });
  const port = await listening(server, '127.0.0.1', () => {
    for (const socket of sockets) socket.destroy();
  });
  return { origin: `http://127.0.0.1:${port}`, port, requests: [] };
}

/** A guarded fetch without a pace, closed when the test ends; Copart's site answered by `site`. */
export function fetchFrom(
  site: { origin: string } | null,
  options: Partial<GuardedFetchOptions> = {},
): GuardedFetch {
  const guarded = createGuardedFetch({
    userAgent: 'LotLens/test',
    pace: { intervalMs: 0, lotAtOnce: 20, photoAtOnce: 20 },
    ...(site && { sourceOrigins: { 'https://www.copart.com': site.origin } }),
    ...options,
  });
  onTestFinished(() => guarded.close());
  return guarded;
}

/** A page of the site behind `fetchFrom`. */
export const PAGE = 'https://www.copart.com/lot/90000002';

function remembering(requests: IncomingMessage[], answer: RequestListener) {
  return (request: IncomingMessage, response: ServerResponse) => {
    requests.push(request);
    response.on('error', () => {});
    answer(request, response);
  };
}

async function listening(server: Server, address: string, drop: () => void, port = 0): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  onTestFinished(async () => {
    drop();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
