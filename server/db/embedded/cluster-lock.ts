import fs from 'node:fs/promises';
import path from 'node:path';
import { pause } from '../../concurrency/pause.ts';

/** An exclusive lock file with its owner's process id; one whose owner is gone is taken over. Answers what gives it back. */
export async function lock(file: string): Promise<() => Promise<void>> {
  for (let tries = 0; tries < 600; tries += 1) {
    try {
      await fs.writeFile(file, String(process.pid), { flag: 'wx' });
      return () => fs.rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') {
        throw new Error(
          `The data folder ${path.dirname(file)} can't be written: ${(error as Error).message}`,
        );
      }
      const owner = Number(await fs.readFile(file, 'utf8').catch(() => ''));
      if (owner > 0 && !alive(owner)) await fs.rm(file, { force: true });
      else await pause(100);
    }
  }
  throw new Error(
    `Another process has been starting the database for a minute; if none runs, delete ${file}.`,
  );
}

/** True while a process of this id exists, whoever owns it. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
