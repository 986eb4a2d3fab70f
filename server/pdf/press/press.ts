import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { PrintAnswer, PrintJob, PrintOrder } from './press-worker.ts';
import { type TypesetterKind, typesetterKind } from './which-typesetter.ts';

/** Heap of the worker's JavaScript; the compiler's own memory is beside it. */
const HEAP_MB = 256;

export type PressLimits = {
  /** Longest a document may take before its worker is ended; a cold start takes two seconds, of WebAssembly ten. */
  timeMs: number;
  /** After so long without a document the worker ends, and its memory is the machine's again. */
  idleMs: number;
  /** Documents a worker prints before it is made anew. */
  documents: number;
  /** Memory of a worker (bytes) past which it is made anew after its document. */
  rss: number;
};
const LIMITS: PressLimits = { timeMs: 60_000, idleMs: 5_000, documents: 100, rss: 450_000_000 };

type Waiting = { job: PrintJob; resolve: (bytes: Uint8Array) => void; reject: (error: Error) => void };

export type Press = {
  /** The report as a tagged PDF, well under 2 MB. Rejects with the reason when it can't be printed. */
  print(job: PrintJob): Promise<Uint8Array>;
  /** The process that prints, while there is one. */
  readonly workerPid: number | undefined;
  close(): Promise<void>;
};

/**
 * Prints one report at a time in a process of its own, so that it never holds up a request and its memory goes with it.
 * The process starts with the first report and ends by `limits`; one that hangs or dies is replaced for the next.
 */
export function createPress(
  options: { typesetter?: TypesetterKind; limits?: Partial<PressLimits>; script?: URL } = {},
): Press {
  const limits = { ...LIMITS, ...options.limits };
  const script = options.script ?? new URL('press-worker.ts', import.meta.url);
  const waiting: Waiting[] = [];
  let worker: { process: ChildProcess; printed: number } | null = null;
  let current: (Waiting & { id: number; timer: NodeJS.Timeout }) | null = null;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  const endWorker = (): ChildProcess | undefined => {
    const dead = worker?.process;
    worker = null;
    clearTimeout(idle);
    dead?.kill('SIGKILL');
    return dead;
  };
  const settle = (end: (job: Waiting) => void): void => {
    if (!current) return;
    clearTimeout(current.timer);
    const done = current;
    current = null;
    end(done);
    next();
  };
  const drop = (reason: string): void => {
    endWorker();
    settle(({ reject }) => reject(new Error(reason)));
  };
  const start = (): ChildProcess => {
    const made = fork(script, [options.typesetter ?? typesetterKind()], {
      serialization: 'advanced',
      execArgv: [`--max-old-space-size=${HEAP_MB}`],
      // Nothing of ours: it reads photos from outside and needs no secret. Few arenas, or glibc keeps what was freed.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    const isCurrent = () => made === worker?.process;
    made.on('message', (answer: PrintAnswer) => {
      if (!isCurrent() || !worker || answer.id !== current?.id) return;
      worker.printed += 1;
      if (worker.printed >= limits.documents || answer.rss > limits.rss) endWorker();
      settle(({ resolve, reject }) => {
        if ('bytes' in answer) resolve(answer.bytes);
        else reject(new Error(`The PDF could not be set: ${answer.problem}`));
      });
    });
    made.on('error', (error) => isCurrent() && drop(`The PDF process failed: ${String(error)}`));
    made.on('exit', (code, signal) => isCurrent() && drop(`The PDF process ended with ${code ?? signal}`));
    return made;
  };
  const rest = (): void => {
    // An idle worker must not keep our process alive.
    worker?.process.unref();
    worker?.process.channel?.unref();
    idle = setTimeout(endWorker, limits.idleMs).unref();
  };
  const next = (): void => {
    if (current) return;
    const first = waiting.shift();
    if (!first) {
      if (worker) rest();
      return;
    }
    clearTimeout(idle);
    worker ??= { process: start(), printed: 0 };
    worker.process.ref();
    worker.process.channel?.ref();
    lastId += 1;
    current = { ...first, id: lastId, timer: setTimeout(() => drop('The PDF took too long'), limits.timeMs) };
    worker.process.send({ id: lastId, ...first.job } satisfies PrintOrder);
  };

  return {
    print: (job) =>
      new Promise((resolve, reject) => {
        waiting.push({ job, resolve, reject });
        next();
      }),
    get workerPid() {
      return worker?.process.pid;
    },
    async close() {
      const closed = new Error('The press is closed');
      for (const { reject } of waiting.splice(0)) reject(closed);
      const dead = endWorker();
      settle(({ reject }) => reject(closed));
      if (dead && dead.exitCode === null && dead.signalCode === null) await once(dead, 'exit');
    },
  };
}
