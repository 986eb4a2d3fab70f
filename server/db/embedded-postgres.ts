import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { pause } from '../concurrency/pause.ts';
import { clusterFolder } from './embedded/cluster-folder.ts';
import { addressOf, DATABASE, readKey, SERVICE_ROLE, SUPERUSER } from './embedded/cluster-key.ts';
import { alive, lock } from './embedded/cluster-lock.ts';
import { type ClusterWatch, forgetUsers, watchCluster } from './embedded/cluster-watch.ts';
import { makeCluster, serverUser } from './embedded/make-cluster.ts';
import { nativeBinaries, runBinary } from './embedded/native-binaries.ts';
import { countUsers, faultOf, prepareServiceDatabase } from './embedded/service-database.ts';
import type { SystemUser } from './embedded/system-users.ts';

/**
 * The PostgreSQL that runs when no DATABASE_URL is given: real binaries from the registry, started by us.
 * Facts behind the recipe: PostgreSQL refuses root; several of our processes share one cluster by joining the running one;
 * a killed parent would leave it running, so each process has a small watch that outlives it, and the last one stops it.
 */
export type EmbeddedPostgres = {
  /** The service's database, for the role that owns it and nothing else. */
  url: string;
  /** The cluster's superuser: for tests that need more than the service does. */
  superuserUrl: string;
  /** True when this process started the server. */
  started: boolean;
  /** Ends this process's use; the last of our processes that leaves stops the server. */
  stop(): Promise<void>;
};

export type EmbeddedOptions = {
  /** Folder of the cluster; created when missing. */
  folder: string;
  /** No fsync and no autovacuum: for tests and scratch databases. */
  fast?: boolean;
  maxConnections?: number;
  /** Of 127.0.0.1; without it one that is free. */
  port?: number;
};

/** For a cluster that a crash may destroy, without replicas, that lives for minutes. */
const FAST = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=2GB',
  'checkpoint_timeout=1h',
  // The launcher visits each database once a minute: with hundreds, that is several processes a second.
  'autovacuum=off',
  // Rounds of the password's hash, which each connection computes; 4,096 by default.
  'scram_iterations=1',
];
const JOIN_MS = 10_000;
const PORT_TRIES = 5;

/** Starts the cluster in `folder`, or joins the one already running there. Throws one clear sentence. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const folder = await clusterFolder(path.resolve(options.folder));
  const unlock = await lock(`${folder}.lock`);
  let watch: ClusterWatch | null = null;
  try {
    const running = await runningServer(folder);
    if (running === null) await forgetUsers(folder);
    watch = await clusterWatch(folder);
    const { key, port } = running ?? (await startServer(folder, options, watch));
    if (running) watch.tell(running.pid, 'running');
    return {
      url: addressOf(key, SERVICE_ROLE, port, DATABASE),
      superuserUrl: addressOf(key, SUPERUSER, port, DATABASE),
      started: running === null,
      stop: () => watch?.leave() ?? Promise.resolve(),
    };
  } catch (error) {
    // Ends what was begun, as soon as the lock is free.
    void watch?.leave();
    throw error;
  } finally {
    await unlock();
  }
}

type Running = { pid: number; port: number; key: string };

/** The server that runs in `folder` and takes our key; one of an earlier version that nobody uses is stopped. */
async function runningServer(folder: string): Promise<Running | null> {
  const held = await readPid(folder);
  if (held === null) return null;
  const { pid, port } = held;
  const key = await readKey(folder);
  if (key === null) {
    await stopOpenServer(folder, pid, port);
    return null;
  }
  for (const end = Date.now() + JOIN_MS; Date.now() < end; await pause(100)) {
    if (!alive(pid)) return null;
    if ((await faultOf(addressOf(key, SERVICE_ROLE, port, DATABASE))) === null) return { pid, port, key };
  }
  throw new Error(`A PostgreSQL server (process ${pid}) holds ${folder} but doesn't answer on port ${port}.`);
}

/** What postmaster.pid says, unless that process is gone; a number that another program got since is no server. */
async function readPid(folder: string): Promise<{ pid: number; port: number } | null> {
  const file = path.join(folder, 'postmaster.pid');
  const lines = (await fs.readFile(file, 'utf8').catch(() => '')).split('\n');
  const [pid, port] = [Number(lines[0]), Number(lines[3])];
  if (!Number.isInteger(pid) || pid <= 0 || !alive(pid)) return null;
  if (process.platform === 'linux') {
    const command = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(folder)) {
      // PostgreSQL itself would wait for that program to end.
      await fs.rm(file, { force: true });
      return null;
    }
  }
  return Number.isInteger(port) && port > 0 ? { pid, port } : null;
}

