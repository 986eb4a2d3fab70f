import { type ChildProcess, fork } from 'node:child_process';
import { AppError } from '../errors.ts';
import type { JobAnswer, JobMessage } from './answer-jobs.ts';

export type PoolOptions = {
  /** The file each worker runs; it calls `answerJobs`. */
  script: URL;
  /** Workers at once. */
  size: number;
  /** Jobs that may wait for one; further ones are refused. */
  mostWaiting: number;
  /** Longest time for one job, ms, the worker's own start included. */
  timeMs: number;
  /** Heap of a worker, MB: past it the worker ends, and its job with it. */
  heapMb: number;
  /** A worker unused so long leaves and gives its memory back, ms. */
  idleMs?: number;
  /** A worker that holds more than this after a job is replaced, MB. */
  restMb?: number;
};

export type WorkerPool = {
  /**
   * Runs one job; `parts` are sent one after the other, never as a whole. Rejects with the AppError the job threw, WorkerFault or
   * PoolFull. A `signal` only takes back a job that still waits.
   */
  run(
    job: string,
    input: unknown,
    options?: { parts?: readonly Uint8Array[]; signal?: AbortSignal },
  ): Promise<unknown>;
  /** Ends all workers; what they were at is rejected. */
  close(): Promise<void>;
};

/** The worker was ended, or ended itself, while at the job. */
export class WorkerFault extends Error {
  /** `time`: it took too long. `memory`: V8 ended it. `lost`: anything else, a failed start or our own stopping. */
  readonly reason: 'time' | 'memory' | 'lost';
  constructor(reason: WorkerFault['reason'], message: string) {
    super(message);
    this.name = 'WorkerFault';
    this.reason = reason;
  }
}

/** As many jobs wait as may. */
export class PoolFull extends Error {}

type Job = {
  name: string;
  input: unknown;
  parts: readonly Uint8Array[];
  resolve(value: unknown): void;
  reject(error: Error): void;
};
type Member = { child: ChildProcess; job: Job | null; timer: NodeJS.Timeout | undefined };

/** What is sent in one message: more would hold up this process while it is copied. */
const PART_BYTES = 1024 * 1024;
/** How Node ends itself when its heap is full: SIGABRT or SIGTRAP where there are signals, 134 elsewhere. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';

/**
 * Processes of their own for what strangers send: one that takes too much time or memory is ended without harm to this process,
 * and what it held goes back to the system. Workers start with the first jobs and leave when idle; they see no environment.
 */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { size, mostWaiting, timeMs, heapMb, idleMs = 10_000, restMb = 256 } = options;
  const waiting: Job[] = [];
  const members = new Set<Member>();
  let closed = false;

  /** Takes a worker out of service; the job it had is rejected. */
  const drop = (member: Member, fault: WorkerFault): void => {
    if (!members.delete(member)) return;
    clearTimeout(member.timer);
    member.child.kill('SIGKILL');
    member.job?.reject(fault);
    member.job = null;
    next();
  };
  const settle = (member: Member, answer: JobAnswer): void => {
    const { job } = member;
    if (!job) return;
    clearTimeout(member.timer);
    member.job = null;
    if (closed || answer.rss > restMb * 1024 * 1024) drop(member, new WorkerFault('lost', 'replaced'));
    else rest(member);
    if ('value' in answer) job.resolve(answer.value);
    else if ('refusal' in answer)
      job.reject(new AppError(answer.refusal.code, answer.refusal.message, answer.refusal));
    else job.reject(new Error(answer.problem));
    next();
  };
  /** An idle worker keeps nobody from ending. */
  const rest = (member: Member): void => {
    member.child.unref();
    member.child.channel?.unref();
    member.timer = setTimeout(() => drop(member, new WorkerFault('lost', 'idle')), idleMs).unref();
  };
  const start = (): Member => {
    const child = fork(options.script, [], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing of ours is any business of a process that reads strangers' pages.
      env: { MALLOC_ARENA_MAX: '2' },
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { child, job: null, timer: undefined };
    members.add(member);
    child.on('message', (answer) => settle(member, answer as JobAnswer));
    child.on('error', (error) => drop(member, new WorkerFault('lost', String(error))));
    child.on('exit', (code, signal) => {
      const reason = isOutOfMemory(code, signal) ? 'memory' : 'lost';
      drop(member, new WorkerFault(reason, `the worker ended with ${signal ?? code}`));
    });
    return member;
  };
  const give = async (member: Member, job: Job): Promise<void> => {
    member.job = job;
    clearTimeout(member.timer);
    member.child.ref();
    member.child.channel?.ref();
    member.timer = setTimeout(
      () => drop(member, new WorkerFault('time', `longer than ${timeMs} ms`)),
      timeMs,
    );
    try {
      for (const part of inPieces(job.parts)) await send(member.child, { part });
      job.parts = [];
      await send(member.child, { job: job.name, input: job.input });
    } catch (error) {
      drop(member, new WorkerFault('lost', String(error)));
    }
  };
  const next = (): void => {
    while (waiting.length > 0 && !closed) {
      const idle = [...members].find((member) => member.job === null);
      if (!idle && members.size >= size) return;
      const job = waiting.shift();
      if (job) void give(idle ?? start(), job);
    }
  };

  return {
    run: (name, input, { parts = [], signal } = {}) =>
      new Promise((resolve, reject) => {
        const job: Job = { name, input, parts, resolve, reject };
        if (closed) return reject(new WorkerFault('lost', 'the pool is closed'));
        if (signal?.aborted) return reject(signal.reason as Error);
        const busy = [...members].filter((member) => member.job !== null).length;
        if (busy >= size && waiting.length >= mostWaiting) return reject(new PoolFull('too many jobs wait'));
        signal?.addEventListener(
          'abort',
          () => {
            const place = waiting.indexOf(job);
            if (place >= 0) waiting.splice(place, 1);
            reject(signal.reason as Error);
          },
          { once: true },
        );
        waiting.push(job);
        next();
      }),
    async close() {
      closed = true;
      const fault = new WorkerFault('lost', 'the pool is closed');
      for (const job of waiting.splice(0)) job.reject(fault);
      const ends = [...members].map(({ child }) =>
        child.exitCode === null && child.signalCode === null
          ? new Promise((resolve) => child.once('exit', resolve))
          : undefined,
      );
      for (const member of [...members]) drop(member, fault);
      await Promise.all(ends);
    },
  };
}

const send = (child: ChildProcess, message: JobMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, (error) => (error ? reject(error) : resolve()));
  });

/** Neighbouring small parts together, large ones cut. */
function* inPieces(parts: readonly Uint8Array[]): Generator<Uint8Array> {
  let small: Uint8Array[] = [];
  let bytes = 0;
  for (const part of parts)
    for (let start = 0; start < part.length; start += PART_BYTES) {
      const piece = part.subarray(start, start + PART_BYTES);
      small.push(piece);
      bytes += piece.length;
      if (bytes < PART_BYTES) continue;
      yield Buffer.concat(small, bytes);
      small = [];
      bytes = 0;
    }
  if (bytes > 0) yield Buffer.concat(small, bytes);
}
