import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import os from 'node:os';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../server/errors.ts';
import {
  createWorkerPool,
  type PoolOptions,
  type RunOptions,
  type WorkerPool,
} from '../../server/workers/worker-pool.ts';

let pool: WorkerPool | null = null;
afterEach(() => pool?.close());
type Run = (job: string, input: unknown, options?: RunOptions) => Promise<unknown>;
/** `run`: as one caller; `runAs`: as this one. */
const poolWith = (
  options: Partial<PoolOptions> = {},
): Omit<WorkerPool, 'run'> & { run: Run; runAs: WorkerPool['run'] } => {
  pool = createWorkerPool({
    script: new URL('jobs-for-tests.ts', import.meta.url),
    size: 1,
    mostWaiting: 2,
    mostWaitingOfOne: 2,
    timeMs: 60_000,
    heapMb: 64,
    ...options,
  });
  const { run: runAs, ...others } = pool;
  return { ...others, runAs, run: (...work) => runAs('one', ...work) };
};

describe('a pool of workers', () => {
  test('answers, passes on parts of a body, and what a job refuses', async () => {
    const { run } = poolWith();
    expect(await run('echo', { a: 1 })).toEqual({ a: 1 });
    const parts = [new Uint8Array(3_000_000), new Uint8Array(2)];
    expect(await run('length', null, { parts })).toBe(3_000_002);
    await expect(run('refuse', null)).rejects.toMatchObject(new AppError('extraction_failed', 'no'));
  });

  test('ends a worker that takes too long, and the next job is done', async () => {
    const { run } = poolWith({ timeMs: 500 });
    await expect(run('spin', null)).rejects.toMatchObject({ reason: 'time' });
    expect(await run('echo', 1)).toBe(1);
  });

  test('outlives a worker that runs out of memory, and the next job is done', async () => {
    const { run } = poolWith();
    await expect(run('hoard', null)).rejects.toMatchObject({ reason: 'memory' });
    expect(await run('echo', 1)).toBe(1);
  });

  test.runIf(process.platform === 'linux')(
    'ends a worker that holds too much beside its heap, and the next job is done',
    async () => {
      const { run } = poolWith({ totalMb: 400 });
      await expect(run('unpack', null)).rejects.toMatchObject({ reason: 'memory' });
      expect(await run('echo', 1)).toBe(1);
    },
  );

  test('refuses what comes when as many wait as may', async () => {
    const { run } = poolWith();
    const work = [run('echo', 1), run('echo', 2), run('echo', 3)];
    await expect(run('echo', 4)).rejects.toThrow('too many jobs wait');
    expect(await Promise.all(work)).toEqual([1, 2, 3]);
  });

  test('takes back a job that still waits when nobody wants it any more', async () => {
    const { run } = poolWith();
    const leaving = new AbortController();
    const first = run('echo', 1);
    const second = run('echo', 2, { signal: leaving.signal });
    leaving.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    expect(await first).toBe(1);
  });

  test('takes callers in turn, whoever came with how many', async () => {
    const { runAs } = poolWith({ mostWaiting: 20, mostWaitingOfOne: 10 });
    const done: string[] = [];
    const work = ['a', 'a', 'a', 'b', 'c', 'b'].map(async (caller) => {
      await runAs(caller, 'echo', caller);
      done.push(caller);
    });
    await Promise.all(work);
    expect(done).toEqual(['a', 'a', 'b', 'c', 'a', 'b']);
  });

  test('answers another caller while one has its long jobs read', async () => {
    const { runAs } = poolWith({ size: 2, mostWaiting: 20, mostWaitingOfOne: 10 });
    const attack = Array.from({ length: 5 }, () => runAs('one', 'spin', null, { long: true }));
    const ended = Promise.all(attack.map((job) => expect(job).rejects.toMatchObject({ reason: 'lost' })));
    expect(await runAs('other', 'echo', 1, { long: true })).toBe(1);
    expect(await runAs('other', 'echo', 2, { long: true })).toBe(2);
    await pool?.close();
    await ended;
  });

  test('leaves callers whose jobs had to be ended one worker together', async () => {
    const { runAs } = poolWith({ size: 3, mostWaiting: 20, mostWaitingOfOne: 10, longMs: 60_000 });
    const ended = ['one', 'two'].map((caller) => runAs(caller, 'spin', null, { timeMs: 50 }));
    await Promise.all(ended.map((job) => expect(job).rejects.toMatchObject({ reason: 'time' })));
    const held = expect(runAs('one', 'spin', null)).rejects.toMatchObject({ reason: 'lost' });
    const waits = expect(runAs('two', 'echo', 2)).rejects.toMatchObject({ reason: 'lost' });
    expect(await runAs('three', 'echo', 3)).toBe(3);
    await pool?.close();
    await Promise.all([held, waits]);
  });

  test('refuses the newest of the caller with the most, not another’s first', async () => {
    const { runAs } = poolWith({ mostWaiting: 3, mostWaitingOfOne: 3 });
    const work = [1, 2, 3, 4].map((n) => runAs('one', 'echo', n));
    const newest = expect(work[3]).rejects.toThrow('too many jobs wait');
    const other = runAs('other', 'echo', 5);
    await newest;
    expect(await Promise.all([...work.slice(0, 3), other])).toEqual([1, 2, 3, 5]);
  });

  test('ends a job by its own time limit', async () => {
    const { run } = poolWith();
    await expect(run('spin', null, { timeMs: 50 })).rejects.toMatchObject({ reason: 'time', stage: null });
    expect(await run('echo', 1)).toBe(1);
  });

  test('does not count the start of a worker against its job', async () => {
    const { run } = poolWith({ script: new URL('slow-start-jobs.ts', import.meta.url), timeMs: 700 });
    expect(await run('echo', 1)).toBe(1);
  });

  test('ends a stage by its time limit, and says which', async () => {
    const { run } = poolWith();
    await expect(run('spin in a stage', 100)).rejects.toMatchObject({ reason: 'time', stage: 'a stage' });
    expect(await run('echo', 1)).toBe(1);
  });

  test.runIf(process.platform === 'linux')(
    'runs every thread of a worker below what serves people',
    async () => {
      const { run } = poolWith();
      const tasks = `/proc/${await run('pid', null)}/task`;
      const threads = await fs.readdir(tasks);
      expect(threads.length).toBeGreaterThan(1);
      for (const thread of threads) {
        // The name in brackets may hold spaces; the nice value is the 17th field after it.
        const fields = (await fs.readFile(`${tasks}/${thread}/stat`, 'utf8')).split(') ')[1]?.split(' ');
        expect(Number(fields?.[16])).toBe(Math.min(19, os.getPriority() + 5));
      }
    },
  );

  test('shows its workers no environment', async () => {
    const { run } = poolWith();
    expect(await run('environment', null)).not.toContain('PATH');
  });

  test('lets an idle worker go and starts another', async () => {
    const { run } = poolWith({ idleMs: 50 });
    const first = await run('pid', null);
    let second = first;
    while (second === first) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      second = await run('pid', null);
    }
    expect(second).not.toBe(first);
  });

  test('keeps an idle worker no longer than it must be kept where memory is short', async () => {
    const { run } = poolWith({ idleMs: 3_600_000, isMemoryShort: () => true, lookMs: 50 });
    const first = await run('pid', null);
    await expect.poll(() => run('pid', null), { interval: 100 }).not.toBe(first);
  });

  test('starts workers ahead, as many as it has room for', async () => {
    const { run, warm } = poolWith({ size: 2 });
    expect([warm(1), warm(1), warm(5), warm(5)]).toEqual([1, 0, 1, 0]);
    expect(await run('echo', 1)).toBe(1);
  });

  test('keeps an idle worker where memory is not short', async () => {
    const { run } = poolWith({ idleMs: 3_600_000, isMemoryShort: () => false, lookMs: 20 });
    const first = await run('pid', null);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await run('pid', null)).toBe(first);
  });

  test('replaces a worker that holds too much after a job', async () => {
    const { run } = poolWith({ restMb: 1 });
    expect(await run('pid', null)).not.toBe(await run('pid', null));
  });

  test('goes on after a worker that died, saying how', async () => {
    const { run } = poolWith();
    await expect(run('exit', null)).rejects.toThrow('ended with 7');
    expect(await run('echo', 1)).toBe(1);
  });

  test('lets its workers finish while a terminal tells everybody to stop', async () => {
    const { run } = poolWith();
    const pid = Number(await run('pid', null));
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    expect(await run('pid', null)).toBe(pid);
  });

  test('its workers go by themselves when the process that has them died', async () => {
    const worker = fork(new URL('jobs-for-tests.ts', import.meta.url));
    const gone = once(worker, 'exit');
    await once(worker, 'spawn');
    worker.disconnect();
    expect(await gone).toEqual([0, null]);
  });

  test('closed, it ends what it was at and what waited, and leaves no worker behind', async () => {
    const closing = poolWith();
    const pid = Number(await closing.run('pid', null));
    const work = [closing.run('spin', null), closing.run('echo', 1)];
    const ended = Promise.all(work.map((job) => expect(job).rejects.toMatchObject({ reason: 'lost' })));
    await closing.close();
    await ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
