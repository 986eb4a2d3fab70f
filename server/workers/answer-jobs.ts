import { AppError } from '../errors.ts';

/** What a pool tells its worker; so many bytes of a body follow on standard input. */
export type JobMessage = { job: string; input: unknown; bytes: number };

/** `rss`: what the worker holds after the job, bytes. `cpuMs`: processor time that the job took, ms. */
export type JobAnswer = { rss: number; cpuMs: number } & (
  | { value: unknown }
  | { refusal: Pick<AppError, 'code' | 'message' | 'details' | 'status'> }
  | { problem: string }
);

/** What a worker sends: that it has started, that a stage of its job has a time limit of its own, or the answer. */
export type WorkerMessage = { ready: true } | { withinMs: number; stage: string } | JobAnswer;

/** Tells the pool that from now on the job may take `ms` (`timeMs` of a pool), in place of its own limit; `stage` names what it does. */
export type Within = (ms: number, stage: string) => Promise<void>;

/** A job of a worker, with the body that came with it. */
export type Job = (input: unknown, body: Buffer, within: Within) => unknown;

/** In a worker of a pool: answers its jobs, one at a time, until the pool's process ends. */
export function answerJobs(jobs: Readonly<Record<string, Job>>): void {
  // A Ctrl-C reaches the whole group: the pool's process decides what is still finished.
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => {});
  process.on('disconnect', () => process.exit(0));
  let asked: JobMessage | null = null;
  let parts: Uint8Array[] = [];
  let arrived = 0;
  const begin = (): void => {
    if (!asked || arrived < asked.bytes) return;
    const { job, input } = asked;
    const body = Buffer.concat(parts);
    asked = null;
    parts = [];
    arrived = 0;
    void answer(jobs[job], input, body).then(say);
  };
  process.stdin.on('data', (chunk: Buffer) => {
    parts.push(chunk);
    arrived += chunk.length;
    begin();
  });
  process.on('message', (message: JobMessage) => {
    asked = message;
    begin();
  });
  say({ ready: true });
}

/** A pool that is gone hears nothing more: `disconnect` ends this process. */
function say(message: WorkerMessage): void {
  process.send?.(message, () => {});
}

/** Sent before the job goes on, which may leave no turn of the event loop to anything. */
const within: Within = (withinMs, stage) =>
  new Promise((resolve, reject) => {
    const message: WorkerMessage = { withinMs, stage };
    process.send?.(message, (error: Error | null) => (error ? reject(error) : resolve()));
  });

async function answer(job: Job | undefined, input: unknown, body: Buffer): Promise<JobAnswer> {
  const before = process.cpuUsage();
  const spent = (): { rss: number; cpuMs: number } => {
    const { user, system } = process.cpuUsage(before);
    return { rss: process.memoryUsage.rss(), cpuMs: (user + system) / 1000 };
  };
  try {
    if (!job) throw new Error('there is no such job');
    const value = await job(input, body, within);
    return { value, ...spent() };
  } catch (error) {
    if (!(error instanceof AppError))
      return { ...spent(), problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { code, message, details, status } = error;
    return { ...spent(), refusal: { code, message, details, status } };
  }
}
