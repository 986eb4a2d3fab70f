import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';

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

/** `node server/main.ts` in a process of its own, up when this answers. `environment` is all it gets beside PATH. */
export async function startRole(environment: Record<string, string>): Promise<RoleProcess> {
  const root = path.join(import.meta.dirname, '..', '..');
  const child = spawn(process.execPath, [path.join(root, 'server', 'main.ts')], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'error', ...environment },
  });
  const address = await upOf(child);
  const pid = child.pid ?? 0;
  return {
    pid,
    address,
    memory: () => treeMemory(pid) / 1e6,
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

function treeMemory(pid: number): number {
  try {
    const [, resident] = fs.readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ');
    const children = fs
      .readdirSync(`/proc/${pid}/task`)
      .flatMap((thread) =>
        fs
          .readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
          .split(' ')
          .filter(Boolean)
          .map(Number),
      );
    return Number(resident) * PAGE_BYTES + children.reduce((sum, child) => sum + treeMemory(child), 0);
  } catch (error) {
    // It ended while we looked.
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return 0;
    throw error;
  }
}
