import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { until } from './service.ts';

const root = path.join(import.meta.dirname, '..', '..');

/** From the request to stop until nothing is left. */
export const STOP_MS = 25_000;
/** A start on a busy machine. */
const START_MS = 120_000;

export type Started = {
  /** npm, the launcher, or `script` with its terminal: what was started. */
  child: ChildProcess;
  output(): string;
  /** Resolves when the output has these words. */
  says(words: string | RegExp): Promise<void>;
  /** Its exit code, or the signal it died of. */
  ended: Promise<number | NodeJS.Signals>;
  /** The processes it is made of now, children after parents. */
  processes(): Promise<{ pid: number; command: string }[]>;
};

/** The ways a person, a script or a supervisor starts the service. */
export const WAYS = {
  npm: ['npm', 'start'],
  launcher: ['node', 'scripts/run.mjs', 'scripts/start.ts'],
  server: ['node', 'server/main.ts'],
  // A real terminal: what is written to its input was typed. A shell between the two would answer Ctrl-C with its own code.
  terminal: ['script', '-qfec', 'exec npm start', '/dev/null'],
} as const;

/** Starts the service on `dataDir` in a process group of its own; whatever is left of it is killed when the test ends. */
export function startedService(
  way: keyof typeof WAYS,
  dataDir: string,
  environment: Record<string, string> = {},
): Started {
  const [file, ...parameters] = WAYS[way];
  const child = spawn(file, parameters, {
    cwd: root,
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      ROLE: 'worker',
      LOG_LEVEL: 'info',
      LOG_FORMAT: 'json',
      SAMPLE_PASSWORD: 'sample-password-1',
      VISION_PROVIDER: 'none',
      ...environment,
      DATA_DIR: dataDir,
    },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => {
      text += piece.toString();
    });
  const ended = new Promise<number | NodeJS.Signals>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 1)),
  );
  onTestFinished(async () => {
    for (const { pid } of await processesOf(dataDir))
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // It ended in between.
      }
  });
  return {
    child,
    output: () => text,
    ended,
    async says(words) {
      await until(`it says ${words}`, START_MS, async () => {
        if (child.exitCode !== null && !text.match(words))
          throw new Error(`it ended with ${child.exitCode}: ${text}`);
        return text.match(words) !== null;
      });
    },
    processes: () => processesOf(dataDir),
  };
}

/** Every process that works on this data folder, by its command line or its environment. */
export async function processesOf(dataDir: string): Promise<{ pid: number; command: string }[]> {
  const found = [];
  for (const name of await fs.readdir('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid) || pid === process.pid) continue;
    const read = (file: string) => fs.readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
    const [command, environment] = await Promise.all([read('cmdline'), read('environ')]);
    if (command.includes(dataDir) || environment.includes(`DATA_DIR=${dataDir}`))
      found.push({ pid, command: command.replaceAll('\0', ' ').trim() });
  }
  return found;
}

/** Resolves once no process works on this data folder; throws which do after `ms`. */
export async function nothingLeft(dataDir: string, ms: number): Promise<void> {
  const end = Date.now() + ms;
  for (;;) {
    const left = await processesOf(dataDir);
    if (left.length === 0) return;
    if (Date.now() > end) throw new Error(`still there: ${JSON.stringify(left)}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
