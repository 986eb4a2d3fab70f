import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

const root = path.join(import.meta.dirname, '..', '..');
const names = z.record(z.string(), z.string());
const { dependencies, devDependencies, optionalDependencies } = z
  .object({ dependencies: names, devDependencies: names, optionalDependencies: names })
  .parse(JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')));

/** Modules a text loads when it runs: imports that are more than types, and scripts and files named by address. */
const LOADS = [
  /^(?:import|export) (?!type\b)(?:[^'"]*? from )?'([^']+)'/gm,
  /\bimport\('([^']+)'\)/g,
  /\bresolve\(\s*'([^']+)'/g,
  /\bnew URL\('([^']+\.(?:ts|mjs))'/g,
];
const loadsOf = (text: string): string[] =>
  LOADS.flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name ?? '')).filter(
    (name) => !name.startsWith('node:'),
  );

/** Everything that can be loaded in production: what each file loads, by file. */
function production(): Map<string, string[]> {
  const cli = path.join(root, 'server', 'cli');
  const waiting = [
    path.join(root, 'server', 'main.ts'),
    ...fs.readdirSync(cli).map((file) => path.join(cli, file)),
  ].filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const seen = new Map<string, string[]>();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (seen.has(file)) continue;
    const loads = loadsOf(fs.readFileSync(file, 'utf8'));
    seen.set(file, loads);
    for (const name of loads) {
      const here = path.resolve(path.dirname(file), name);
      if (/\.(ts|mjs)$/.test(name) && fs.existsSync(here)) waiting.push(here);
    }
  }
  return seen;
}

const packageOf = (specifier: string): string =>
  specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');

describe('the dependencies', () => {
  const files = production();
  const used = new Set(
    [...files.values()]
      .flat()
      .filter((name) => !/^[./]|\.(ts|mjs)$/.test(name))
      .map(packageOf),
  );

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

  it('that are optional are the native PDF compilers, never a second Node', () => {
    expect(Object.keys(optionalDependencies)).toEqual([
      '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu',
      '@myriaddreamin/typst-ts-node-compiler-linux-x64-musl',
    ]);
  });

  it('are pinned to one version each', () => {
    const all = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
    expect(all.filter(([, version]) => !/^(npm:[a-z]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  });
});
