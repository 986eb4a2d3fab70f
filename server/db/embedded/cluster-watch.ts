import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import type net from 'node:net';
import path from 'node:path';
import { atMostMs } from '../../concurrency/pause.ts';

const SCRIPT = path.join(import.meta.dirname, 'cluster-watch.sh');

export type ClusterWatch = {
  /** What to stop when the last of us is gone: a program that is starting, a running server, or nothing (any more). */
  tell(pid: number | null, state: 'starting' | 'running'): void;
  /** Ends this process's use of the cluster; resolves once the server has stopped if nobody else uses it. */
  leave(): Promise<void>;
};

const usersFolder = (folder: string): string => `${folder}.users`;

/** Counts this process among the cluster's users until it leaves or dies. To be called under the cluster's lock. */
export async function watchCluster(folder: string): Promise<ClusterWatch> {
  const users = usersFolder(folder);
  await fs.mkdir(users, { recursive: true, mode: 0o700 });
  const child = spawn('/bin/sh', [SCRIPT, `${folder}.lock`, users, folder], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  // A watch that was killed is no reason for us to fall.
  child.stdin.on('error', () => {});
  child.unref();
  (child.stdin as net.Socket).unref();
  await fs.writeFile(path.join(users, String(child.pid)), '');
  return {
    tell(pid, state) {
      child.stdin.write(`${pid ?? 'none'} ${state}\n`);
    },
    leave: () => leave(child),
  };
}

/**
 * Where no server runs only those count as its users who are about to start it again: what processes of an earlier boot left
 * behind is another program's number by now. Systems that don't tell what a process runs count none.
 */
export async function forgetUsers(folder: string): Promise<void> {
  const users = usersFolder(folder);
  for (const name of await fs.readdir(users).catch(() => [])) {
    const command = await fs.readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => '');
    if (!command.split('\0').includes(users)) await fs.rm(path.join(users, name), { force: true });
  }
}

async function leave(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.ref();
  child.stdin?.end();
  await atMostMs(gone, 20_000);
}
