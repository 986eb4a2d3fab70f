import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { VERSION } from '../server/process/version.ts';
import { readUsage } from './read-usage.ts';

const root = path.dirname(import.meta.dirname);
const home = path.join(root, 'client');

/**
 * `npm run build:client [-- <address>]`: the typed client of the service at that address, http://localhost:3000 unless told, as a
 * package in dist/client or the folder of `--into`. A file in place of the address is the OpenAPI file itself.
 */
const HELP = `Builds the typed client of a running service as a package.

usage: npm run build:client [-- address|openapi.json] [--into folder]
       without an address: http://localhost:3000; without --into: dist/client
`;
const { values, positionals } = readUsage(HELP, { most: 1, options: { into: { type: 'string' } } });
const [from = 'http://localhost:3000'] = positionals;
const folder = path.resolve(values.into ?? path.join(root, 'dist', 'client'));
const source = path.join(folder, 'src');
for (const made of [source, path.join(folder, 'dist')]) await fs.rm(made, { recursive: true, force: true });
await fs.mkdir(folder, { recursive: true });
for (const file of ['tsconfig.json', 'README.md'])
  await fs.copyFile(path.join(home, file), path.join(folder, file));
const manifest = z
  .record(z.string(), z.unknown())
  .parse(JSON.parse(await fs.readFile(path.join(home, 'package.json'), 'utf8')));
const versioned = JSON.stringify({ ...manifest, version: VERSION }, null, 2);
await fs.writeFile(path.join(folder, 'package.json'), `${versioned}\n`);
const openApi: unknown = JSON.parse(
  /^https?:/.test(from)
    ? await answered(new URL('/api/openapi.json', from))
    : await fs.readFile(from, 'utf8'),
);
// Loaded once there is something to build: help and wrong words need none of it.
const { createClient } = await import('@hey-api/openapi-ts');
await createClient({
  input: z.record(z.string(), z.unknown()).parse(openApi),
  output: { path: source, tsConfigPath: path.join(folder, 'tsconfig.json') },
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent', file: false },
});
const compiler = path.join(root, 'node_modules', 'ts7', 'bin', 'tsc');
execFileSync(process.execPath, [compiler, '-p', folder], { stdio: 'inherit' });
process.stdout.write(`The client is in ${folder}.\n`);

async function answered(address: URL): Promise<string> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.href} answered ${answer.status}: is LotLens running there?`);
  return await answer.text();
}
