import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { nodeSource, npmCall } from '../../scripts/ensure-installed.mjs';

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

it('an installation without the registry ends with one sentence', () => {
  const root = path.join(import.meta.dirname, '..', '..');
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
  const call = `await (await import(${JSON.stringify(pathToFileURL(file('scripts/ensure-installed.mjs')).href)})).ensureInstalled();`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', call], {
    encoding: 'utf8',
    env: {
      ...process.env,
      npm_config_registry: 'http://127.0.0.1:9',
      npm_config_fetch_retries: '0',
      npm_config_cache: file('cache'),
    },
  });
  expect(status, stderr).toBe(1);
  expect(stderr).toMatch(/^Installing packages …\n/);
  expect(stderr).toContain('ECONNREFUSED');
  expect(stderr).toMatch(/npm could not install the packages\. The lines above say why\.\n$/);
  expect(fs.existsSync(file('node_modules/.lotlens-lock'))).toBe(false);
});
