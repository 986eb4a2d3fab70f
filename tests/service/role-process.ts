import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { sumOverTree } from './process-tree.ts';

/** Pages of Linux on every machine we measure. */
const PAGE_BYTES = 4096;

export type RoleProcess = {
  pid: number;
  /** `http://localhost:…`; empty for a worker, which listens nowhere. */
  address: string;
  /** Resident memory of the process and all its children, in MB. Linux only. */
  memory(): number;
  stop(): Promise<void>;
};

const HERE = path.join(import.meta.dirname, '..', '..');
/** Where Node finds the code that it compiled before, if this process has such a place. */
export const COMPILED: Readonly<Record<string, string>> =
  process.env.NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE };

/**
 * Starts the service in its own process and resolves once it is up. Besides PATH and the compile cache it gets only `environment`;
 * `file` is the program: the sources, a build, or those of another checkout.
 */
export async function startRole(
  environment: Record<string, string>,
  file = path.join(HERE, 'server', 'main.ts'),
): Promise<RoleProcess> {
  const child = spawn(process.execPath, [file], {
    cwd: HERE,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...COMPILED, ...environment },
  });
  const address = await upOf(child);
  const pid = child.pid ?? 0;
  return {
    pid,
    address,
    memory: () => sumOverTree(pid, residentBytes) / 1e6,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

/** Waits for the line that says that it is up. */
function upOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', (piece: Buffer) => {
      text += piece.toString();
      const said = /LotLens (?:worker is running|is running at (\S+))/.exec(text);
      if (said) resolve(said[1] ?? '');
    });
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)));
  });
}

function residentBytes(pid: number): number {
  const [, resident] = fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
  return Number(resident) * PAGE_BYTES;
}
