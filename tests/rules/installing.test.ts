import { describe, expect, it } from 'vitest';
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
