import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { needsTools, nodeSource, npmCall } from '../../scripts/ensure-installed.mjs';

const machine = (platform: string, arch: string, node: string) => ({ platform, arch, versions: { node } });

describe('npm is called', () => {
  const words = ['ci', '--no-fund'];
  const from = (platform: string, env: Record<string, string> = {}) =>
    npmCall(words, { platform, env, execPath: '/node' });

  it('by the npm that started us, on every platform', () => {
    const windows = 'C:\\Program Files\\nodejs\\node_modules\\npm\\bin\\npm-cli.js';
    expect(from('win32', { npm_execpath: windows })).toEqual({
      file: '/node',
      parameters: [windows, ...words],
      shell: false,
    });
    expect(from('linux', { npm_execpath: '/npm/bin/npm-cli.js' }).parameters[0]).toBe('/npm/bin/npm-cli.js');
  });

  it('as a batch file in a shell on Windows, since nothing else starts one', () => {
    expect(from('win32')).toEqual({ file: 'npm.cmd ci --no-fund', parameters: [], shell: true });
  });

  it('by name elsewhere, and where another program of its kind started us', () => {
    const plain = { file: 'npm', parameters: words, shell: false };
    expect(from('darwin')).toEqual(plain);
    expect(from('linux', { npm_execpath: '/opt/yarn/yarn.js' })).toEqual(plain);
  });
});

describe('the Node that runs us', () => {
  it.each(['22.18.0', '22.20.1', '23.6.0', '24.21.0'])('is the machine’s own from 22.18 on: %s', (node) => {
    for (const platform of ['linux', 'darwin', 'win32'])
      expect(nodeSource(machine(platform, 'x64', node))).toBe('own');
  });

  it.each(['20.20.2', '21.7.0', '22.17.9'])('is fetched on Linux in place of %s, and there alone', (node) => {
    expect(nodeSource(machine('linux', 'x64', node))).toBe('fetched');
    expect(nodeSource(machine('linux', 'arm64', node))).toBe('fetched');
    expect(nodeSource(machine('linux', 'riscv64', node))).toBeNull();
    expect(nodeSource(machine('darwin', 'arm64', node))).toBeNull();
    expect(nodeSource(machine('win32', 'x64', node))).toBeNull();
  });
});

const root = path.join(import.meta.dirname, '..', '..');

it('only the service’s start, its build and its commands install without packages for tests and tools', () => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    fs.readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const small = Object.entries(scripts).filter(([, line]) => {
    const entry = /run\.mjs (\S+)/.exec(line)?.[1];
    return entry !== undefined && !needsTools(entry);
  });
  expect(small.map(([name]) => name)).toEqual([
    'build',
    'start',
    'lot',
    'report',
    'match-part-names',
    'estimate-lots',
    'add:ocr',
    'import-catalogue',
    'read-file',
    'admin',
    'eval:damage',
    'eval:estimate',
    'eval:scope',
  ]);
});

/** A folder with our scripts and one package to install, on Node 24. */
function checkout() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-install-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  const file = (name: string) => path.join(folder, name);
  for (const place of ['scripts', 'runtime']) fs.mkdirSync(file(place));
  for (const script of ['ensure-installed.mjs', 'progress.mjs'])
    fs.copyFileSync(path.join(root, 'scripts', script), file(`scripts/${script}`));
  const dependencies = { 'is-odd': '3.0.1' };
  const locked = { version: '3.0.1', integrity: `sha512-${'A'.repeat(86)}==` };
  const lock = { lockfileVersion: 3, packages: { '': { dependencies }, 'node_modules/is-odd': locked } };
  for (const place of ['.', 'runtime']) {
    fs.writeFileSync(path.join(folder, place, 'package.json'), JSON.stringify({ dependencies }));
    fs.writeFileSync(path.join(folder, place, 'package-lock.json'), JSON.stringify(lock));
  }
  const install = (tools: boolean, env: Record<string, string>) => {
    const module = JSON.stringify(pathToFileURL(file('scripts/ensure-installed.mjs')).href);
    const call = `await (await import(${module})).ensureInstalled({ tools: ${tools} });`;
    return spawnSync(process.execPath, ['--input-type=module', '--eval', call], {
      encoding: 'utf8',
      env: { ...process.env, ...env },
    });
  };
  return { file, install };
}

