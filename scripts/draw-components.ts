import path from 'node:path';
import { build, preview } from 'vite';
import { pagePlugins } from '../web/build/page-plugins.ts';
import { readUsage } from './read-usage.ts';

const ROOT = path.dirname(import.meta.dirname);

/** Builds the page of shared components and serves it on loopback; answers its address and how to stop. Not part of the product. */
export async function serveComponents(port = 0): Promise<{ address: string; stop(): Promise<void> }> {
  const outDir = path.join(ROOT, 'dist', 'components');
  await build({
    root: path.join(ROOT, 'web'),
    configFile: false,
    logLevel: 'error',
    plugins: pagePlugins(),
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      rolldownOptions: { input: path.join(ROOT, 'web', 'development', 'components.html') },
    },
  });
  const server = await preview({
    root: path.join(ROOT, 'web'),
    configFile: false,
    build: { outDir },
    preview: { port, host: '127.0.0.1' },
  });
  const [origin = ''] = server.resolvedUrls?.local ?? [];
  return { address: `${origin}development/components.html`, stop: () => server.close() };
}

// `npm run draw-components`
if (import.meta.filename === process.argv[1]) {
  readUsage(`Serves every state of the shared components on one page, until it is stopped.

usage: npm run draw-components
`);
  const { address } = await serveComponents(4173);
  process.stdout.write(`${address}\n`);
}
