import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { z } from 'zod';
import { addressOf } from '../contract/api/api-call.ts';
import { samplePdf } from '../contract/api.ts';

type Page = {
  chunks: readonly string[];
  /** The address it is drawn at ahead. */
  drawn?: string;
  /** It shows nothing before an answer was checked. */
  asks?: true;
  /** Its largest element is a photo named in the report's answer; its loading view has a placeholder for it. */
  leads?: true;
  /** What it shows until then is drawn ahead, at this address for all of its own. */
  waits?: string;
};

/** Every page of web/routes.tsx by its name, with the sources whose chunks it needs at once; server/http/web-app.ts serves these. */
const PAGES: Record<string, Page> = {
  home: { chunks: ['pages/home.tsx'], drawn: '/' },
  login: { chunks: ['pages/login.tsx'], drawn: '/login' },
  'for-repairs': { chunks: ['marketing/audience-page.tsx'], drawn: '/for-repairs' },
  'for-retailers': { chunks: ['marketing/retailers/retailers-page.tsx'], drawn: '/for-retailers' },
  'for-insurance': { chunks: ['marketing/audience-page.tsx'], drawn: '/for-insurance' },
  accuracy: { chunks: ['pages/accuracy.tsx'], drawn: '/accuracy' },
  news: { chunks: ['marketing/news-page.tsx'], drawn: '/news' },
  'privacy-policy': { chunks: ['marketing/legal/privacy-policy.tsx'], drawn: '/privacy-policy' },
  'terms-of-service': { chunks: ['marketing/legal/terms-of-service.tsx'], drawn: '/terms-of-service' },
  'partner-terms': { chunks: ['marketing/legal/partner-terms.tsx'], drawn: '/partner-terms' },
  verify: { chunks: ['pages/verify.tsx'] },
  'reset-password': { chunks: ['pages/reset-password.tsx'] },
  unsubscribe: { chunks: ['pages/unsubscribe.tsx'] },
  reports: { chunks: ['pages/reports.tsx'], asks: true },
  board: { chunks: ['board/board-page.tsx'], asks: true },
  report: { chunks: ['pages/report.tsx'], asks: true, leads: true },
  shared: { chunks: ['pages/shared.tsx'], asks: true, waits: '/shared/any' },
  share: { chunks: ['pages/share.tsx'] },
  quote: { chunks: ['partners/quotes/quote-page.tsx'], asks: true },
  partners: { chunks: ['partners/partners-page.tsx'], asks: true },
  operator: { chunks: ['operator/operator-page.tsx'], asks: true },
  import: { chunks: ['pages/user-supplied-page.tsx'] },
};

/** What stands on every page where scripts are switched off, after the words of the page itself. */
const withoutScript = (words: string): string =>
  `<noscript><p class="without-script">${words} The <a href="${addressOf(samplePdf)}">sample report as a PDF</a> can be read without it.</p></noscript>`;
const WAITS = withoutScript(
  'This page needs JavaScript. Switch it on for this site, load the page again and <a href="/login">sign in</a>, or go to the <a href="/">main page</a>.',
);
const DRAWN = withoutScript('Reading a lot, signing in and reports need JavaScript.');

const manifestSchema = z.record(
  z.string(),
  z.object({ file: z.string(), imports: z.array(z.string()).default([]) }),
);
type Manifest = z.infer<typeof manifestSchema>;
const ENTRY = 'index.html';
/** As web/index.html names it; in the pages it stands itself, and saves the way to it. server/app.ts tells browsers its hash. */
const FIRST_SCRIPT = '<script src="/returning.js"></script>';

/** The chunk of a source and all it imports at once. */
function filesOf(manifest: Manifest, source: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[source];
  if (chunk === undefined) throw new Error(`the build has no chunk for ${source}`);
  if (found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const imported of chunk.imports) filesOf(manifest, imported, found);
  return found;
}

type Drawer = {
  drawPage: (path: string) => Promise<{ title: string; body: string }>;
  drawLoadingView: () => Promise<string>;
  drawWaitingReport: () => Promise<string>;
};

/** The application's own components, built to run here: draws what the browser would at first. */
async function buildDrawer(root: string, folder: string): Promise<Drawer> {
  await build({
    root: path.join(root, 'web'),
    configFile: path.join(root, 'web', 'build', 'vite.config.ts'),
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      ssr: path.join(root, 'web', 'draw-page.tsx'),
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { output: { codeSplitting: true, entryFileNames: 'draw-page.mjs' } },
    },
  });
  return await import(pathToFileURL(path.join(folder, 'draw-page.mjs')).href);
}

