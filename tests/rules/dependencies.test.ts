import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { needsTools } from '../../scripts/ensure-installed.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const names = z.record(z.string(), z.string());
const { scripts, dependencies, devDependencies, optionalDependencies } = z
  .object({ scripts: names, dependencies: names, devDependencies: names, optionalDependencies: names })
  .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));
const { dependencies: webDependencies } = z
  .object({ dependencies: names })
  .parse(JSON.parse(fs.readFileSync(path.join(root, 'web', 'package.json'), 'utf8')));

/** Modules a text loads when it runs: imports that are more than types, and scripts and files named by address. */
const LOADS = [
  /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm,
  /^@import "([^"]+)"/gm,
  /\bimport\('([^']+)'\)/g,
  /\bresolve\(\s*'([^']+)'/g,
  /\bnew URL\('([^']+\.(?:ts|mjs))'/g,
];
const loadsOf = (text: string): string[] =>
  LOADS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')).filter(
    (name) => !name.startsWith('node:'),
  );

const sourcesIn = (folder: string): string[] =>
  fs
    .globSync('**/*.{ts,tsx,css}', { cwd: path.join(root, folder) })
    .map((file) => `${folder}/${file}`)
    .filter((file) => !/\.test\.ts$|\.d\.ts$/.test(file));
const PRODUCTION = ['server/main.ts', ...sourcesIn('server/cli')];
/** What `npm start` builds, its builders and what npm calls without packages for tests and tools. */
const STARTED = [
  ...PRODUCTION,
  ...sourcesIn('web').filter((file) => !file.startsWith('web/development/')),
  ...Object.values(scripts)
    .flatMap((line) => /run\.mjs ([\w/-]+\.ts)/.exec(line)?.[1] ?? [])
    .filter((entry) => !needsTools(entry)),
];

/** What each file loads, by file, from `entries` on. */
function loadedFrom(entries: readonly string[]): Map<string, string[]> {
  const waiting = entries.map((file) => path.join(root, file));
  const seen = new Map<string, string[]>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    const loads = loadsOf(fs.readFileSync(file, 'utf8'));
    seen.set(file, loads);
    for (const name of loads) {
      const here = path.resolve(path.dirname(file), name);
      if (/\.(tsx?|mjs|css)$/.test(name) && fs.existsSync(here)) waiting.push(here);
    }
  }
  return seen;
}

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

const packagesOf = (files: Map<string, string[]>): Set<string> =>
  new Set(
    [...files.values()]
      .flat()
      .filter((name) => !/^[./]|\.(ts|mjs)$/.test(name))
      .map(packageOf),
  );

describe('the dependencies', () => {
  const files = loadedFrom(PRODUCTION);
  const used = packagesOf(files);

  it('are all found that the service or a command can load', () => {
    expect(files.size).toBeGreaterThan(200);
    expect(used.size).toBeGreaterThan(20);
  });

  it('of the service are all installed in production', () => {
    expect([...used].filter((name) => dependencies[name] === undefined)).toEqual([]);
  });

  it('of production are all loaded by the service; the rest is for building and testing', () => {
    expect(Object.keys(dependencies).filter((name) => !used.has(name))).toEqual([]);
  });

  it('of npm start and of the commands, builds among them, are all installed without those of tests and tools', () => {
    const started = loadedFrom(STARTED);
    const builders = ['scripts/build-server.ts', 'scripts/draw-pages.ts', 'web/build/vite.config.ts'];
    expect([...started.keys()]).toEqual(
      expect.arrayContaining(builders.map((file) => path.join(root, ...file.split('/')))),
    );
    const packages = packagesOf(started);
    expect([...packages]).toEqual(expect.arrayContaining(['vite', 'subset-font', 'react', 'tailwindcss']));
    expect([...packages].filter((name) => !(name in { ...dependencies, ...webDependencies }))).toEqual([]);
  });

  it('have the same version wherever both package files name them', () => {
    const all = { ...dependencies, ...devDependencies };
    const twice = Object.entries(webDependencies).filter(([name]) => name in all);
    expect(twice).toEqual(twice.map(([name]) => [name, all[name]]));
  });

  it('that are optional are the native PDF compilers, never a second Node', () => {
    expect(Object.keys(optionalDependencies)).toEqual([
      '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu',
      '@myriaddreamin/typst-ts-node-compiler-linux-x64-musl',
    ]);
  });

  it('are pinned to one version each', () => {
    const all = Object.entries({
      ...webDependencies,
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
    });
    expect(all.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
