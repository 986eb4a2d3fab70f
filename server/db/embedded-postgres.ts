import { spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import { pause } from '../concurrency/pause.ts';
import { isDatabaseAway } from './await-database.ts';
import { clusterFolder, exists } from './embedded/cluster-folder.ts';
import { addressOf, DATABASE, readKey, SERVICE_ROLE, SUPERUSER } from './embedded/cluster-key.ts';
import { alive, lock } from './embedded/cluster-lock.ts';
import { type ClusterWatch, forgetUsers, watchCluster } from './embedded/cluster-watch.ts';
import { DatabaseGone, type KeepRunning, keepRunning } from './embedded/keep-running.ts';
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
  /** Of 127.0.0.1; without it the one it had before, or one that is free. */
  port?: number;
  /** Starts the server again when it ends while we use it. Left out: it stays ended. */
  keep?: KeepRunning;
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

/**
 * What glibc's allocator reads, bytes. By itself it gives large blocks back to the system at once and faults them in again, which
 * makes writing a report of 700 kB three times as dear. A connection may keep that much memory for its next write. Other allocators ignore it.
 */
const ALLOCATOR = { MALLOC_MMAP_THRESHOLD_: '33554432', MALLOC_TRIM_THRESHOLD_: '33554432' };

/** A running server that does not answer is waited for so long; one that is starting up after a crash is given longer, ms. */
const JOIN_MS = 10_000;
const JOIN_STARTING_MS = 60_000;
/** What is left of a killed server holds its memory until its last process has noticed; a killed start is tried again, ms. */
const START_AGAIN_MS = 30_000;
const START_PAUSE_MS = 500;
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
    const server = running ?? (await startServer(folder, options, watch));
    const { key, port } = server;
    if (running) watch.tell(running.pid, 'running');
    const using = watch;
    const kept =
      options.keep &&
      keepRunning(
        options.keep,
        {
          folder,
          pid: async () => (await readPid(folder))?.pid ?? null,
          startAgain: (isWanted) => startAgain(folder, { ...options, port }, using, isWanted),
        },
        server.pid,
      );
    return {
      url: addressOf(key, SERVICE_ROLE, port, DATABASE),
      superuserUrl: addressOf(key, SUPERUSER, port, DATABASE),
      started: running === null,
      async stop() {
        kept?.stop();
        await using.leave();
      },
    };
  } catch (error) {
    // Ends what was begun, as soon as the lock is free.
    void watch?.leave();
    throw error;
  } finally {
    await unlock();
  }
}

/** Starts the server that has ended while we used it at its port, or joins it where another of our processes was quicker. */
async function startAgain(
  folder: string,
  options: EmbeddedOptions & { port: number },
  watch: ClusterWatch,
  isWanted: () => boolean,
): Promise<number | null> {
  const unlock = await lock(`${folder}.lock`);
  try {
    if (!isWanted()) return null;
    // A new one would be an empty one.
    if (!(await exists(path.join(folder, 'PG_VERSION'))))
      throw new DatabaseGone(`The folder of the database, ${folder}, is gone: restore it, or a backup.`);
    const running = await runningServer(folder);
    if (running === null) return (await startServer(folder, options, watch)).pid;
    if (running.port !== options.port)
      throw new DatabaseGone(
        `The database in ${folder} now answers on port ${running.port} instead of ${options.port}: start LotLens again.`,
      );
    watch.tell(running.pid, 'running');
    return running.pid;
  } finally {
    await unlock();
  }
}

/** PostgreSQL's cannot_connect_now. */
const isStartingUp = (fault: Error): boolean => (fault as { code?: unknown }).code === '57P03';

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
  const began = Date.now();
  for (let longestMs = JOIN_MS; Date.now() < began + longestMs; await pause(100)) {
    if (!alive(pid)) return null;
    const fault = await faultOf(addressOf(key, SERVICE_ROLE, port, DATABASE));
    if (fault === null) return { pid, port, key };
    longestMs = isStartingUp(fault) ? JOIN_STARTING_MS : JOIN_MS;
  }
  throw new Error(`A PostgreSQL server (process ${pid}) holds ${folder} but doesn't answer on port ${port}.`);
}

