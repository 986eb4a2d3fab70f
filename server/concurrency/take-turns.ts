import { type FairLineOptions, fairLine, type Lined } from './fair-line.ts';
import type { WorkCaller } from './work-caller.ts';

/** As much waits as may, of all callers or of this one. */
export class LineFull extends Error {}

/** Runs `work` in its caller's turn. Throws LineFull, or the signal's reason where it aborts before the turn comes. */
export type TakeTurns = <T>(
  caller: WorkCaller,
  work: () => Promise<T>,
  options?: { signal?: AbortSignal },
) => Promise<T>;

/** A fair line for work in this process. */
export function takeTurns(options: FairLineOptions): TakeTurns {
  type Entry = Lined & { go(): void; refuse(error: Error): void };
  const line = fairLine<Entry>(options);
  const serve = (): void => {
    for (let entry = line.next(); entry; entry = line.next()) entry.go();
    for (let entry = line.overflow(); entry; entry = line.overflow())
      entry.refuse(new LineFull('too much work waits'));
  };
  return async (caller, work, { signal } = {}) => {
    signal?.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const entry: Entry = { caller, go: resolve, refuse: reject };
    const abort = (): void => {
      if (line.leave(entry)) reject(signal?.reason as Error);
    };
    signal?.addEventListener('abort', abort, { once: true });
    line.join(entry);
    serve();
    try {
      await promise;
    } finally {
      signal?.removeEventListener('abort', abort);
    }
    try {
      return await work();
    } finally {
      line.end(entry);
      serve();
    }
  };
}
