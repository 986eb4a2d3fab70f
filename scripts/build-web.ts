import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { hashOf } from './hash-of.ts';
import { inProduction } from './in-production.ts';

const root = path.dirname(import.meta.dirname);
const folder = path.join(root, 'dist', 'web');
const stamp = path.join(root, 'dist', 'web.sources');

/** Hash of everything the browser application is built from. */
const sourcesHash = (): string =>
  hashOf(root, [
    'web',
    'contract',
    'package-lock.json',
    'scripts/build-web.ts',
    'scripts/in-production.ts',
    'scripts/draw-pages.ts',
  ]);

/** Builds `dist/web`; `null` if it is already built from these very sources. */
export function missingWeb(): (() => Promise<void>) | null {
  const hash = sourcesHash();
  const built =
    fs.existsSync(path.join(folder, 'index.html')) &&
    fs.existsSync(stamp) &&
    fs.readFileSync(stamp, 'utf8') === hash;
  if (built) return null;
  return async () => {
    // A build cut short must not pass for the one that stood here before.
    fs.rmSync(stamp, { force: true });
    await buildWebInto(folder);
    fs.mkdirSync(path.dirname(stamp), { recursive: true });
    fs.writeFileSync(stamp, hash);
  };
}

/** Builds the browser application from its sources into `place`, with its drawn pages and its compressed forms. */
export async function buildWebInto(place: string): Promise<void> {
  await inProduction(async () => {
    const { build, minify } = await import('vite');
    await build({
      root: path.join(root, 'web'),
      configFile: path.join(root, 'web', 'build', 'vite.config.ts'),
      logLevel: 'error',
      mode: 'production',
      build: { outDir: place },
    });
    // It stands in every page, before anything is shown; the file beside them is what the service tells browsers the hash of.
    const first = path.join(place, 'returning.js');
    const { code } = await minify(first, fs.readFileSync(first, 'utf8'), { module: false });
    fs.writeFileSync(first, code.trim());
    compileAtOnce(path.join(place, 'assets'));
    // Beside the work on the pages, which takes one processor.
    const assets = compressTexts(path.join(place, 'assets'));
    // No hash in the name: an installed app requests its worker by this address.
    await buildScript(place, 'worker/worker.ts', 'worker.js');
    await buildScript(place, 'report/photo-ahead.ts', 'assets/[name]-[hash:7].js');
    const { drawPages } = await import('./draw-pages.ts');
    await drawPages(root, place);
    await assets;
  });
  await compressTexts(place);
}

/** Builds one script of web/ into `place`, separate from the application. */
async function buildScript(place: string, source: string, entryFileNames: string): Promise<void> {
  const { build } = await import('vite');
  await build({
    root: path.join(root, 'web'),
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    mode: 'production',
    build: {
      outDir: place,
      emptyOutDir: false,
      target: 'es2022',
      rolldownOptions: {
        input: path.join(root, 'web', source),
        output: { entryFileNames, format: 'iife' },
      },
    },
  });
}

/** Chunks most of which runs before a page can be used. */
const STARTS = /^(react|base|work|report)-[\w-]{7}\.js$/;

/**
 * Has browsers compile whole, beside the page's thread, what each page runs as it starts: piece by piece it would be compiled on that
 * thread. The mark must be the first line of a file (Chromium 136 and newer; a comment to others).
 */
function compileAtOnce(folder: string): void {
  for (const file of fs.readdirSync(folder).filter((name) => STARTS.test(name))) {
    const place = path.join(folder, file);
    fs.writeFileSync(place, `//# allFunctionsCalledOnLoad\n${fs.readFileSync(place, 'utf8')}`);
  }
}

const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/**
 * Beside each text file its compressed forms, made once at the highest level: the service sends what the browser takes. Files
 * that have them are left alone.
 */
async function compressTexts(folder: string): Promise<void> {
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(js|css|html|svg|json|txt)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !fs.existsSync(`${file}.gz`));
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY };
  await Promise.all(
    files.map(async (file) => {
      const text = fs.readFileSync(file);
      fs.writeFileSync(`${file}.br`, await packBrotli(text, { params }));
      fs.writeFileSync(`${file}.gz`, await packGzip(text, { level: 9 }));
    }),
  );
}
