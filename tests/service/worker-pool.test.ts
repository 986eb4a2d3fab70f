import { fork } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { AppError } from '../../server/errors.ts';
import { createWorkerPool, type PoolOptions, type WorkerPool } from '../../server/workers/worker-pool.ts';

let pool: WorkerPool | null = null;
afterEach(() => pool?.close());
const createPool = (options: Partial<PoolOptions> = {}): WorkerPool =>
  createWorkerPool({
    script: new URL('jobs-for-tests.ts', import.meta.url),
    size: 1,
    mostWaiting: 2,
    timeMs: 60_000,
    heapMb: 64,
    ...options,
  });
/** Until the test ends; for tests that run one after the other. */
const poolWith = (options: Partial<PoolOptions> = {}): WorkerPool => {
  pool = createPool(options);
  return pool;
};

describe('a pool of workers', () => {
  test('answers, passes on parts of a body, and what a job refuses', async () => {
    const { run } = poolWith();
    expect(await run('echo', { a: 1 })).toEqual({ a: 1 });
    const parts = [new Uint8Array(3_000_000), new Uint8Array(2)];
    expect(await run('length', null, { parts })).toBe(3_000_002);
    await expect(run('refuse', null)).rejects.toMatchObject(new AppError('extraction_failed', 'no'));
  });

  test.concurrent('ends a worker that takes too long, and the next job is done', async ({
    onTestFinished,
  }) => {
    const { run, close } = createPool({ timeMs: 8_000 });
    onTestFinished(close);
    await expect(run('block', null)).rejects.toMatchObject({ reason: 'time' });
    expect(await run('echo', 1)).toBe(1);
  });

  test.concurrent('outlives a worker that runs out of memory, and the next job is done', async ({
    onTestFinished,
  }) => {
    const { run, close } = createPool();
    onTestFinished(close);
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
    const work = [closing.run('block', null), closing.run('echo', 1)];
    const ended = Promise.all(work.map((job) => expect(job).rejects.toMatchObject({ reason: 'lost' })));
    await closing.close();
    await ended;
    expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});
