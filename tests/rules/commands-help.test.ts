import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.join(import.meta.dirname, '..', '..');
const run = (script: string, ...words: string[]) =>
  spawnSync(process.execPath, [path.join(root, script), ...words], { encoding: 'utf8', cwd: root });
const COMMANDS = [
  'scripts/sbom.ts',
  'scripts/build.ts',
  'scripts/start.ts',
  'scripts/build-client.ts',
  'scripts/build-extension.ts',
  'bench/run-bench.ts',
];

test.each(COMMANDS)('%s answers --help and does nothing else', (script) => {
  const { status, stdout, stderr } = run(script, '--help');
  expect([status, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/usage: npm (?:run|start)/);
  expect(fs.existsSync(path.join(root, '--help'))).toBe(false);
});

test.each(COMMANDS)('%s names an option that it does not know', (script) => {
  const { status, stderr } = run(script, '--no-such-option');
  expect(status).toBe(2);
  expect(stderr).toMatch(/usage: npm (?:run|start)/);
  expect(stderr).not.toContain('    at ');
});

test('every command of the package reads its arguments before it does anything', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const deaf = Object.entries(scripts).flatMap(([name, line]) => {
    const [file] = /(?:scripts|server|bench)\/(?!run\.mjs)[\w/-]+\.ts/.exec(line) ?? [];
    if (file === undefined) return [];
    return /readUsage\(|parseArgs\(|runChangedChecks|--help/.test(
      fs.readFileSync(path.join(root, file), 'utf8'),
    )
      ? []
      : [name];
  });
  expect(deaf).toEqual([]);
});

test('npm start hands its words to the service’s start', () => {
  const { status, stdout } = spawnSync('npm', ['start', '--', '--help'], { encoding: 'utf8', cwd: root });
  expect([status, stdout.includes('usage: npm start')]).toEqual([0, true]);
});

test('bench without a name runs nothing', () => {
  const before = execFileSync('git', ['status', '--porcelain', 'bench/results'], { cwd: root }).toString();
  const { status, stderr } = run('bench/run-bench.ts');
  expect([status, stderr.startsWith('usage: npm run bench -- name')]).toEqual([2, true]);
  const after = execFileSync('git', ['status', '--porcelain', 'bench/results'], { cwd: root }).toString();
  expect(after).toBe(before);
});
