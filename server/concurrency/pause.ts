import { setTimeout as delay } from 'node:timers/promises';

/** Waits `ms`, or throws the signal's reason when it is aborted first. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  if (ms <= 0) return signal?.throwIfAborted();
  try {
    await delay(ms, undefined, signal ? { signal } : {});
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  }
}

/** Waits until `work` has ended, at most `ms`; throws what it throws in that time. Keeps no process from ending meanwhile. */
export async function atMostMs(work: Promise<unknown>, ms: number): Promise<void> {
  const ended = new AbortController();
  try {
    await Promise.race([work, delay(ms, undefined, { signal: ended.signal, ref: false })]);
  } finally {
    ended.abort();
  }
}
