import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const PIECE = Buffer.alloc(64 * 1024);

/** A file system of its own in memory, which can be filled to the last byte without harm to anything else. */
export type SmallDisk = {
  folder: string;
  /** Bytes left on it. */
  free(): number;
  /** Leaves no byte. Throws where it is the machine's own disk. */
  fill(): void;
  makeRoom(): void;
};

/** Mounts one at `folder`, or takes the one that is mounted there; null where this user may not (only root on Linux may). */
export function openSmallDisk(folder: string, megabytes: number): SmallDisk | null {
  fs.mkdirSync(folder, { recursive: true });
  if (!isMounted(folder)) {
    const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder]);
    if (status !== 0) return null;
  }
  const filler = path.join(folder, 'filler');
  return {
    folder,
    free() {
      const { bavail, bsize } = fs.statfsSync(folder);
      return bavail * bsize;
    },
    fill() {
      if (!isMounted(folder)) throw new Error(`${folder} is no disk of its own`);
      const file = fs.openSync(filler, 'a');
      try {
        for (let bytes = PIECE.length; bytes >= 1; ) bytes = writes(file, bytes) ? bytes : bytes / 2;
      } finally {
        fs.closeSync(file);
      }
    },
    makeRoom: () => fs.rmSync(filler, { force: true }),
  };
}

/** Removes every disk that lies below a folder, with all that is on it. */
export function removeSmallDisks(folder: string): void {
  for (const place of mounts()) if (place.startsWith(`${folder}/`)) spawnSync('umount', ['-l', place]);
}

const isMounted = (folder: string): boolean => mounts().includes(fs.realpathSync(folder));

const mounts = (): string[] =>
  fs.existsSync('/proc/self/mounts')
    ? fs
        .readFileSync('/proc/self/mounts', 'utf8')
        .split('\n')
        .map((line) => line.split(' ')[1] ?? '')
    : [];

/** Whether so many bytes more had room. */
function writes(file: number, bytes: number): boolean {
  try {
    return fs.writeSync(file, PIECE, 0, Math.floor(bytes)) > 0;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return false;
    throw error;
  }
}
