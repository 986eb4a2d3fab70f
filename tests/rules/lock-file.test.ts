import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { npmCall } from '../../scripts/ensure-installed.mjs';

const root = path.join(import.meta.dirname, '..', '..');
const PLATFORMS = [
  { os: 'darwin', cpu: 'arm64' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'win32', cpu: 'x64' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
];
const UNREACHABLE = /ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|ERR_SOCKET_TIMEOUT/;

it.for(PLATFORMS)('package-lock.json installs on %o', { timeout: 180_000 }, (platform, { skip }) => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-lock-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    fs.copyFileSync(path.join(root, file), path.join(folder, file));
  const words = Object.entries(platform).map(([key, value]) => `--${key}=${value}`);
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
