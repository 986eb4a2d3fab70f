import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs/promises';
import { getCompileCacheDir } from 'node:module';
import { Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fairLine, type Lined } from '../concurrency/fair-line.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { AppError } from '../errors.ts';
import type { JobAnswer, JobMessage, WorkerMessage } from './answer-jobs.ts';

export type PoolOptions = {
  /** The file each worker runs; it calls `answerJobs`. */
  script: URL;
  /** Workers at once. */
  size: number;
  /** Jobs that may wait for a worker, of all callers and of one; further ones are refused (concurrency/fair-line.ts). */
  mostWaiting: number;
  mostWaitingOfOne: number;
  /**
   * Most processor time for a job that names no limit, ms; its clock has 25 s more. Where the system is not Linux the clock alone
   * counts. The worker's own start has a limit apart.
   */
  timeMs: number;
  /**
   * A job that takes more processor time, or has to be ended, makes its caller a slow one (concurrency/fair-line.ts), ms.
   */
  longMs?: number;
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

/** `long` and `heavy` as a fair line takes them. */
export type RunOptions = Omit<Lined, 'caller'> & {
  /** The parts of a body, written one after the other and freed with it: each must have its memory to itself. */
  readonly parts?: Uint8Array[];
  /** Only takes back a job that still waits. */
  readonly signal?: AbortSignal;
  /** Limit of this job, ms, as the pool's `timeMs`. */
  readonly timeMs?: number;
};

export type WorkerPool = {
  /** Runs one job in its caller's turn. Rejects with the AppError the job threw, WorkerFault or PoolFull. */
  run(caller: WorkCaller, job: string, input: unknown, options?: RunOptions): Promise<unknown>;
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
  /** `time`: it took too much time. `memory`: it held too much. `lost`: anything else, a failed start or our own stopping. */
  readonly reason: 'time' | 'memory' | 'lost';
  /** What the job said it was at (`Within` of answer-jobs.ts); null: nothing. */
  readonly stage: string | null;
  constructor(reason: WorkerFault['reason'], message: string, stage: string | null = null) {
    super(message);
    this.name = 'WorkerFault';
    this.reason = reason;
    this.stage = stage;
  }
}

/** As many jobs wait as may. */
export class PoolFull extends Error {}

type Job = Lined & {
  name: string;
  input: unknown;
  parts: Uint8Array[];
  timeMs: number;
  stage: string | null;
  /** Processor time of its worker as its time began, ms; null: not known yet. */
  cpuFrom: number | null;
  resolve(value: unknown): void;
  reject(error: Error): void;
};
type Member = {
  child: ChildProcess;
  /** It has loaded its script and takes jobs. */
  ready: boolean;
  job: Job | null;
  timer: NodeJS.Timeout | undefined;
  watch: NodeJS.Timeout | undefined;
};

/** Longest that a worker may take to start, ms: a second of processor time, many times that on a busy machine (judgement). */
const START_MS = 60_000;

/** Where Node keeps the code it compiled, if it does in this process: a worker then starts in half the processor time. */
function compiledCode(): NodeJS.ProcessEnv {
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(folder) };
}

/** How far below what serves people, for a third of its share: a page being read must not slow a request down. */
const NICER = 5;
const NICEST = 19;

/** Lowers a process that has just begun: what it starts with counts too, and its further threads inherit the priority. */
function lowerPriority({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    os.setPriority(pid, Math.min(NICEST, os.getPriority() + NICER));
  } catch {
    // It has ended already, or the system lets no process change a priority: then all run alike.
  }
}

/** How often it is looked whether an idle worker may stay, ms. */
const LOOK_MS = 10_000;
/** What the machine, or the share of it we were given, keeps free for others while workers of ours are idle, MB. Basis: judgement. */
const SPARE_MB = 1_024;
const isMemoryShortHere = (): boolean => process.availableMemory() < SPARE_MB * 1024 * 1024;

/** How often a worker at a job is looked at: what is unpacked grows by some 100 MB meanwhile. */
const WATCH_MS = 100;

/** What a job's clock has more than its processor time, ms: where others use the machine, a job gets a part of it (judgement). */
const CLOCK_MORE_MS = 25_000;

/** A tick of /proc, ms: 100 a second on every Linux. */
const TICK_MS = 10;

const toldOf = (pid: number | undefined, file: string): Promise<string> =>
  fs.readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** Memory that a process holds, MB; null where the system does not say, or it has ended. */
async function residentMb(pid: number | undefined): Promise<number | null> {
  const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(await toldOf(pid, 'status'))?.[1];
  return kilobytes === undefined ? null : Number(kilobytes) / 1024;
}

/** Processor time that a process took, ms; null as above. */
async function processorMs(pid: number | undefined): Promise<number | null> {
  const stat = await toldOf(pid, 'stat');
  // The name in brackets may hold anything; user and system time are the 12th and 13th field after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = fields.slice(11, 13).map(Number);
  return user === undefined || system === undefined ? null : (user + system) * TICK_MS;
}

/** How Node ends itself when its heap is full: SIGABRT or SIGTRAP where there are signals, 134 elsewhere. */
const isOutOfMemory = (code: number | null, signal: string | null): boolean =>
  code === 134 || signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGILL';

