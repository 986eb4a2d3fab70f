import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from './service.ts';
import { nothingLeft, STOP_MS, type Started, startedService, type WAYS } from './started-service.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** One for what is asked of a service at work: its cluster is made once, and each case leaves nothing running in it. */
let worked = '';
beforeAll(async () => {
  worked = await fs.mkdtemp(path.join(os.tmpdir(), 'lotlens-stop-'));
  await fs.chmod(worked, 0o755);
});
afterAll(() => fs.rm(worked, { recursive: true, force: true }));

/** A data folder that PostgreSQL's user can reach. */
async function dataFolder(): Promise<string> {
  const folder = await temporaryFolder();
  await fs.chmod(folder, 0o755);
  return folder;
}

const READY = 'LotLens worker is running.';

/** What the launcher runs, or npm: told apart by their command lines. */
async function processOf(service: Started, command: RegExp): Promise<number> {
  const found = await until(`a process ${command}`, 30_000, async () =>
    (await service.processes()).find((process) => command.test(process.command)),
  );
  return found.pid;
}
const LAUNCHER = /run\.mjs scripts\/start\.ts$/;
const SERVER = /^(?!.*run\.mjs).*scripts\/start\.ts$/;

/** Asks it to stop and looks that it does: with exit 0, and nothing left of it. */
async function stops(service: Started, dataDir: string, ask: () => void | Promise<void>): Promise<void> {
  const asked = Date.now();
  await ask();
  expect(await service.ended, service.output()).toBe(0);
  await nothingLeft(dataDir, STOP_MS);
  expect(Date.now() - asked).toBeLessThan(STOP_MS);
}

type Case = { way: keyof typeof WAYS; how: string; ask(service: Started): void | Promise<void> };
const kill = (pid: number | undefined, signal: NodeJS.Signals) => void process.kill(Number(pid), signal);
const CASES: Case[] = [
  { way: 'terminal', how: 'Ctrl-C', ask: ({ child }) => void child.stdin?.write('\u0003') },
  {
    way: 'terminal',
    how: 'Ctrl-C twice',
    async ask({ child, says }) {
      child.stdin?.write('\u0003');
      await says('"msg":"stopping"');
      child.stdin?.write('\u0003');
    },
  },
  { way: 'npm', how: 'SIGTERM to npm', ask: ({ child }) => kill(child.pid, 'SIGTERM') },
  { way: 'npm', how: 'SIGINT to npm', ask: ({ child }) => kill(child.pid, 'SIGINT') },
  {
    way: 'npm',
    how: 'SIGTERM to the launcher',
    ask: async (service) => kill(await processOf(service, LAUNCHER), 'SIGTERM'),
  },
  {
    way: 'npm',
    how: 'SIGTERM to the process group, twice',
    async ask({ child, says }) {
      kill(-Number(child.pid), 'SIGTERM');
      await says('"msg":"stopping"');
      kill(-Number(child.pid), 'SIGTERM');
    },
  },
  { way: 'server', how: 'SIGTERM to the server alone', ask: ({ child }) => kill(child.pid, 'SIGTERM') },
];

describe.runIf(process.platform === 'linux')('a service at work', () => {
  test.each(CASES)('ends with exit 0 and leaves nothing after $how', async ({ way, ask }) => {
    const dataDir = worked;
    const service = startedService(way, dataDir);
    await service.says(READY);
    await stops(service, dataDir, () => ask(service));
  });

  test('of all roles starts and ends without a warning', async () => {
    const dataDir = worked;
    const service = startedService('server', dataDir, { ROLE: 'all' });
    await service.says('LotLens is running at');
    await stops(service, dataDir, () => kill(service.child.pid, 'SIGTERM'));
    // Levels of pino: 40 warns, 50 and 60 are errors.
    expect(service.output()).not.toMatch(/"level":[456]0/);
  });

  test('whose launcher was killed with -9 drains and leaves nothing', async () => {
    const dataDir = worked;
    const service = startedService('launcher', dataDir);
    await service.says(READY);
    kill(service.child.pid, 'SIGKILL');
    await nothingLeft(dataDir, STOP_MS);
    expect(service.output()).toContain('"signal":"launcher","msg":"stopping"');
  });

  test('whose server was killed with -9 ends with it, PostgreSQL too', async () => {
    const dataDir = worked;
    const service = startedService('launcher', dataDir);
    await service.says(READY);
    kill(await processOf(service, SERVER), 'SIGKILL');
    expect(await service.ended).toBe(137);
    await nothingLeft(dataDir, STOP_MS);
  });
});

describe.runIf(process.platform === 'linux')('a service that is starting', () => {
  const MOMENTS: [string, (dataDir: string, service: Started) => Promise<unknown>][] = [
    [
      'while it looks what is to be installed',
      (_, service) =>
        until('the launcher has a child', 60_000, async () => (await service.processes()).length > 1),
    ],
    [
      'while the database is made',
      (dataDir) =>
        until('initdb has begun', 60_000, async () =>
          (await fs.readdir(dataDir)).some((name) => name.startsWith('postgres.draft-')),
        ),
    ],
    [
      'while the database starts',
      (dataDir) =>
        until('PostgreSQL has begun', 60_000, async () =>
          (await fs.readdir(path.join(dataDir, 'postgres')).catch(() => [] as string[])).includes(
            'postmaster.pid',
          ),
        ),
    ],
  ];
  test.each(MOMENTS)('is stopped by SIGTERM to its group %s', async (_, moment) => {
    const dataDir = await dataFolder();
    const service = startedService('launcher', dataDir);
    await moment(dataDir, service);
    await stops(service, dataDir, () => kill(-Number(service.child.pid), 'SIGTERM'));
    expect(service.output()).not.toContain("can't start");
  });
});
