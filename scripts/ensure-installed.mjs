// Plain JavaScript for Node 20+: runs before anything is installed.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const stampFile = path.join(root, 'node_modules', '.lotlens-lock');

/** Installs what package-lock.json names when node_modules is missing or older; says so on standard error. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`LotLens needs Node 20 or newer; this is Node ${process.versions.node}.`);
  const lock = createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === lock) return;
  const fresh = !existsSync(path.join(root, 'node_modules'));
  process.stderr.write('Installing dependencies (about a minute the first time) …\n');
  const result = spawnSync('npm', [fresh ? 'ci' : 'install', '--loglevel=error', '--no-audit', '--no-fund'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.status !== 0) fail('npm could not install the dependencies; the lines above say why.');
  writeFileSync(stampFile, lock);
}

/** The Node that runs TypeScript directly: the one from the registry, else this one if it is new enough. */
export function nodeBinary() {
  const own = path.join(root, 'node_modules', '.bin', 'node');
  if (existsSync(own)) {
    try {
      execFileSync(own, ['--version'], { stdio: 'ignore' });
      return own;
    } catch {
      // Built for another platform: fall through to the Node that is running.
    }
  }
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return process.execPath;
  return fail(
    `LotLens runs on Node 22.18 or newer, and no such Node came with the dependencies on this platform; this is ${process.versions.node}.`,
  );
}

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
