import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { agreedContentType, checkPrefix, contentTypeOfKey, type Store } from './store.ts';

/** Half-written files lie here until they are renamed; no key can name it, since folders hold no dot. */
const UNFINISHED = '.unfinished';

/** A store in a folder of this machine; each file is written beside and renamed into place. */
export function createFolderStore(folder: string): Store {
  const root = resolve(folder);
  const pathOf = (key: string) => join(root, ...key.split('/'));

  async function put(key: string, bytes: Uint8Array, contentType: string): Promise<void> {
    agreedContentType(key, contentType);
    const path = pathOf(key);
    const unfinished = join(root, UNFINISHED, randomUUID());
    await mkdir(dirname(unfinished), { recursive: true });
    try {
      const file = await open(unfinished, 'wx', 0o600);
      try {
        await file.writeFile(bytes);
        await file.sync();
      } finally {
        await file.close();
      }
      await moveInto(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  async function list(prefix: string): Promise<string[]> {
    checkPrefix(prefix, { mayBeEmpty: true });
    const entries = await orIfMissing(
      readdir(join(root, prefix), { recursive: true, withFileTypes: true }),
      [],
    );
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((key) => !key.startsWith(`${UNFINISHED}/`))
      .sort();
  }

  return {
    put,
    list,
    async get(key) {
      const contentType = contentTypeOfKey(key);
      const bytes = await orIfMissing(readFile(pathOf(key)), null);
      return bytes && { bytes, contentType };
    },
    async has(key) {
      contentTypeOfKey(key);
      return (await orIfMissing(stat(pathOf(key)), null)) !== null;
    },
    async delete(key) {
      contentTypeOfKey(key);
      await rm(pathOf(key), { force: true });
    },
    async deletePrefix(prefix) {
      checkPrefix(prefix, { mayBeEmpty: false });
      const keys = await list(prefix);
      await rm(join(root, prefix), { recursive: true, force: true });
      return keys.length;
    },
  };
}

/** Rename into a folder that may be missing, or vanish between making it and using it (deletePrefix). */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    await mkdir(dirname(to), { recursive: true });
    try {
      return await rename(from, to);
    } catch (error) {
      if (attempt === 3 || !isMissing(error)) throw error;
    }
  }
}

async function orIfMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (isMissing(error)) return fallback;
    throw error;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
