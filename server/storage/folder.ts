import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { agreedContentType, checkPrefix, contentTypeOfKey, isKey, type Store } from './store.ts';

/** Half-written files lie here until they are renamed; no key can name it, since folders hold no dot. */
const UNFINISHED = '.unfinished';
const MOVE_ATTEMPTS = 10;

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

  async function namesBelow(prefix: string): Promise<string[]> {
    checkPrefix(prefix, { mayBeEmpty: true });
    const { files } = await walk(join(root, prefix));
    return files.map((path) => relative(root, path).split(sep).join('/'));
  }

  return {
    put,
    list: async (prefix) => (await namesBelow(prefix)).filter(isKey).sort(),
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
      const keys = await namesBelow(prefix);
      // File by file: what is put meanwhile stays.
      for (const key of keys) await rm(pathOf(key), { force: true });
      await removeEmptyFolders(join(root, prefix));
      return keys.length;
    },
  };
}

/** Rename into a folder that may be missing, or vanish between making it and using it (deletePrefix). */
async function moveInto(from: string, to: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await mkdir(dirname(to), { recursive: true });
      return await rename(from, to);
    } catch (error) {
      if (attempt === MOVE_ATTEMPTS || !hasCode(error, 'ENOENT', 'ENOTDIR')) throw error;
    }
  }
}

/** Tidy up below a folder and the folder itself, the deepest first; one that is in use again stays. */
async function removeEmptyFolders(path: string): Promise<void> {
  const { folders } = await walk(path);
  for (const folder of [path, ...folders].sort((a, b) => b.length - a.length)) {
    await rmdir(folder).catch((error: unknown) => {
      if (!hasCode(error, 'ENOTEMPTY', 'EEXIST', 'ENOENT')) throw error;
    });
  }
}

/** All below a folder. Not readdir's own recursion: that loses everything when one folder goes meanwhile. */
async function walk(path: string): Promise<{ files: string[]; folders: string[] }> {
  const entries = await orIfMissing(readdir(path, { withFileTypes: true }), []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(path, entry.name));
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(path, entry.name));
  const below = await Promise.all(folders.map(walk));
  return {
    files: [...files, ...below.flatMap((part) => part.files)],
    folders: [...folders, ...below.flatMap((part) => part.folders)],
  };
}

async function orIfMissing<T, F>(work: Promise<T>, fallback: F): Promise<T | F> {
  try {
    return await work;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return fallback;
    throw error;
  }
}

function hasCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}
