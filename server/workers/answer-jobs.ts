import os from 'node:os';
import { AppError } from '../errors.ts';

/** What a pool tells its worker; so many bytes of a body follow on standard input. */
export type JobMessage = { job: string; input: unknown; bytes: number };

/** `rss`: what the worker holds after the job, bytes. */
export type JobAnswer = { rss: number } & (
  | { value: unknown }
  | { refusal: Pick<AppError, 'code' | 'message' | 'details' | 'status'> }
  | { problem: string }
);

/** A job of a worker, with the body that came with it. */
export type Job = (input: unknown, body: Buffer) => unknown;

/** Below what serves people, a third of its share: a page being read must not slow a request down. */
const PRIORITY = 5;

/** In a worker of a pool: answers its jobs, one at a time, until the pool's process ends. */
export function answerJobs(jobs: Readonly<Record<string, Job>>): void {
  try {
    os.setPriority(PRIORITY);
  } catch {
    // Some systems allow no process to change its priority; then all run alike.
  }
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
    void answer(jobs[job], input, body).then((statement) => process.send?.(statement));
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
}

async function answer(job: Job | undefined, input: unknown, body: Buffer): Promise<JobAnswer> {
  try {
    if (!job) throw new Error('there is no such job');
    const value = await job(input, body);
    return { value, rss: process.memoryUsage.rss() };
  } catch (error) {
    const rss = process.memoryUsage.rss();
    if (!(error instanceof AppError))
      return { rss, problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    const { code, message, details, status } = error;
    return { rss, refusal: { code, message, details, status } };
  }
}
