import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** What `npm run add:ocr` installs, as it comes with LotLens: a package.json, its lock file and the engine. */
export const ADD_ON_FILES = ['package.json', 'package-lock.json', 'engine.mjs'] as const;
export const addOnSource = (file: (typeof ADD_ON_FILES)[number]): string =>
  path.join(import.meta.dirname, 'add-on', file);

/** Where the add-on lies, of one's own data. */
export const addOnFolder = (dataDir: string): string => path.join(dataDir, 'add-ons', 'text-reader');
export const enginePath = (folder: string): string => path.join(folder, 'engine.mjs');

/** Tells one version of the add-on from another. */
export const addOnVersion = (): string => stamp();

const stampPath = (folder: string): string => path.join(folder, 'installed');
let known: string | null = null;
function stamp(): string {
  known ??= ADD_ON_FILES.reduce(
    (hash, file) => hash.update(fs.readFileSync(addOnSource(file))),
    createHash('sha256'),
  ).digest('hex');
  return known;
}

/** Notes that all of it is there: the last thing an installation does. */
export const markInstalled = (folder: string): void => fs.writeFileSync(stampPath(folder), stamp());

/** Whether the add-on is there whole, and as this version of LotLens knows it. */
export function isInstalled(folder: string): boolean {
  try {
    return fs.readFileSync(stampPath(folder), 'utf8') === stamp();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