it('an installation without the registry ends with one sentence', () => {
  const { file, install } = checkout();
  const { status, stderr } = install(false, {
    npm_config_registry: 'http://127.0.0.1:9',
    npm_config_fetch_retries: '0',
    npm_config_cache: file('cache'),
  });
  expect(status, stderr).toBe(1);
  expect(stderr).toMatch(/^Installing packages …\n/);
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toMatch(/npm could not install the packages\. The lines above say why\.\n$/);
  expect(fs.existsSync(file('node_modules/.lotlens-lock'))).toBe(false);
});

describe('packages are installed', () => {
  /** In npm's place: notes what it is to do, and lists what it installed as npm does; fails while `broken` is there. */
  const NPM = `const fs = require('node:fs');
    const [command, ...words] = process.argv.slice(2);
    fs.appendFileSync('calls', [command, ...words.filter((word) => !/loglevel|audit|fund/.test(word))].join(' ') + '\\n');
    if (fs.existsSync('broken')) process.exit(1);
    if (command === 'ci') fs.rmSync('node_modules', { recursive: true, force: true });
    fs.mkdirSync('node_modules', { recursive: true });
    const packages = words.includes('--include=dev') ? { 'node_modules/a': { dev: true } } : {};
    fs.writeFileSync('node_modules/.package-lock.json', JSON.stringify({ packages }, null, 2));`;
  const ALL = '--include=dev';
  const SMALL = '--omit=dev';

  function prepare() {
    const { file, install } = checkout();
    fs.writeFileSync(file('npm-cli.js'), NPM);
    const call = (tools: boolean): { npm: string[]; said: string } => {
      fs.rmSync(file('calls'), { force: true });
      const { stderr } = install(tools, { npm_execpath: file('npm-cli.js') });
      const calls = fs.existsSync(file('calls')) ? fs.readFileSync(file('calls'), 'utf8') : '';
      return { npm: calls.split('\n').filter(Boolean), said: stderr };
    };
    return {
      file,
      start: () => call(false),
      tests: () => call(true),
      byHand: (...words: string[]) =>
        spawnSync(process.execPath, [file('npm-cli.js'), ...words], { cwd: file('.') }),
      changeLock: () => fs.appendFileSync(file('package-lock.json'), '\n'),
    };
  }

  it('once by a start, without those for tests and tools; the first test adds these, and they stay', () => {
    const { start, tests } = prepare();
    const first = start();
    expect(first.npm).toEqual([`ci ${SMALL}`]);
    expect(first.said).toMatch(/^Installing packages …\nPackages installed \(\d+ s\)\n$/);
    expect(start()).toEqual({ npm: [], said: '' });
    const second = tests();
    expect(second.npm).toEqual([`install --no-save ${ALL}`]);
    expect(second.said).toMatch(
      /^Installing packages for tests and tools …\nPackages for tests and tools installed \(\d+ s\)\n$/,
    );
    expect([tests().npm, start().npm]).toEqual([[], []]);
  });

  it('all together where a test or a tool comes first', () => {
    const { start, tests } = prepare();
    expect([tests().npm, start().npm, tests().npm]).toEqual([[`ci ${ALL}`], [], []]);
  });

  it('again when the lock file changed, with tools where they were installed before', () => {
    const { start, tests, changeLock } = prepare();
    start();
    changeLock();
    expect(start().npm).toEqual([`install --no-save ${SMALL}`]);
    tests();
    changeLock();
    expect([start().npm, tests().npm]).toEqual([[`install --no-save ${ALL}`], []]);
  });

  it('on top of what npm installed by hand, which stays', () => {
    const { start, tests, byHand } = prepare();
    byHand('ci', ALL);
    expect([start().npm, tests().npm]).toEqual([[`install --no-save ${ALL}`], []]);
    byHand('ci', SMALL);
    expect([start().npm, tests().npm]).toEqual([
      [`install --no-save ${SMALL}`],
      [`install --no-save ${ALL}`],
    ]);
  });

  it('again after an installation that failed', () => {
    const { file, start, tests } = prepare();
    start();
    fs.writeFileSync(file('broken'), '');
    expect(tests().said).toMatch(/npm could not install the packages/);
    fs.rmSync(file('broken'));
    expect([start().npm, tests().npm]).toEqual([
      [`install --no-save ${SMALL}`],
      [`install --no-save ${ALL}`],
    ]);
  });

  it('and npm marks those for tests and tools in its list, as this checkout’s shows', () => {
    const list = fs.readFileSync(path.join(root, 'node_modules', '.package-lock.json'), 'utf8');
    expect(list).toContain('"dev": true');
  });
});
