// Plain JavaScript for Node 20+: runs before anything is installed.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Node 24 for a Linux machine whose own is too old; never a part of our own node_modules. */
const runtime = path.join(root, 'runtime');
const fetchedNode = path.join(runtime, 'node_modules', '.bin', 'node');

/** Installs what package-lock.json names when node_modules is missing or older; says so on standard error. */
export function ensureInstalled() {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`LotLens needs Node 20 or newer; this is Node ${process.versions.node}.`);
  const kept = existsSync(path.join(root, 'node_modules'));
  install(root, kept ? 'install' : 'ci', 'Installing dependencies (about a minute the first time) …');
  if (nodeSource(process) === 'fetched')
    install(runtime, 'ci', `Installing Node 24, since LotLens can't run on ${process.versions.node} …`);
}

/** Installs a folder's lock file, once; ends the process where that fails. */
function install(folder, command, announcement) {
  const stamp = path.join(folder, 'node_modules', '.lotlens-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lock) return;
  process.stderr.write(`${announcement}\n`);
  const npm = npmCall([command, '--include=dev', '--loglevel=error', '--no-audit', '--no-fund'], process);
  const result = spawnSync(npm.file, npm.parameters, {
    cwd: folder,
    shell: npm.shell,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, NODE_ENV: 'development' },
  });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) fail('npm could not install the dependencies; the lines above say why.');
  writeFileSync(stamp, lock);
}

/**
 * How to call npm with `parameters` (plain words): by the npm that started us where one did, by name otherwise. On
 * Windows that name is a batch file, which only a shell starts.
 */
export function npmCall(parameters, { platform, env, execPath }) {
  const script = env.npm_execpath;
  if (script !== undefined && /[\\/]npm-cli\.c?js$/.test(script))
    return { file: execPath, parameters: [script, ...parameters], shell: false };
  if (platform === 'win32')
    return { file: ['npm.cmd', ...parameters].join(' '), parameters: [], shell: true };
  return { file: 'npm', parameters, shell: false };
}

/** Which Node runs our TypeScript: this one from 22.18 on, one we fetch on Linux, none (null) elsewhere. */
export function nodeSource({ platform, arch, versions }) {
  const [major = 0, minor = 0] = versions.node.split('.').map(Number);
  if (major > 22 || (major === 22 && minor >= 18)) return 'own';
  return platform === 'linux' && (arch === 'x64' || arch === 'arm64') ? 'fetched' : null;
}

/** The Node that runs TypeScript directly, once everything is installed. */
export function nodeBinary() {
  const source = nodeSource(process);
  if (source === 'own') return process.execPath;
  if (source === 'fetched' && spawnSync(fetchedNode, ['--version'], { stdio: 'ignore' }).status === 0)
    return fetchedNode;
  return fail(
    `LotLens runs on Node 22.18 or newer, and there is none to fetch for this machine; this is ${process.versions.node}.`,
  );
}

/** Where programs are looked for: ours first, and as `node` the one that runs us. */
export function searchPath(node = nodeBinary()) {
  const ours = [path.join(root, 'node_modules', '.bin'), path.dirname(node)];
  return [...ours, process.env.PATH ?? ''].join(path.delimiter);
}

export function fail(sentence) {
  process.stderr.write(`${sentence}\n`);
  process.exit(1);
}