/**
 * Processes of their own for what strangers send: one that takes too much time or memory is ended without harm to this process,
 * and what it held goes back to the system. Workers start with the first jobs and leave when idle; they see no environment.
 */
export function createWorkerPool(options: PoolOptions): WorkerPool {
  const { size, timeMs, heapMb, totalMb, idleMs = LOOK_MS, restMb = 256 } = options;
  const { isMemoryShort = isMemoryShortHere, lookMs = LOOK_MS } = options;
  const line = fairLine<Job>(options);
  const members = new Set<Member>();
  let closed = false;

  /** The worker is done with its job, which gives its place in the line back. */
  const release = (member: Member, costMs: number): Job | null => {
    const { job } = member;
    clearTimeout(member.timer);
    clearInterval(member.watch);
    member.job = null;
    if (job) line.end(job, costMs);
    return job;
  };
  /** Takes a worker out of service; the job it had is rejected. */
  const drop = (member: Member, fault: WorkerFault): void => {
    if (!members.delete(member)) return;
    member.child.kill('SIGKILL');
    release(member, fault.reason === 'lost' ? 0 : Number.POSITIVE_INFINITY)?.reject(fault);
    next();
  };
  /** Ends the worker where it is still at its job after `ms`. */
  const endAfter = (member: Member, ms: number, fault: () => WorkerFault): void => {
    clearTimeout(member.timer);
    member.timer = setTimeout(() => drop(member, fault()), ms);
  };
  /** Its time begins: of the job, or of a stage of it. */
  const runs = (member: Member, job: Job, ms: number): void => {
    const tooLong = (): WorkerFault => new WorkerFault('time', `longer than ${ms} ms`, job.stage);
    endAfter(member, ms + CLOCK_MORE_MS, tooLong);
    if (process.platform !== 'linux') return;
    job.cpuFrom = null;
    const look = async (): Promise<void> => {
      const { pid } = member.child;
      const [cpu, mb] = await Promise.all([processorMs(pid), totalMb === undefined ? null : residentMb(pid)]);
      if (cpu === null || member.job !== job) return;
      job.cpuFrom ??= cpu;
      if (cpu - job.cpuFrom > ms) drop(member, tooLong());
      else if (mb !== null && totalMb !== undefined && mb > totalMb)
        drop(member, new WorkerFault('memory', `more than ${totalMb} MB`, job.stage));
    };
    clearInterval(member.watch);
    member.watch = setInterval(() => void look(), WATCH_MS);
    void look();
  };
  const hear = (member: Member, message: WorkerMessage): void => {
    const { job } = member;
    if ('ready' in message) {
      member.ready = true;
      if (job) runs(member, job, job.timeMs);
    } else if ('withinMs' in message) {
      if (!job) return;
      job.stage = message.stage;
      runs(member, job, message.withinMs);
    } else settle(member, message);
  };
  const settle = (member: Member, answer: JobAnswer): void => {
    const job = release(member, answer.cpuMs);
    if (!job) return;
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
    lowerPriority(child);
    const member: Member = { child, ready: false, job: null, timer: undefined, watch: undefined };
    members.add(member);
    child.on('message', (message) => hear(member, message as WorkerMessage));
    // A worker that ended while it was written to says so itself.
    child.stdin?.on('error', () => {});
    child.on('error', (error) => drop(member, new WorkerFault('lost', String(error))));
    child.on('exit', (code, signal) => {
      const reason = isOutOfMemory(code, signal) ? 'memory' : 'lost';
      drop(member, new WorkerFault(reason, `the worker ended with ${signal ?? code}`, member.job?.stage));
    });
    return member;
  };
  const give = async (member: Member, job: Job): Promise<void> => {
    member.job = job;
    hold(member.child, true);
    if (member.ready) runs(member, job, job.timeMs);
    else endAfter(member, START_MS, () => new WorkerFault('lost', `no start within ${START_MS} ms`));
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
    if (closed) return;
    for (let job = line.next(); job; job = line.next()) {
      const idle = [...members].filter((member) => member.job === null);
      void give(idle.find(({ ready }) => ready) ?? idle[0] ?? start(), job);
    }
    for (let job = line.overflow(); job; job = line.overflow())
      job.reject(new PoolFull('too many jobs wait'));
  };

  return {
    async run(caller, name, input, { parts = [], signal, ...own } = {}) {
      if (closed) throw new WorkerFault('lost', 'the pool is closed');
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const job: Job = {
        timeMs,
        ...own,
        caller,
        name,
        input,
        parts,
        stage: null,
        cpuFrom: null,
        resolve,
        reject,
      };
      const leave = (): void => {
        line.leave(job);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      line.join(job);
      next();
      try {
        return await promise;
      } finally {
        signal?.removeEventListener('abort', leave);
      }
    },
    warm(count) {
      const before = members.size;
      while (!closed && members.size < Math.min(count, size)) rest(start());
      return members.size - before;
    },
    async close() {
      closed = true;
      const fault = new WorkerFault('lost', 'the pool is closed');
      for (const job of line.clear()) job.reject(fault);
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
