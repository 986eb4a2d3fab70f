import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPress, type Press, type PressLimits } from '../../server/pdf/press/press.ts';
import { sampleReport } from '../fixtures/report-model.ts';
import { until } from './service.ts';
import { temporaryFolder } from './temporary-folder.ts';

const job = (order = '') => ({ model: sampleReport({ report_id: order }), photos: [], setting: {} });

/** A press whose worker runs `body`: `order` is what `job` was given, `answer` sends one byte and a memory figure back. */
async function pressOf(body: string, limits: Partial<PressLimits> = {}): Promise<Press> {
  const script = path.join(await temporaryFolder(), 'worker.mjs');
  await fs.writeFile(
    script,
    `process.on('disconnect', () => process.exit());
     process.on('message', ({ id, model: { report_id: order } }) => {
       const answer = (byte, rss = 0) => process.send({ id, rss, bytes: new Uint8Array([byte]) });
       ${body}
     });`,
  );
  const press = createPress({ script: pathToFileURL(script), limits });
  onTestFinished(() => press.close());
  return press;
}

const isAlive = (pid: number | undefined): boolean => {
  if (pid === undefined) return false;
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const gone = (pid: number | undefined) => until('the worker is gone', 60_000, async () => !isAlive(pid));

describe('the press', () => {
  it('goes on after a worker that died', async () => {
    const press = await pressOf(`order === 'die' ? process.exit(7) : answer(1)`);
    await expect(press.print(job('die'))).rejects.toThrow('ended with 7');
    expect(await press.print(job())).toEqual(new Uint8Array([1]));
  });

  it('ends a worker that hangs and serves the next', async () => {
    const press = await pressOf(`while (order === 'hang'); answer(2)`, { timeMs: 2_000 });
    const hung = press.print(job('hang'));
    const next = press.print(job());
    await expect(hung).rejects.toThrow('took too long');
    expect(await next).toEqual(new Uint8Array([2]));
  });

  it('prints one report at a time', async () => {
    const press = await pressOf(
      `globalThis.busy = (globalThis.busy ?? 0) + 1;
       setTimeout(() => { answer(globalThis.busy); globalThis.busy -= 1; }, 20)`,
    );
    const made = await Promise.all([1, 2, 3, 4].map(() => press.print(job())));
    expect(made.map((bytes) => bytes[0])).toEqual([1, 1, 1, 1]);
  });

  it('makes its worker anew after so many reports', async () => {
    const press = await pressOf(`answer(process.pid % 256)`, { documents: 2 });
    const pids = new Set<number | undefined>();
    const made = [];
    for (let i = 0; i < 4; i += 1) {
      const printing = press.print(job());
      pids.add(press.workerPid);
      made.push((await printing)[0]);
    }
    expect(pids.size).toBe(2);
    expect(made).toEqual([...pids].flatMap((pid) => [(pid ?? 0) % 256, (pid ?? 0) % 256]));
  });

  it('makes its worker anew when it holds too much memory', async () => {
    const press = await pressOf(`answer(3, 500)`, { rss: 499 });
    await press.print(job());
    expect(press.workerPid).toBeUndefined();
    expect(await press.print(job())).toEqual(new Uint8Array([3]));
  });

  it('ends its worker when nothing is left to print', async () => {
    const press = await pressOf(`answer(4)`, { idleMs: 50 });
    const printing = press.print(job());
    const pid = press.workerPid;
    expect(isAlive(pid)).toBe(true);
    await printing;
    await gone(pid);
    expect(await press.print(job())).toEqual(new Uint8Array([4]));
  });

  it('leaves no worker behind when it is closed, and says so to who waits', async () => {
    const press = await pressOf(`if (order !== 'wait') answer(5)`);
    const never = press.print(job('wait'));
    const behind = press.print(job());
    const pid = press.workerPid;
    const told = Promise.allSettled([never, behind]);
    await press.close();
    expect(isAlive(pid)).toBe(false);
    expect((await told).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('the worker of the press', () => {
  it('prints on while a terminal tells everybody to stop', async () => {
    const press = createPress();
    onTestFinished(() => press.close());
    await press.print(job('00000000-0000-4000-8000-000000000001'));
    const pid = press.workerPid ?? 0;
    process.kill(pid, 'SIGINT');
    process.kill(pid, 'SIGTERM');
    const again = await press.print(job('00000000-0000-4000-8000-000000000002'));
    expect(Buffer.from(again.subarray(0, 5)).toString()).toBe('%PDF-');
    expect(press.workerPid).toBe(pid);
  });

  it('goes by itself when the process that prints has died', async () => {
    const worker = fork(new URL('../../server/pdf/press/press-worker.ts', import.meta.url), ['wasm']);
    const gone = once(worker, 'exit');
    await once(worker, 'spawn');
    worker.disconnect();
    expect(await gone).toEqual([0, null]);
  });

  it('is given no setting of the service', async () => {
    const press = await pressOf(
      `answer(Object.keys(process.env).filter((key) => key !== 'NODE_CHANNEL_FD' && !key.startsWith('NODE_CHANNEL') && key !== 'MALLOC_ARENA_MAX').length)`,
    );
    expect(await press.print(job())).toEqual(new Uint8Array([0]));
  });
});
