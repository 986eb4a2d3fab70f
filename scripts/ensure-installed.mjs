// Plain JavaScript for Node 20+: runs before anything is installed.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createProgress } from './progress.mjs';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** Node 24 for a Linux machine whose own is too old; never a part of our own node_modules. */
const runtime = path.join(root, 'runtime');
/** In the package itself: npm 10 makes no link to it in .bin. */
const fetchedNode = path.join(runtime, 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');

/** True for a file that needs packages for tests and tools: all but the service's start, its build and its commands. */
export const needsTools = (entry) => !/^(?:scripts\/(?:start|build)|server\/cli\/[\w-]+)\.ts$/.test(entry);

/**
 * Installs what package-lock.json names when node_modules is missing or older; shows it on standard error. Without `tools`, packages
 * for tests and tools are left out, unless node_modules has some.
 */
export async function ensureInstalled({ tools }) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 20) fail(`LotLens needs Node 20 or newer; this is Node ${process.versions.node}.`);
  const progress = createProgress();
  const installs = [
    install(
      progress,
      root,
      tools
        ? {
            doing: 'Installing packages for tests and tools',
            done: 'Packages for tests and tools installed',
          }
        : { doing: 'Installing packages', done: 'Packages installed' },
      { tools },
    ),
  ];
  if (nodeSource(process) === 'fetched')
    installs.push(
      install(
        progress,
        runtime,
        {
          doing: `Installing Node 24, because LotLens can’t run on ${process.versions.node}`,
          done: 'Node 24 installed',
        },
        { needed: fetchedNode },
      ),
    );
  const faults = (await Promise.all(installs)).filter((fault) => fault !== null);
  if (faults.length > 0) fail(faults.join('\n'));
}

/**
 * Installs a folder's lock file, once. Resolves with a sentence where that fails, else with null. `needed`: a file that must be
 * there then; npm passes over an optional package that it could not get.
 */
async function install(progress, folder, step, { tools = false, needed = folder }) {
  const modules = path.join(folder, 'node_modules');
  const stamp = path.join(modules, '.lotlens-lock');
  const lock = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
  const whole = `${lock} with tools`;
  const stamped = existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
  if (stamped === whole || (stamped === lock && !tools)) return null;
  const all = tools || hasTools(modules);
  // What npm installs over stays, and is added to; no command may change the lock file.
  const command = existsSync(modules) ? ['install', '--no-save'] : ['ci'];
  const words = [...command, all ? '--include=dev' : '--omit=dev'];
  const npm = npmCall([...words, '--loglevel=error', '--no-audit', '--no-fund'], process);
  try {
    await progress.during(step, async () => {
      // An installation that is cut short must not pass for the one before it.
      rmSync(stamp, { force: true });
      await runNpm(npm, folder);
      if (!existsSync(needed))
        throw new Error('npm could not get Node 24. Check the connection and start again.');
    });
  } catch (error) {
    return error.message;
  }
  writeFileSync(stamp, all ? whole : lock);
  return null;
}

/** True where npm's own list of what it installed names packages for tests and tools. */
function hasTools(modules) {
  const list = path.join(modules, '.package-lock.json');
  return existsSync(list) && readFileSync(list, 'utf8').includes('"dev": true');
}

/** Runs npm in `folder`. Rejects with a sentence, after npm's own lines, where it fails. */
function runNpm(npm, folder) {
  return new Promise((resolve, reject) => {
    const child = spawn(npm.file, npm.parameters, {
      cwd: folder,
      shell: npm.shell,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, NODE_ENV: 'development' },
    });
    // Shown at the end: lines between the moving ones could not be read.
    const lines = [];
    child.stderr.on('data', (piece) => lines.push(piece));
    child.once('error', (error) => reject(new Error(`npm could not be started: ${error.message}`)));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const sentence = 'npm could not install the packages. The lines above say why.';
      reject(new Error(`${Buffer.concat(lines).toString().trimEnd()}\n${sentence}`.trimStart()));
    });
  });
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
