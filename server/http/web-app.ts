import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Serves the built browser application; every page address that is not a file gets its index. */
export async function addWebApp(app: FastifyInstance, folder: string): Promise<boolean> {
  const index = path.join(folder, 'index.html');
  if (!fs.existsSync(index)) return false;
  await app.register(fastifyStatic, {
    root: folder,
    index: false,
    wildcard: false,
    // The build lays a .br and a .gz beside each text file.
    preCompressed: true,
    setHeaders(reply, file) {
      const hashed = file.includes(`${path.sep}assets${path.sep}`);
      reply.header('cache-control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    },
  });
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    if (pathname.startsWith('/api/') || pathname.startsWith('/health/') || pathname.startsWith('/assets/'))
      return reply.callNotFound();
    // The bookmarklet on a lot's page opens this one and hands it that page: the opener must be kept, here alone.
    if (pathname === '/import') void reply.header('cross-origin-opener-policy', 'unsafe-none');
    return reply.header('cache-control', 'no-cache').sendFile('index.html');
  });
  return true;
}
