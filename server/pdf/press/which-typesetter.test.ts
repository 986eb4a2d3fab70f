import { expect, it } from 'vitest';
import { nativePackage, openTypesetter, typesetterKind } from './which-typesetter.ts';

it.each([
  [{ platform: 'linux', arch: 'x64', glibc: true }, '@myriaddreamin/typst-ts-node-compiler-linux-x64-gnu'],
  [{ platform: 'linux', arch: 'x64', glibc: false }, '@myriaddreamin/typst-ts-node-compiler-linux-x64-musl'],
  [{ platform: 'linux', arch: 'arm64', glibc: true }, null],
  [{ platform: 'darwin', arch: 'arm64', glibc: false }, null],
  [{ platform: 'darwin', arch: 'x64', glibc: false }, null],
  [{ platform: 'win32', arch: 'x64', glibc: false }, null],
])('names the native compiler of %j: %s', (machine, name) => {
  expect(nativePackage(machine)).toBe(name);
});

it('takes a compiler that is there', async () => {
  expect(await openTypesetter(typesetterKind())).toHaveProperty('set');
});
