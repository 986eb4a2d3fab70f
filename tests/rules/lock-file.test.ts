import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { npmCall } from '../../scripts/ensure-installed.mjs';
import { placeOf } from '../../scripts/shipped.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** A platform that nobody develops on. */
const FOREIGN = { os: 'linux', cpu: 'x64', libc: 'musl' };
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      dependencies: names,
      devDependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
});
type Lock = z.infer<typeof lockSchema>;

/** What each package needs, on whatever platform, that the lock file has no entry for, as `package needs package`. */
function missingIn({ packages }: Lock): string[] {
  return Object.entries(packages).flatMap(([place, one]) => {
    const peers = Object.keys(one.peerDependencies).filter(
      (name) => one.peerDependenciesMeta[name]?.optional !== true,
    );
    const needed = [one.dependencies, one.devDependencies, one.optionalDependencies].flatMap(Object.keys);
    return [...needed, ...peers]
      .filter((name) => placeOf(packages, place, name) === null)
      .map((name) => `${place === '' ? 'LotLens' : place} needs ${name}`);
  });
}

const readLock = (): Lock =>
  lockSchema.parse(JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')));

it('package-lock.json has an entry for whatever a package needs on any platform', () => {
  expect(missingIn(readLock())).toEqual([]);
});

it('a package of another platform that is missing is found', () => {
  const { packages } = readLock();
  const [foreign = ''] = Object.keys(packages).filter((place) => place.endsWith('darwin-arm64'));
  const { [foreign]: _, ...rest } = packages;
  expect(missingIn({ packages: rest }).join()).toContain(foreign.replace(/^.*node_modules\//, ''));
});

it('npm installs package-lock.json on another platform', { timeout: 180_000 }, ({ skip }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-lock-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  fs.mkdirSync(path.join(folder, 'web'));
  for (const file of ['package.json', 'package-lock.json', '.npmrc', 'web/package.json'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file));
  const words = Object.entries(FOREIGN).map(([key, value]) => `--${key}=${value}`);
  const npm = npmCall(['ci', '--dry-run', '--ignore-scripts', '--loglevel=error', ...words], process);
  const { status, stdout, stderr } = spawnSync(npm.file, npm.parameters, {
    cwd: folder,
    shell: npm.shell,
    encoding: 'utf8',
  });
  const said = `${stdout}${stderr}`;
  if (status !== 0 && UNREACHABLE.test(said)) skip("not checked: the package registry can't be reached");
  expect(said.split('\n').filter((line) => line.includes('Missing:'))).toEqual([]);
  expect(status, said).toBe(0);
});
