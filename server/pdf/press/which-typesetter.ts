import { familySync, GLIBC } from 'detect-libc';
import { nativeTypesetter } from './native-typesetter.ts';
import type { Typesetter } from './typesetter.ts';
import { wasmTypesetter } from './wasm-typesetter.ts';

export type TypesetterKind = 'native' | 'wasm';
type Machine = { platform: string; arch: string; glibc: boolean };

/** The package with the native compiler for a machine; null where none is published. */
export function nativePackage({ platform, arch, glibc }: Machine): string | null {
  if (platform !== 'linux' || arch !== 'x64') return null;
  return `@myriaddreamin/typst-ts-node-compiler-linux-x64-${glibc ? 'gnu' : 'musl'}`;
}

const thisMachine = (): Machine => ({
  platform: process.platform,
  arch: process.arch,
  glibc: familySync() === GLIBC,
});

/** The native compiler's package where it is installed. */
function installedNative(): string | null {
  const name = nativePackage(thisMachine());
  if (name === null) return null;
  try {
    import.meta.resolve(name);
    return name;
  } catch {
    return null;
  }
}

/** Which compiler sets the PDFs here: the native one where there is one for this machine. */
export const typesetterKind = (): TypesetterKind => (installedNative() === null ? 'wasm' : 'native');

/** Loads the compiler of that kind. Throws where the native one is asked for and not installed. */
export async function openTypesetter(kind: TypesetterKind): Promise<Typesetter> {
  if (kind === 'wasm') return await wasmTypesetter();
  const name = installedNative();
  if (name === null) throw new Error('There is no native PDF compiler for this machine.');
  return nativeTypesetter(name);
}
