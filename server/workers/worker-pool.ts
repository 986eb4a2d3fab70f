import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import path from 'node:path';
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
  /** All memory of a worker, MB, what lies beside the heap too: past it the worker is ended. Watched where the system is Linux. */
  totalMb?: number;
  /**
   * A worker unused so long leaves and gives its memory back, ms; where the machine is short of memory it leaves after ten
   * seconds.
   */
  idleMs?: number;
  /** A worker that holds more than this after a job is replaced, MB. */
  restMb?: number;
  /** Whether idle workers leave early, looked at each `lookMs`; of the machine, when left out. */
  isMemoryShort?(): boolean;
  lookMs?: number;
};

export type WorkerPool = {
  /**
   * Runs one job; the `parts` of a body are written one after the other, and freed with it: each must have its memory to
   * itself. Rejects with the AppError the job threw, WorkerFault or
   * PoolFull. A `signal` only takes back a job that still waits.
   */
  run(
    job: string,
    input: unknown,
    options?: { parts?: Uint8Array[]; signal?: AbortSignal },
  ): Promise<unknown>;
  /**
   * Starts workers ahead of their first jobs, `count` in all and no more than the pool has: they load while others wait. Answers
   * how many it started.
   */
  warm(count: number): number;
  /** Ends all workers; what they were at is rejected. */
  close(): Promise<void>;
};

/** Opens a pool, or lends one that is open already. */
export type OpenPool = (options: PoolOptions) => WorkerPool;

/** The worker was ended, or ended itself, while at the job. */
export class WorkerFault extends Error {
  /** `time`: it took too long. `memory`: it held too much. `lost`: anything else, a failed start or our own stopping. */
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
  parts: Uint8Array[];
  resolve(value: unknown): void;
  reject(error: Error): void;
};
type Member = {
  child: ChildProcess;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
};

/** Where Node keeps the code it compiled, if it does in this process: a worker then starts in half the processor time. */
function compiledCode(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** How often it is looked whether an idle worker may stay, ms. */
const LOOK_MS = 10_000;
/** What the machine, or the share of it we were given, keeps free for others while workers of ours are idle, MB. Basis: judgement. */
const SPARE_MB = 1_024;
const isMemoryShortHere = (): boolean => process.availableMemory() < SPARE_MB * 1024 * 1024;

/** How often a worker at a job is looked at: what is unpacked grows by some 100 MB meanwhile. */
const WATCH_MS = 100;

/** Memory that a process holds, MB; null where the system does not say, or it has ended. */
async function residentMb(pid: number | undefined): Promise<number | null> {
  const status = await fs.readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** How Node ends itself when its heap is full: SIGABRT or SIGTRAP where there are signals, 134 elsewhere. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';

/**
 * Processes of their own for what strangers send: one that takes too much time or memory is ended without harm to this process,
 * and what it held goes back to the system. Workers start with the first jobs and leave when idle; they see no environment.
 */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { size, mostWaiting, timeMs, heapMb, totalMb, idleMs = LOOK_MS, restMb = 256 } = options;
  const { isMemoryShort = isMemoryShortHere, lookMs = LOOK_MS } = options;
  const waiting: Job[] = [];
  const members = new Set<Member>();
  let closed = false;

  /** Takes a worker out of service; the job it had is rejected. */
  const drop = (member: Member, fault: WorkerFault): void => {
    if (!members.delete(member)) return;
    clearTimeout(member.timer);
    clearInterval(member.watch);
    member.child.kill('SIGKILL');
    member.job?.reject(fault);
    member.job = null;
    next();
  };
  const settle = (member: Member, answer: JobAnswer): void => {
    const { job } = member;
    if (!job) return;
    clearTimeout(member.timer);
    clearInterval(member.watch);
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
    hold(member.child, false);
    const leaves = performance.now() + idleMs;
    const look = (): void => {
      const left = leaves - performance.now();
      if (left <= 0 || isMemoryShort()) drop(member, new WorkerFault('lost', 'idle'));
      else member.timer = setTimeout(look, Math.min(lookMs, left)).unref();
    };
    member.timer = setTimeout(look, Math.min(lookMs, idleMs)).unref();
  };
  const start = (): Member => {
    const child = fork(options.script, [], {
      execArgv: [`--max-old-space-size=${heapMb}`],
      // Nothing of ours is any business of a process that reads strangers' pages, save where compiled code lies.
      env: { MALLOC_ARENA_MAX: '2', ...compiledCode() },
      serialization: 'advanced',
      stdio: ['pipe', 'ignore', 'ignore', 'ipc'],
    });
    const member: Member = { child, job: null, timer: undefined, watch: undefined };
    members.add(member);
    child.on('message', (answer) => settle(member, answer as JobAnswer));
    // A worker that ended while it was written to says so itself.
    child.stdin?.on('error', () => {});
    child.on('error', (error) => drop(member, new WorkerFault('lost', String(error))));
    child.on('exit', (code, signal) => {
      const reason = isOutOfMemory(code, signal) ? 'memory' : 'lost';
      drop(member, new WorkerFault(reason, `the worker ended with ${signal ?? code}`));
    });
    return member;
  };
  const look = async (member: Member, job: Job, mostMb: number): Promise<void> => {
    const held = await residentMb(member.child.pid);
    if (held !== null && held > mostMb && member.job === job)
      drop(member, new WorkerFault('memory', `more than ${mostMb} MB`));
  };
  const give = async (member: Member, job: Job): Promise<void> => {
    member.job = job;
    clearTimeout(member.timer);
    hold(member.child, true);
    member.timer = setTimeout(
      () => drop(member, new WorkerFault('time', `longer than ${timeMs} ms`)),
      timeMs,
    );
    if (totalMb !== undefined) member.watch = setInterval(() => void look(member, job, totalMb), WATCH_MS);
    try {
      const bytes = job.parts.reduce((sum, part) => sum + part.length, 0);
      await send(member.child, { job: job.name, input: job.input, bytes });
      for (let part = job.parts.shift(); part; part = job.parts.shift()) {
        await write(member.child, part);
        // Freed now: an idle process would collect it late, or not at all.
        if (part.buffer instanceof ArrayBuffer) part.buffer.transfer(0);
      }
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
    warm(count) {
      const before = members.size;
      while (!closed && members.size < Math.min(count, size)) rest(start());
      return members.size - before;
    },
    async close() {
      closed = true;
      const fault = new WorkerFault('lost', 'the pool is closed');
      for (const job of waiting.splice(0)) job.reject(fault);
      const ends = [...members].map(({ child }) => {
        if (child.exitCode !== null || child.signalCode !== null) return undefined;
        // An idle one keeps nobody from ending, until its own end is waited for.
        hold(child, true);
        return new Promise((resolve) => child.once('exit', resolve));
      });
      for (const member of [...members]) drop(member, fault);
      await Promise.all(ends);
    },
  };
}

const send = (child: ChildProcess, message: JobMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    child.send(message, (error) => (error ? reject(error) : resolve()));
  });

const write = (child: ChildProcess, part: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => {
    if (!child.stdin) return reject(new Error('the worker has no input'));
    child.stdin.write(part, (error) => (error ? reject(error) : resolve()));
  });

/** Whether a worker keeps this process from ending. */
function hold(child: ChildProcess, holds: boolean): void {
  const input = child.stdin instanceof Socket ? child.stdin : null;
  for (const held of [child, child.channel, input]) {
    if (holds) held?.ref();
    else held?.unref();
  }
}