const pidFile = (folder: string): string => path.join(folder, 'postmaster.pid');

/** What postmaster.pid says, of a server that runs or one that was killed; no number where it says none. */
async function notedServer(folder: string): Promise<{ pid: number; port: number }> {
  const lines = (await fs.readFile(pidFile(folder), 'utf8').catch(() => '')).split('\n');
  return { pid: Number(lines[0]), port: Number(lines[3]) };
}

/** What postmaster.pid says, unless that process is gone; a number that another program got since is no server. */
async function readPid(folder: string): Promise<{ pid: number; port: number } | null> {
  const { pid, port } = await notedServer(folder);
  if (!Number.isInteger(pid) || pid <= 0 || !alive(pid)) return null;
  if (process.platform === 'linux') {
    const command = await fs.readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    if (!command.includes(folder)) {
      // PostgreSQL itself would wait for that program to end.
      await fs.rm(pidFile(folder), { force: true });
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

async function startServer(folder: string, options: EmbeddedOptions, watch: ClusterWatch): Promise<Running> {
  const user = await serverUser(folder);
  const binaries = await nativeBinaries(user);
  const key = await makeCluster({
    folder,
    binaries,
    user,
    fast: options.fast === true,
    onProcess: (pid) => watch.tell(pid, 'starting'),
  });
  // Processes of ours that used a killed server find it again where it was.
  const { port: before } = await notedServer(folder);
  let port = options.port ?? (before > 0 ? before : await freePort());
  let taken = 0;
  let pid: number | null = null;
  for (const end = Date.now() + START_AGAIN_MS; ; )
    try {
      // One that runs but answers late, as on a busy machine, is only called again.
      if (pid === null || !alive(pid)) {
        pid = await launch(path.join(binaries, 'postgres'), { folder, port, options, user, watch });
        watch.tell(pid, 'running');
      }
      await prepareServiceDatabase(key, port);
      return { pid, key, port };
    } catch (error) {
      // Another program took the port between our look and PostgreSQL's.
      const isTaken = /could not create any TCP\/IP sockets/.test(String(error));
      if (isTaken && options.port === undefined && ++taken < PORT_TRIES) port = await freePort();
      else if (isCutShort(error) && Date.now() < end) await pause(START_PAUSE_MS);
      else throw error;
    }
}

/** A start that was killed, or that met what is left of a killed server: the next one may go through. */
const isCutShort = (error: unknown): boolean =>
  error instanceof ServerEnded ? error.mayPass : isDatabaseAway(error);

/** PostgreSQL ended before it was ready. */
class ServerEnded extends Error {
  readonly mayPass: boolean;
  constructor(signal: NodeJS.Signals | null, said: string) {
    super(`PostgreSQL didn't start: ${signal ?? said.trim().split('\n').slice(-3).join(' ')}`);
    this.mayPass = signal !== null || said.includes('pre-existing shared memory block');
  }
}

/** Starts PostgreSQL; answers its process once it takes connections, after however long a recovery. */
async function launch(
  file: string,
  input: {
    folder: string;
    port: number;
    options: EmbeddedOptions;
    user: SystemUser | null;
    watch: ClusterWatch;
  },
): Promise<number> {
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
    {
      cwd: folder,
      ...(user ?? {}),
      // All it needs: neither our keys nor how Node's memory is set.
      env: ALLOCATOR,
      stdio: ['ignore', 'ignore', 'pipe'],
      detached: true,
    },
  );
  watch.tell(child.pid ?? null, 'starting');
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const failed = (_code: number | null, signal: NodeJS.Signals | null) =>
      reject(new ServerEnded(signal, said));
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
  return child.pid ?? 0;
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
