import { Worker } from 'node:worker_threads';
import type { PrintAnswer, PrintJob } from './print-worker.ts';

/** Longest a document may take before its worker is ended; a cold start takes under two seconds. */
const TIME_LIMIT_MS = 30_000;
/** Heap of the worker's JavaScript; the compiler's own memory is beside it. */
const HEAP_MB = 256;

type Waiting = Omit<PrintJob, 'id'> & {
  resolve: (bytes: Uint8Array) => void;
  reject: (error: Error) => void;
};

export type PrintQueue = {
  print(job: Omit<PrintJob, 'id'>): Promise<Uint8Array>;
  close(): Promise<void>;
};

/**
 * One document at a time in a thread of its own, so that setting one never holds up a request. The thread starts with
 * the first document; one that hangs or dies is replaced for the next. A document that fails rejects with its reason.
 */
export function createPrintQueue(
  script: URL = new URL('print-worker.ts', import.meta.url),
  timeLimitMs: number = TIME_LIMIT_MS,
): PrintQueue {
  const waiting: Waiting[] = [];
  let worker: Worker | null = null;
  let current: { id: number; job: Waiting; timer: NodeJS.Timeout } | null = null;
  let lastId = 0;

  const settle = (end: (job: Waiting) => void): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const { job } = current;
    current = null;
    // An idle thread must not keep the process alive.
    worker?.unref();
    end(job);
    next();
  };
  const drop = (reason: string): void => {
    const dead = worker;
    worker = null;
    void dead?.terminate();
    settle((job) => job.reject(new Error(reason)));
  };
  const start = (): Worker => {
    const made = new Worker(script, { resourceLimits: { maxOldGenerationSizeMb: HEAP_MB } });
    made.on('message', (answer: PrintAnswer) => {
      if (answer.id !== current?.id) return;
      settle((job) => {
        if ('bytes' in answer) job.resolve(answer.bytes);
        else job.reject(new Error(`The PDF could not be set: ${answer.problem}`));
      });
    });
    made.on('error', (error) => made === worker && drop(`The PDF thread failed: ${String(error)}`));
    made.on('exit', (code) => made === worker && drop(`The PDF thread ended with ${code}`));
    return made;
  };
  const next = (): void => {
    const job = current ? undefined : waiting.shift();
    if (!job) return;
    worker ??= start();
    worker.ref();
    lastId += 1;
    current = { id: lastId, job, timer: setTimeout(() => drop('The PDF took too long'), timeLimitMs) };
    worker.postMessage({ id: lastId, inputs: job.inputs, files: job.files } satisfies PrintJob);
  };

  return {
    print: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ ...job, resolve, reject });
        next();
      }),
    async close() {
      for (const job of waiting.splice(0)) job.reject(new Error('The PDF queue is closed'));
      const dead = worker;
      worker = null;
      await dead?.terminate();
      settle((job) => job.reject(new Error('The PDF queue is closed')));
    },
  };
}
