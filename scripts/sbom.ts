import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/**
 * npm run sbom [-- file]: every package of a production installation on any platform, as package-lock.json names it, in
 * CycloneDX (JSON). Without a file: dist/sbom.cdx.json.
 *
 * `npm sbom --omit dev` of npm 11 also leaves out what production and development share, Fastify among it: so it gets a folder
 * in which there is no development.
 */
const root = path.dirname(import.meta.dirname);
const file = path.resolve(process.argv[2] ?? path.join(root, 'dist', 'sbom.cdx.json'));
const read = (name: string): unknown => JSON.parse(fs.readFileSync(path.join(root, name), 'utf8'));

const packageFile = z.looseObject({ name: z.string() }).parse(read('package.json'));
const lock = z
  .looseObject({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().default(false) })) })
  .parse(read('package-lock.json'));
const withoutDevelopment = <T extends Record<string, unknown>>({ devDependencies: _, ...rest }: T) => rest;
const packages = Object.fromEntries(
  Object.entries(lock.packages)
    .filter(([, { dev }]) => !dev)
    .map(([place, facts]) => [place, place === '' ? withoutDevelopment(facts) : facts]),
);

// npm calls the whole by the folder it lies in.
const folder = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'sbom-')), packageFile.name);
try {
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify(withoutDevelopment(packageFile)));
  fs.writeFileSync(path.join(folder, 'package-lock.json'), JSON.stringify({ ...lock, packages }));
  const made = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'application', '--package-lock-only'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, made);
} finally {
  fs.rmSync(path.dirname(folder), { recursive: true });
}
process.stdout.write(`${file}\n`);