/**
 * Writes beside the index one page per address: `pages/<name>.html` with the loading view, and
 * `pages/<name>.drawn.html` as a visitor first sees it. Each names at once all the scripts it will need. The same pages in
 * `pages/with-samples` say that there are sample lots, so that their place is kept from the start.
 */
export async function drawPages(root: string, folder: string): Promise<void> {
  const manifestFile = path.join(folder, '.vite', 'manifest.json');
  const manifest = manifestSchema.parse(JSON.parse(fs.readFileSync(manifestFile, 'utf8')));
  fs.rmSync(path.dirname(manifestFile), { recursive: true });
  const drawerFolder = `${folder}-drawer`;
  const drawer = await buildDrawer(root, drawerFolder);
  const index = fs.readFileSync(path.join(folder, 'index.html'), 'utf8');
  const inEntry = filesOf(manifest, ENTRY);
  const loading = await drawer.drawLoadingView();
  const waiting = `${WAITS}<div id="root">${loading}</div>`;
  const assets = fs.readdirSync(path.join(folder, 'assets'));
  const scriptNamed = (name: string): string => {
    const script = assets.find((file) => file.startsWith(`${name}-`) && file.endsWith('.js'));
    if (script === undefined) throw new Error(`the build has no script ${name}`);
    return script;
  };
  const checks = scriptNamed('check-thread');
  const photoAhead = scriptNamed('photo-ahead');
  const first = fs.readFileSync(path.join(folder, 'returning.js'), 'utf8');
  if (!index.includes(FIRST_SCRIPT) || /<\/script|<!--/i.test(first))
    throw new Error('the first script cannot stand in the pages');
  const page = (root: string, { chunks, asks, leads }: Page): string => {
    if (/<script|<style| style=/.test(root)) throw new Error('a drawn page holds what its policy forbids');
    const files = new Set(chunks.flatMap((source) => [...filesOf(manifest, source)]));
    const inHead = [
      ...(leads ? [`<script async src="/assets/${photoAhead}"></script>`] : []),
      ...[...files]
        .filter((file) => !inEntry.has(file))
        .map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
    ];
    return (
      index
        .replace('  </head>', (end) => `${inHead.map((tag) => `    ${tag}\n`).join('')}${end}`)
        .replace('<div id="root"></div>', () => root)
        .replace(FIRST_SCRIPT, () =>
          asks ? `<script data-checks="/assets/${checks}">${first}</script>` : `<script>${first}</script>`,
        )
        // What is seen at once comes first, be it the waiting view.
        .replaceAll(/(<script type="module"|rel="modulepreload")/g, '$1 fetchpriority="low"')
    );
  };
  fs.mkdirSync(path.join(folder, 'pages', 'with-samples'), { recursive: true });
  fs.writeFileSync(path.join(folder, 'index.html'), page(waiting, { chunks: [] }));
  for (const [name, opened] of Object.entries(PAGES)) {
    const { drawn, waits, leads } = opened;
    const write = (file: string, html: string): void => {
      fs.writeFileSync(path.join(folder, 'pages', file), html);
      const marked = html.replace('<html ', '<html data-samples ');
      fs.writeFileSync(path.join(folder, 'pages', 'with-samples', file), marked);
    };
    const checking = leads ? await drawer.drawWaitingReport() : loading;
    // theme.css shows one of the two: the loading view if the browser has a session (public/returning.js).
    const both = (words: string, address: string, body: string): string =>
      `${words}<div id="loading">${checking}</div><div id="root" data-drawn="${address}">${body}</div>`;
    if (drawn === undefined) {
      const body = waits === undefined ? loading : (await drawer.drawPage(waits)).body;
      write(`${name}.html`, page(leads || waits ? both(WAITS, '', body) : waiting, opened));
      continue;
    }
    const { title, body } = await drawer.drawPage(drawn);
    const named = (html: string): string =>
      html.replace(/<title>[^<]*<\/title>/, () => `<title>${title}</title>`);
    write(`${name}.html`, named(page(waiting, opened)));
    write(`${name}.drawn.html`, named(page(both(DRAWN, drawn, body), opened)));
  }
  fs.rmSync(drawerFolder, { recursive: true });
}
