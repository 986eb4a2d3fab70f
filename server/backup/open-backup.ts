import fs from 'node:fs/promises';
import path from 'node:path';
import type { SecretsKey } from '../secrets/secrets-key.ts';
import { unpackArchive } from './backup-archive.ts';

/**
 * Does `work` with a backup's folder: itself, or, of a file, one it is unpacked into below `scratch`, gone afterwards. Throws an
 * Error that says what is wrong with a file.
 */
export async function withBackupFolder<T>(
  place: string,
  { keys, scratch }: { keys: readonly SecretsKey[]; scratch: string },
  work: (folder: string) => Promise<T>,
): Promise<T> {
  if (!(await isFile(place))) return await work(place);
  await fs.mkdir(scratch, { recursive: true });
  const folder = await fs.mkdtemp(path.join(scratch, 'unpacked-'));
  try {
    await unpackArchive(place, keys, folder);
    return await work(folder);
  } finally {
    await fs.rm(folder, { recursive: true, force: true });
  }
}

/** Whether a backup is one file. */
export const isFile = async (place: string): Promise<boolean> =>
  (await fs.stat(place).catch(() => null))?.isFile() === true;
