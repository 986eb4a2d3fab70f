import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { MEMORY_SETTINGS } from '../../scripts/memory-settings.mjs';
import type { SenderOrder, Told } from './hostile-sender.ts';
import { SAMPLE_ACCOUNT } from './service.ts';

const here = (file: string): string => path.join(import.meta.dirname, file);

export type WebProcess = {
  origin: string;
  token: string;
  child: ChildProcess;
  /** The most it computed in one go since last asked, ms of processor time: so long it served nobody. */
  longestHold(): Promise<number>;
  stop(): Promise<void>;
};

/** The real `server/main.ts` in a process of its own, ready to be called, with a sample account signed in. */
export async function startWebProcess(environment: Record<string, string>): Promise<WebProcess> {
  const child = fork(here('../../server/main.ts'), [], {
    execArgv: ['--import', here('loop-probe.ts')],
    env: {
      ...MEMORY_SETTINGS,
      ...process.env,
      NODE_ENV: 'test',
      PORT: '0',
      TRUST_PROXY: 'true',
      LOG_LEVEL: 'warn',
      SAMPLE_PASSWORD: SAMPLE_ACCOUNT.password,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  let said = '';
  for await (const chunk of child.stdout ?? []) {
    said += String(chunk);
    if (said.includes('sample links') || said.includes('worker is running')) break;
  }
  const origin = /running at (http:\S+)/.exec(said)?.[1] ?? '';
  const token = origin === '' ? '' : await signIn(origin);
  return {
    origin,
    token,
    child,
    async longestHold() {
      const told = once(child, 'message');
      child.send('longest');
      const [{ longest }] = (await told) as [{ longest: number }];
      return longest;
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function signIn(origin: string): Promise<string> {
  const answer = await fetch(`${origin}/api/v1/auth/token`, {
    method: 'POST',
    body: new URLSearchParams({ username: SAMPLE_ACCOUNT.email, password: SAMPLE_ACCOUNT.password }),
  });
  const { access_token } = (await answer.json()) as { access_token: string };
  return access_token;
}

/** A process that sends hostile bodies; answers what each was told. */
export async function startSender(): Promise<{
  send(origin: string, names: string[]): Promise<Told[]>;
  sendWorst(order: Extract<SenderOrder, { worst: number }>): Promise<Told[]>;
  stop(): void;
}> {
  const child = fork(here('hostile-sender.ts'), [], { execArgv: [] });
  await once(child, 'message');
  const order = async (given: SenderOrder): Promise<Told[]> => {
    const told = once(child, 'message');
    child.send(given);
    const [answers] = (await told) as [Told[]];
    return answers;
  };
  return {
    send: (origin, names) => order({ origin, names }),
    sendWorst: order,
    stop: () => void child.kill(),
  };
}

/** Memory of a process and all its children, MB, where /proc tells it (Linux): resident pages, shared ones counted for each. */
export async function memoryOf(pid: number): Promise<{ total: number; byProcess: Record<string, number> }> {
  const byProcess: Record<string, number> = {};
  const visit = async (id: number): Promise<void> => {
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    const name = /^Name:\t(.*)$/m.exec(status)?.[1] ?? '?';
    // A database of our own is not counted: it is what DATABASE_URL replaces.
    if (name === 'postgres' || status === '') return;
    byProcess[`${name} ${id}`] = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
    const children = await readFile(`/proc/${id}/task/${id}/children`, 'utf8').catch(() => '');
    for (const child of children.split(' ').filter(Boolean)) await visit(Number(child));
  };
  await visit(pid);
  return { total: Object.values(byProcess).reduce((sum, mb) => sum + mb, 0), byProcess };
}
