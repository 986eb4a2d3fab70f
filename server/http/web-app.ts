import fs from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/**
 * The file of a page's address: as a visitor first sees it where the build has drawn that, else with the loading view.
 * Drawn ones stand for the bare address only: what follows a question mark may change what is seen.
 */
function pageFile(pages: ReadonlySet<string>, url: string): string {
  const [pathname = '/', query = ''] = url.split('?', 2);
  const [name = '', ...rest] = pathname.split('/').slice(1);
  const page = name === '' ? 'home' : name === 'reports' && rest.length > 0 ? 'report' : name;
  const drawn = rest.length === 0 && query === '' ? [`pages/${page}.drawn.html`] : [];
  // Only names the build knows, by its own listing: an address never becomes a path.
  const known = [...drawn, `pages/${page}.html`].find((file) => pages.has(file));
  return known ?? 'index.html';
}

/** Serves the built browser application; every page address that is not a file gets its page. */
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
  const pages = new Set(
    fs.globSync('pages/*.html', { cwd: folder }).map((file) => file.replaceAll(path.sep, '/')),
  );
  app.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    if (pathname.startsWith('/api/') || pathname.startsWith('/health/') || pathname.startsWith('/assets/'))
      return reply.callNotFound();
    // The bookmarklet on a lot's page opens this one and hands it that page: the opener must be kept, here alone.
    if (pathname === '/import') void reply.header('cross-origin-opener-policy', 'unsafe-none');
    return reply.header('cache-control', 'no-cache').sendFile(pageFile(pages, request.url));
  });
  return true;
}
