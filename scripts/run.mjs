// `node scripts/run.mjs <file.ts> [arguments]`: installs what is missing, then runs the file on the right Node.
import { spawn } from 'node:child_process';
import path from 'node:path';
import { ensureInstalled, nodeBinary, root } from './ensure-installed.mjs';
import { MEMORY_SETTINGS } from './memory-settings.mjs';

const [entry, ...rest] = process.argv.slice(2);
if (!entry) {
  process.stderr.write('usage: node scripts/run.mjs <file.ts> [arguments]\n');
  process.exit(2);
}
ensureInstalled();
const node = nodeBinary();
const child = spawn(node, [path.join(root, entry), ...rest], {
  stdio: 'inherit',
  env: {
    ...MEMORY_SETTINGS,
    ...process.env,
    PATH: `${path.join(root, 'node_modules', '.bin')}${path.delimiter}${process.env.PATH ?? ''}`,
  },
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGINT' ? 130 : 143)));
