import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import fs from 'node:fs';
import { Session } from 'node:inspector/promises';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import { afterAll, expect } from 'vitest';
import { shareOfProfile } from '../bench/measuring/profile-shares.ts';

/**
 * Set up before each test file when `npm run bench -- test-time` measures. Writes one line per file: its time, waiting, processor
 * time, steps, and the code that its thread ran.
 */

const folder = process.env.LOTLENS_TEST_TIME ?? '.';
const steps: Record<string, { times: number; ms: number }> = {};
const add = (name: string, ms: number): void => {
  const { times, ms: before } = steps[name] ?? { times: 0, ms: 0 };
  steps[name] = { times: times + 1, ms: before + ms };
};
const onStep = (message: unknown): void => {
  const { step, ms } = message as { step: string; ms: number };
  add(step, ms);
};
const onProcess = (message: unknown): void => {
  const { process: child } = message as { process: { spawnargs: string[] } };
  const started = performance.now();
  queueMicrotask(() => {
    const script = child.spawnargs.find((word) => /\.[jt]s$/.test(word)) ?? child.spawnargs[0] ?? '?';
    (child as unknown as NodeJS.EventEmitter).once('exit', () =>
      add(`process ${path.basename(script)}`, performance.now() - started),
    );
  });
};
subscribe('lotlens.test.step', onStep);
subscribe('child_process', onProcess);

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 10_000 });
await session.post('Profiler.start');
const before = {
  wall: performance.now(),
  loop: performance.eventLoopUtilization(),
  all: process.cpuUsage(),
  thread: process.threadCpuUsage(),
};

const sumMs = ({ user, system }: { user: number; system: number }): number => (user + system) / 1000;

afterAll(async () => {
  const loop = performance.eventLoopUtilization(before.loop);
  const thread = sumMs(process.threadCpuUsage(before.thread));
  const line = {
    file: path.relative(process.cwd(), expect.getState().testPath ?? '?'),
    pid: process.pid,
    ms: performance.now() - before.wall,
    idle: loop.idle,
    thread,
    otherThreads: sumMs(process.cpuUsage(before.all)) - thread,
    steps,
  };
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  unsubscribe('lotlens.test.step', onStep);
  unsubscribe('child_process', onProcess);
  fs.appendFileSync(
    path.join(folder, `${process.pid}.jsonl`),
    `${JSON.stringify({ ...line, shares: shareOfProfile(profile) })}\n`,
  );
});
