import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { hashOf } from './hash-of.ts';
import { inProduction } from './in-production.ts';

const ROOT = path.dirname(import.meta.dirname);
const FOLDER = path.join(ROOT, 'dist', 'server');
/** What the image and the units start: a line that leads to the newest build. */
const ENTRY = path.join(FOLDER, 'main.js');
/** Builds that stay: a process that still runs from an older one loads parts of it when it needs them. */
const KEPT_BUILDS = 3;
const CALCULATION = path.join(ROOT, 'server', 'estimate', 'workers', 'estimate-jobs.ts');
/** From a build to our own files: tables, migrations and templates are read where they lie. */
const TO_ROOT = '../../..';

/**
 * Packages that go into the build: pure JavaScript that each process loads at its start, file by file otherwise. What has binaries,
 * looks for files of its own, or is loaded when it is needed stays where npm put it.
 */
const BUNDLED = [
  /^zod$/,
  /^fastify-type-provider-zod$/,
  /^undici$/,
  /^p-limit$/,
  /^yocto-queue$/,
  /^drizzle-orm$/,
  /^pg$/,
  /^pg-(?!native)/,
  /^postgres-/,
  /^pgpass$/,
  /^split2$/,
  /^xtend$/,
  /^cron-parser$/,
  /^rrule-temporal$/,
  /^luxon$/,
  /^serialize-error$/,
  /^non-error$/,
  /^prom-client$/,
  /^@opentelemetry\/api$/,
  /^tdigest$/,
  /^bintrees$/,
  /^csv-parse$/,
  /^cheerio/,
];

/** Where a file of ours asks for another beside it, but for what runs in a process of its own. */
const OWN_ADDRESS = /(?<!-worker\.ts'), import\.meta\.url\)/g;
const WORKER = /new URL\('([\w-]+-worker\.ts)', import\.meta\.url\)/g;

/** Files of ours know their place from what they are, not from where the build has put them. */
function placesKept(): Plugin {
  return {
    name: 'places-kept',
    enforce: 'pre',
    transform(code, id) {
      const file = path.relative(ROOT, id).replaceAll(path.sep, '/');
      if (!/^(server|contract|samples)\//.test(file) || !code.includes('import.meta')) return null;
      const placed = code
        .replaceAll('import.meta.dirname', `(import.meta.dirname + '/${TO_ROOT}/${path.dirname(file)}')`)
        .replaceAll(OWN_ADDRESS, `, new URL('${TO_ROOT}/${file}', import.meta.url))`);
      // What runs in a process of its own is built beside what starts it.
      const withWorkers = placed.replaceAll(WORKER, (_, worker: string) => {
        const fileName = worker.replace(/\.ts$/, '.js');
        this.emitFile({ type: 'chunk', id: path.join(path.dirname(id), worker), fileName });
        return `new URL('./${fileName}', import.meta.url)`;
      });
      return { code: withWorkers, map: null };
    },
  };
}

/** The calculation is marked with the sources that the build was made of, whatever lies beside it later. */
function engineMarked(calculation: string): Plugin {
  const call = "idOfSources(sourcesOf(path.join(import.meta.dirname, '..', 'workers', 'estimate-jobs.ts')))";
  return {
    name: 'engine-marked',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('server/estimate/calculation/engine-id.ts')) return null;
      if (!code.includes(call)) throw new Error('engine-id.ts reads its sources in another way now');
      return { code: code.replace(call, JSON.stringify(calculation)), map: null };
    },
  };
}

/** Builds the service into a folder of its own in dist/server, unless it is built from these very sources; answers the file to run. */
export async function buildServer(): Promise<string> {
  const { file, build } = missingServer();
  await build?.();
  return file;
}

/** The file to run, and what builds it; `null` if it is built from these very sources. */
export function missingServer(): { file: string; build: (() => Promise<void>) | null } {
  const sources = ['server', 'contract', 'samples', 'scripts/build-server.ts'];
  const hash = hashOf(ROOT, [...sources, 'package.json', 'package-lock.json'], /(?<!\.test)\.ts$/);
  const name = hash.slice(0, 16);
  const folder = path.join(FOLDER, name);
  const file = path.join(folder, 'main.js');
  if (fs.existsSync(folder)) {
    leadTo(name);
    return { file, build: null };
  }
  const build = async (): Promise<void> => {
    // One that is cut short, or that another start makes too, is in nobody's way.
    const making = path.join(FOLDER, `making-${randomBytes(6).toString('hex')}`);
    await inProduction(() => buildInto(making));
    try {
      fs.renameSync(making, folder);
    } catch (error) {
      if (!fs.existsSync(folder)) throw error;
      fs.rmSync(making, { recursive: true });
    }
    leadTo(name);
  };
  return { file, build };
}

/** A build takes seconds: what is still being made after so long was cut short, ms. */
const CUT_SHORT_MS = 3_600_000;

/** The entry leads to this build from here on; those before the last few go, and what was never finished. */
function leadTo(name: string): void {
  const line = `import './${name}/main.js';\n`;
  if (fs.existsSync(ENTRY) && fs.readFileSync(ENTRY, 'utf8') === line) return;
  const written = `${ENTRY}.${randomBytes(6).toString('hex')}`;
  fs.writeFileSync(written, line);
  fs.renameSync(written, ENTRY);
  const made = (folder: string): number => fs.statSync(path.join(FOLDER, folder)).mtimeMs;
  const folders = fs.readdirSync(FOLDER);
  const builds = folders
    .filter((folder) => /^[0-9a-f]{16}$/.test(folder) && folder !== name)
    .sort((a, b) => made(b) - made(a));
  const unfinished = folders.filter(
    (folder) => folder.startsWith('making-') && made(folder) < Date.now() - CUT_SHORT_MS,
  );
  for (const old of [...builds.slice(KEPT_BUILDS - 1), ...unfinished])
    fs.rmSync(path.join(FOLDER, old), { recursive: true, force: true });
}

async function buildInto(outDir: string): Promise<void> {
  // Not loaded where nothing is to be built.
  const { build } = await import('vite');
  const { idOfSources, sourcesOf } = await import('../server/estimate/calculation/engine-id.ts');
  const calculation = idOfSources(sourcesOf(CALCULATION));
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [engineMarked(calculation), placesKept()],
    ssr: { target: 'node', noExternal: BUNDLED },
    build: {
      ssr: true,
      outDir,
      target: 'node22',
      rolldownOptions: {
        input: { main: path.join(ROOT, 'server', 'main.ts') },
        output: {
          // White space alone: names stand in what is logged of an error.
          minify: { mangle: false, compress: false, codegen: true },
          // One letter beyond it makes Node keep and compile a whole file in twice the bytes; licences stay with their packages.
          charset: 'ascii',
          comments: false,
          entryFileNames: '[name].js',
          chunkFileNames: '[name]-[hash].js',
        },
      },
    },
  });
}
