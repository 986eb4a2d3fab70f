import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { MEMORY_SETTINGS } from '../../scripts/memory-settings.mjs';
import { freePort } from '../../server/db/embedded-postgres.ts';
import { type CutProxy, startCutProxy } from '../service/cut-proxy.ts';
import { COMPILED } from '../service/role-process.ts';
import type { SmallDisk } from './small-disk.ts';

const root = path.join(import.meta.dirname, '..', '..');
/** As the units in ops/systemd have it (RestartSec). */
const RESTART_MS = 2_000;
/** A start on a busy machine. */
const START_MS = 300_000;
export const METRICS_TOKEN = 'token-of-the-campaign';

export type Role = 'web' | 'worker';
/** One process of the service, started again whenever it ends, as its unit of systemd would. */
export type SupervisedProcess = {
  name: string;
  role: Role;
  /** Where people call it; empty for a worker. */
  origin: string;
  /** Where its figures are read. */
  metrics: string;
  database: CutProxy;
  disk: SmallDisk | null;
  dataDir: string;
  isUp(): boolean;
  /** Starts since the campaign began that nobody asked for. */
  unasked(): number;
  /** Resolves when it is dead. */
  kill(): Promise<void>;
  stop(): void;
  goOn(): void;
  moveClock(offsetMs: number): void;
  /** Resolves when it is up, a start that is under way included. */
  up(): Promise<void>;
  close(): Promise<void>;
};

type Setting = {
  name: string;
  role: Role;
  databaseUrl: string;
  folder: string;
  disk: SmallDisk | null;
  /** From its end to the next start, ms; left out: as the units have it. */
  restartMs?: number;
  environment: Record<string, string>;
};

/** Starts it; up when this answers. */
export async function startSupervised(setting: Setting): Promise<SupervisedProcess> {
  const { name, role, folder, restartMs = RESTART_MS } = setting;
  const [port, metricsPort] = [await freePort(), await freePort()];
  const database = await startCutProxy(setting.databaseUrl);
  const dataDir = path.join(folder, name);
  fs.mkdirSync(dataDir, { recursive: true });
  const log = fs.createWriteStream(path.join(folder, `${name}.log`), { flags: 'a' });
  let child: ChildProcess;
  let isUp = false;
  let isClosed = false;
  let wasKilled = false;
  let unasked = 0;
  let starting: Promise<void>;

  const start = async (): Promise<void> => {
    child = fork(path.join(root, 'server', 'main.ts'), [], {
      cwd: root,
      execArgv: ['--import', path.join(import.meta.dirname, 'moved-clock.ts')],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...MEMORY_SETTINGS,
        PATH: process.env.PATH,
        ...COMPILED,
        NODE_ENV: 'test',
        LOG_LEVEL: 'warn',
        ROLE: role,
        PORT: String(port),
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        METRICS_TOKEN,
        ...(role === 'worker' ? { WORKER_METRICS_PORT: String(metricsPort) } : {}),
        SAMPLES: 'false',
        ...setting.environment,
      },
    });
    wasKilled = false;
    const mine = child;
    mine.on('error', (error) => log.write(`${String(error)}\n`));
    const said = Promise.withResolvers<void>();
    mine.stderr?.on('data', (piece: Buffer) => log.write(piece));
    mine.stdout?.on('data', (piece: Buffer) => {
      log.write(piece);
      if (/LotLens (?:worker )?is running/.test(piece.toString())) said.resolve();
    });
    mine.once('exit', (code, signal) => {
      isUp = false;
      log.write(`ended with ${code ?? signal}\n`);
      if (isClosed) return said.resolve();
      if (!wasKilled) unasked += 1;
      starting = new Promise<void>((resolve) => setTimeout(resolve, restartMs)).then(() =>
        isClosed ? undefined : start(),
      );
      said.resolve(starting);
    });
    const late = setTimeout(() => said.reject(new Error(`${name} did not start`)), START_MS);
    await said.promise.finally(() => clearTimeout(late));
    if (mine.exitCode === null && mine.signalCode === null) isUp = true;
  };
  starting = start();
  await starting;

  return {
    name,
    role,
    origin: role === 'web' ? `http://127.0.0.1:${port}` : '',
    metrics: `http://127.0.0.1:${role === 'web' ? port : metricsPort}/metrics`,
    database,
    disk: setting.disk,
    dataDir,
    isUp: () => isUp,
    unasked: () => unasked,
    async kill() {
      wasKilled = true;
      isUp = false;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => void child.kill('SIGSTOP'),
    goOn: () => void child.kill('SIGCONT'),
    moveClock(offsetMs) {
      // One that has ended by itself meanwhile starts with the right time.
      if (child.connected) child.send({ offsetMs });
    },
    async up() {
      for (let seen = starting; ; seen = starting) {
        await seen;
        if (seen === starting) return;
      }
    },
    async close() {
      isClosed = true;
      if (child.exitCode === null && child.signalCode === null) {
        const ended = once(child, 'exit');
        child.kill('SIGCONT');
        child.kill('SIGTERM');
        const late = setTimeout(() => child.kill('SIGKILL'), 30_000);
        await ended;
        clearTimeout(late);
      }
      await database.close();
      log.end();
    },
  };
}
