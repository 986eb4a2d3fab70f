import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import type { Bench, BenchRow } from './bench.ts';
import { watchProcesses } from './measuring/process-kinds.ts';

const root = path.dirname(import.meta.dirname);
/** The longest files that are named. */
const NAMED_FILES = 25;
/** Code that took less of the tests' own threads goes under "other code", share. */
const NAMED_SHARE = 0.01;

const fileSchema = z.object({
  file: z.string(),
  pid: z.int(),
  ms: z.number(),
  idle: z.number(),
  thread: z.number(),
  otherThreads: z.number(),
  steps: z.record(z.string(), z.object({ times: z.int(), ms: z.number() })),
  shares: z.record(z.string(), z.number()),
});
type TestFile = z.infer<typeof fileSchema>;

const seconds = (ms: number): number => Number((ms / 1000).toFixed(1));
const row = (kind: string, what: string, figures: Record<string, number>): BenchRow => ({
  kind,
  what,
  ...figures,
});

/** Runs the unit and service tests as `npm test` does, and measures them; TEST_TIME_FILES names files, with spaces between them, when not all are wanted. */
async function measure(): Promise<BenchRow[]> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lotlens-test-time-'));
  try {
    const started = performance.now();
    const chosen = (process.env.TEST_TIME_FILES ?? '').split(' ').filter(Boolean);
    const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const child = spawn(
      process.execPath,
      [vitest, 'run', '--project=unit', '--project=service', '--reporter=dot', ...chosen],
      { cwd: root, stdio: 'inherit', env: { ...process.env, LOTLENS_TEST_TIME: folder } },
    );
    const watch = watchProcesses(child.pid ?? 0);
    const [code] = await once(child, 'exit');
    const kinds = watch.end();
    // Measured for long: a test that failed does not throw the figures away.
    if (code !== 0)
      console.log(`\nThe tests ended with ${code}: some failed, the figures below are of all that ran.`);
    const wall = performance.now() - started;
    return [...wholeRows(wall, kinds), ...rowsOf(readFiles(folder), wall)];
  } finally {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

const readFiles = (folder: string): TestFile[] =>
  fs
    .readdirSync(folder)
    .flatMap((name) => fs.readFileSync(path.join(folder, name), 'utf8').trim().split('\n'))
    .map((line) => fileSchema.parse(JSON.parse(line)));

/** The run as a whole, and the processor time of each kind of process. */
function wholeRows(wall: number, kinds: ReadonlyMap<string, number>): BenchRow[] {
  const used = total([...kinds.values()], (time) => time);
  return [
    row('run', 'whole', { 'wall s': seconds(wall), 'CPU s': Number(used.toFixed(1)) }),
    ...byLength([...kinds], ([, time]) => time).map(([kind, time]) =>
      row('process', kind, { 'CPU s': Number(time.toFixed(1)) }),
    ),
  ];
}

/** Workers with what they worked and waited, steps, code by owner, and the longest files. */
function rowsOf(files: readonly TestFile[], wall: number): BenchRow[] {
  const workers = Object.entries(Object.groupBy(files, ({ pid }) => pid)).map(([pid, own = []]) =>
    row('worker', `${own.length} files in process ${pid}`, {
      'wall s': seconds(total(own, ({ ms }) => ms)),
      'CPU s': seconds(total(own, ({ thread }) => thread)),
      'other threads CPU s': seconds(total(own, ({ otherThreads }) => otherThreads)),
      'waiting s': seconds(total(own, ({ idle }) => idle)),
      'without a file s': seconds(wall - total(own, ({ ms }) => ms)),
    }),
  );
  const steps = new Map<string, { times: number; ms: number }>();
  const owners = new Map<string, number>();
  for (const file of files) {
    for (const [name, { times, ms }] of Object.entries(file.steps)) {
      const before = steps.get(name) ?? { times: 0, ms: 0 };
      steps.set(name, { times: before.times + times, ms: before.ms + ms });
    }
    // A profile counts what passed on the clock: its shares, of the time the thread computed.
    const profiled = Object.values(file.shares).reduce((sum, ms) => sum + ms, 0);
    for (const [owner, ms] of Object.entries(file.shares))
      owners.set(owner, (owners.get(owner) ?? 0) + (ms / profiled) * file.thread);
  }
  const least = total([...owners.values()], (ms) => ms) * NAMED_SHARE;
  const named = byLength([...owners], ([, ms]) => ms).filter(([, ms]) => ms >= least);
  const rest = total([...owners.values()], (ms) => ms) - total(named, ([, ms]) => ms);
  return [
    ...workers,
    ...byLength([...steps], ([, { ms }]) => ms).map(([name, { times, ms }]) =>
      row('step', name, { times, 'wall s': seconds(ms) }),
    ),
    ...[...named, ['other code', rest] as const].map(([owner, ms]) =>
      row('code', owner, { 'CPU s': seconds(ms) }),
    ),
    ...byLength(files, ({ ms }) => ms)
      .slice(0, NAMED_FILES)
      .map(({ file, ms, thread, otherThreads, idle }) =>
        row('file', file, {
          'wall s': seconds(ms),
          'CPU s': seconds(thread),
          'other threads CPU s': seconds(otherThreads),
          'waiting s': seconds(idle),
        }),
      ),
  ];
}

const total = <T>(values: readonly T[], of: (value: T) => number): number =>
  values.reduce((sum, value) => sum + of(value), 0);
const byLength = <T>(values: readonly T[], of: (value: T) => number): T[] =>
  values.toSorted((a, b) => of(b) - of(a));

export const bench: Bench = {
  name: 'test-time',
  about:
    'where the unit and service tests of npm test spend their time: processor time by process and by code, waiting by worker, steps, the longest files (Linux); TEST_TIME_FILES limits it to some files',
  run: measure,
};
