import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { createWorkerPool, type OpenPool } from '../../workers/worker-pool.ts';
import type { PrintJob } from './press-worker.ts';
import { type TypesetterKind, typesetterKind } from './which-typesetter.ts';

/**
 * One report at a time. A cold start takes two seconds, of WebAssembly ten; past what a hundred reports hold, the memory is the
 * machine's again. The heap is that of the worker's JavaScript: the compiler's memory is beside it.
 */
const WORKER = { size: 1, timeMs: 60_000, heapMb: 256, restMb: 430 };

export type Press = {
  /** The report or the statement as a tagged PDF, well under 2 MB, in its caller's turn. Rejects with the reason when it can't be printed. */
  print(caller: WorkCaller, job: PrintJob): Promise<Uint8Array>;
  close(): Promise<void>;
};

/** Prints in a process of its own, so that a report never holds up a request and its memory goes with it; `idleMs` as a pool's. */
export function createPress({
  typesetter = typesetterKind(),
  idleMs,
  openPool = createWorkerPool,
}: {
  typesetter?: TypesetterKind;
  idleMs?: number;
  openPool?: OpenPool;
} = {}): Press {
  const pool = openPool({
    script: new URL('press-worker.ts', import.meta.url),
    // Limited where they are asked for.
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingOfOne: Number.POSITIVE_INFINITY,
    ...WORKER,
    ...(idleMs !== undefined && { idleMs }),
  });
  return {
    async print(caller, job) {
      try {
        return (await pool.run(caller, typesetter, job)) as Uint8Array;
      } catch (error) {
        throw new Error('The PDF could not be set', { cause: error });
      }
    },
    close: () => pool.close(),
  };
}
