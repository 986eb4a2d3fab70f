import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import net, { type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const START_MS = 120_000;

/** A service beside the one that all tests share: with settings of its own, on a database of its own. */
export type OwnService = { origin: string; databaseUrl: string; close(): Promise<void> };

/** A port nobody uses. */
async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts the service on what is built, its database in the cluster of the shared one, and waits until it is ready. */
export async function startOwnService(environment: Record<string, string>): Promise<OwnService> {
  const cluster = await startEmbeddedPostgres({
    folder: path.join(process.env.LOTLENS_TEST_DATA ?? '', 'postgres'),
  });
  const name = `own_${randomUUID().replaceAll('-', '')}`;
  const { username } = new URL(cluster.url);
  await runOn(cluster.superuserUrl, `CREATE DATABASE ${name} OWNER ${username}`);
  const databaseUrl = Object.assign(new URL(cluster.url), { pathname: `/${name}` }).toString();
  const dataDir = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-own-'));
  const port = await freePort();
  const child = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      LOG_LEVEL: 'warn',
      TRUST_PROXY: 'on',
      ...environment,
    },
  });
  const ended = once(child, 'exit');
  const close = async (): Promise<void> => {
    child.kill('SIGTERM');
    await ended;
    await runOn(cluster.superuserUrl, `DROP DATABASE ${name} WITH (FORCE)`);
    await cluster.stop();
    await fs.rm(dataDir, { recursive: true, force: true });
  };
  const origin = `http://localhost:${port}`;
  try {
    await ready(origin, child);
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, databaseUrl, close };
}

async function runOn(url: string, statement: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function ready(origin: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_MS;
  while (Date.now() < end) {
    if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
    // Nobody listens there yet: asked again.
    const answer = await fetch(`${origin}/health/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`the service was not ready within ${START_MS} ms`);
}
