import type { Server } from 'node:http';
import net from 'node:net';
import type { FastifyInstance } from 'fastify';

const PORT_TRIES = 20;
/** No IPv6 on this machine. */
const NO_IPV6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'EPROTONOSUPPORT']);

/**
 * Listens on `host`, or without one on both of this machine's own addresses, 127.0.0.1 and ::1: `localhost` may mean either.
 * Answers the address people use. `port` 0 takes one that is free on both. Throws what listening threw.
 */
export async function listenAt(
  app: FastifyInstance,
  { port, host }: { port: number; host: string | undefined },
): Promise<string> {
  if (host !== undefined) return addressOf(host, portOf(await listenOn(app, port, host)));
  let second: Awaited<ReturnType<typeof secondListener>> = null;
  app.addHook('preClose', async () => void second?.listener.close());
  for (let tries = 1; ; tries += 1) {
    second = await secondListener(app, port);
    try {
      const bound = await listenOn(app, second ? second.port : port, '127.0.0.1');
      return addressOf('localhost', portOf(bound));
    } catch (error) {
      second?.listener.close();
      const taken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
      if (port !== 0 || !taken || tries >= PORT_TRIES) throw error;
    }
  }
}

async function listenOn(app: FastifyInstance, port: number, host: string): Promise<Server> {
  await app.listen({ port, host });
  return app.server;
}

/** On ::1; hands each connection to the server, which treats it as one of its own. Null where there is no IPv6. */
async function secondListener(
  app: FastifyInstance,
  port: number,
): Promise<{ listener: net.Server; port: number } | null> {
  const listener = net.createServer((socket) => app.server.emit('connection', socket));
  try {
    await new Promise<void>((resolve, reject) => {
      listener.once('error', reject);
      listener.listen({ port, host: '::1', ipv6Only: true }, resolve);
    });
  } catch (error) {
    if (NO_IPV6.has((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
  return { listener, port: portOf(listener) };
}

function portOf(server: net.Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return address.port;
}

/** Where all addresses are listened on, people on this machine come by its own name. */
function addressOf(host: string, port: number): string {
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}
