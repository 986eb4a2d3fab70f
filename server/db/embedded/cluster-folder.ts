import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isRoot, type SystemUser } from './system-users.ts';

/**
 * Makes `folder` and answers where the cluster really lies. A server that must not run as root can't reach a folder below a
 * closed one (root's home, a private temp folder): then it lies in /var/lib/lotlens and `folder` becomes a link to it.
 * Throws one sentence when the folder can't be used.
 */
export async function clusterFolder(folder: string): Promise<string> {
  await prepareFolder(folder);
  const real = await fs.realpath(folder);
  if (!isRoot()) return real;
  const { uid } = await fs.stat(real);
  if (await isOpenTo(path.dirname(real))) return real;
  const place = path.join('/var/lib/lotlens', createHash('sha256').update(real).digest('hex').slice(0, 16));
  await fs.mkdir(place, { recursive: true });
  for (const part of ['/var/lib/lotlens', place]) await fs.chmod(part, 0o755);
  // Only an empty folder is replaced by the link: one with a cluster in it was made by an ordinary user.
  await fs.rmdir(real).catch(() => {
    throw new Error(
      `PostgreSQL can't run as root, and ${real} (of user ${uid}) already holds files that an unprivileged user can't reach; set DATA_DIR elsewhere or DATABASE_URL.`,
    );
  });
  await fs.symlink(place, real);
  return place;
}

async function prepareFolder(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
    await fs.access(folder, fs.constants.W_OK);
  } catch (error) {
    throw new Error(`The data folder ${folder} can't be written: ${(error as Error).message}`);
  }
}

/** Step by step: Node's own recursive way never ends where the system refuses new folders as missing ones (/proc). */
async function makeFolder(folder: string): Promise<void> {
  if (await exists(folder)) return;
  await makeFolder(path.dirname(folder));
  await fs.mkdir(folder).catch(ignoreExisting);
}

/** Every user may pass through this folder and all above it. */
async function isOpenTo(folder: string): Promise<boolean> {
  const { mode } = await fs.stat(folder);
  if ((mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder ? true : await isOpenTo(parent);
}

/** Gives a folder with all in it to `user`, itself last: whoever owns the top owns the rest. Links are not followed. */
export async function giveFolder(folder: string, { uid, gid }: SystemUser): Promise<void> {
  for (const entry of await fs.readdir(folder, { withFileTypes: true })) {
    const place = path.join(folder, entry.name);
    if (entry.isDirectory()) await giveFolder(place, { uid, gid });
    else await fs.lchown(place, uid, gid);
  }
  await fs.lchown(folder, uid, gid);
}

export const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );

export function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}