/** Earlier versions let every user of the machine in without a password; their server must end before that is changed. */
async function stopOpenServer(folder: string, pid: number, port: number): Promise<void> {
  const url = `postgresql://${SUPERUSER}@127.0.0.1:${port}/${DATABASE}`;
  if ((await countUsers(url).catch(() => 0)) > 0)
    throw new Error(`An earlier version of LotLens is using the database in ${folder}; stop it first.`);
  // SIGINT is PostgreSQL's fast shutdown.
  process.kill(pid, 'SIGINT');
  for (const end = Date.now() + JOIN_MS; alive(pid); await pause(50)) {
    if (Date.now() > end)
      throw new Error(
        `The PostgreSQL server of an earlier version (process ${pid}) in ${folder} doesn't stop.`,
      );
  }
}

async function startServer(
  folder: string,
  options: EmbeddedOptions,
  watch: ClusterWatch,
): Promise<{ key: string; port: number }> {
  const user = await serverUser(folder);
  const binaries = await nativeBinaries(user);
  const key = await makeCluster({
    folder,
    binaries,
    user,
    fast: options.fast === true,
    onProcess: (pid) => watch.tell(pid, 'starting'),
  });
  for (let tries = 1; ; tries += 1) {
    const port = options.port ?? (await freePort());
    try {
      const server = await launch(path.join(binaries, 'postgres'), { folder, port, options, user, watch });
      watch.tell(server.pid ?? null, 'running');
      await prepareServiceDatabase(key, port);
      return { key, port };
    } catch (error) {
      // Another program took the port between our look and PostgreSQL's.
      if (tries >= PORT_TRIES || !/could not create any TCP\/IP sockets/.test(String(error))) throw error;
    }
  }
}

async function launch(
  file: string,
  input: {
    folder: string;
    port: number;
    options: EmbeddedOptions;
    user: SystemUser | null;
    watch: ClusterWatch;
  },
): Promise<ChildProcess> {
  const { folder, port, options, user, watch } = input;
  const fast = options.fast ? FAST : [];
  const settings = ['shared_buffers=64MB', `max_connections=${options.maxConnections ?? 100}`, ...fast];
  const child = spawn(
    file,
    [
      '-D',
      folder,
      '-p',
      String(port),
      '-h',
      '127.0.0.1',
      '-k',
      '',
      ...settings.flatMap((setting) => ['-c', setting]),
    ],
    // Detached: a Ctrl-C meant for us must not stop the database before the drain has ended.
    { cwd: folder, ...(user ?? {}), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  watch.tell(child.pid ?? null, 'starting');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const failed = () =>
      reject(new Error(`PostgreSQL didn't start: ${said.trim().split('\n').slice(-3).join(' ')}`));
    child.once('error', reject);
    child.once('exit', failed);
    child.stderr.on('data', (chunk: Buffer) => {
      // The newest words: others that try to get in meanwhile write thousands before the one we wait for.
      said = (said + chunk.toString()).slice(-20_000);
      if (said.includes('ready to accept connections')) {
        child.off('exit', failed);
        resolve();
      }
    });
  });
  child.once('exit', () => watch.tell(null, 'running'));
  child.unref();
  (child.stderr as net.Socket).unref();
  return child;
}

/** The watch of this process. Windows has no such shell: there the server is stopped when its last session ends with us. */
async function clusterWatch(folder: string): Promise<ClusterWatch> {
  if (process.platform !== 'win32') return await watchCluster(folder);
  return {
    tell() {},
    async leave() {
      const [held, key] = [await readPid(folder), await readKey(folder)];
      if (held === null || key === null) return;
      if ((await countUsers(addressOf(key, SERVICE_ROLE, held.port, DATABASE))) > 0) return;
      const stop = ['stop', '-m', 'fast', '-D', folder];
      await runBinary(path.join(await nativeBinaries(null), 'pg_ctl'), stop, { cwd: folder, user: null });
    },
  };
}

/** A port of 127.0.0.1 that nobody uses at the moment. */
export async function freePort(): Promise<number> {
  return await new Promise((resolve, reject) => {
    const server = net.createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no free port')),
      );
    });
  });
}
