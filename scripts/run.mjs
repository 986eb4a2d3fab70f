// `node scripts/run.mjs <file.ts> [arguments]`: installs what is missing, then runs the file on the right Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { needsTools, nodeBinary, root, searchPath } from './ensure-installed.mjs';
import { MEMORY_SETTINGS } from './memory-settings.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  process.stderr.write('usage: node scripts/run.mjs <file.ts> [arguments]\n');
  process.exit(2);
}
// Files that did not change need not be compiled anew at each start: two fifths of what a start takes.
const COMPILED = { NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node') };
const isWindows = process.platform === 'win32';
const isService = entry === 'scripts/start.ts';
const CODES = { SIGHUP: 129, SIGINT: 130, SIGKILL: 137, SIGTERM: 143 };

let asked = null;
let passOn = () => {};
const ask = (signal) => {
  asked ??= signal;
  passOn(signal);
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ask(signal));
// Where npm's shell stands between npm and us (it does not under `exec`), npm's SIGTERM ends that shell alone.
if (process.env.npm_lifecycle_event !== undefined && !isWindows) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    ask('SIGTERM');
  }, 500);
  watch.unref();
}

/** Ends as a stopped service does, or as a command that was cut short. */
const stopped = () => process.exit(isService ? 0 : CODES[asked]);

/** Runs a program to its end; answers its code, or null and the signal that ended it. */
const run = (file, parameters, options, pass) =>
  new Promise((resolve, reject) => {
    const child = spawn(file, parameters, options);
    passOn = (signal) => pass(child, signal);
    if (asked) passOn(asked);
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });

// Apart from us, so that we hear signals meanwhile; in a group of its own, so that npm and all it started end with it.
const install = await run(
  process.execPath,
  [
    '--input-type=module',
    '--eval',
    `import { ensureInstalled } from ${JSON.stringify(new URL('./ensure-installed.mjs', import.meta.url).href)}; await ensureInstalled({ tools: ${needsTools(entry)} });`,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], detached: !isWindows },
  (child) => {
    try {
      if (isWindows) child.kill();
      else process.kill(-child.pid, 'SIGTERM');
    } catch {
      // It has ended already.
    }
  },
);
if (asked) stopped();
if (install.code !== 0) process.exit(install.code ?? 1);

const node = nodeBinary();
const { code, signal } = await run(
  node,
  [path.join(root, entry), ...rest],
  {
    // The channel tells the service when we are gone, killed or not.
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...MEMORY_SETTINGS, ...COMPILED, ...process.env, PATH: searchPath(node) },
  },
  (child, signal) => {
    // Windows gives a Ctrl-C to both of us and knows no other signal: passing one on there would kill.
    if (!isWindows) child.kill(signal);
  },
);
if (code === null && asked) stopped();
process.exit(code ?? CODES[signal] ?? 1);
