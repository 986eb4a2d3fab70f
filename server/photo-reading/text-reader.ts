import { z } from 'zod';
import { takeTurns } from '../concurrency/take-turns.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { enginePath, isInstalled } from './add-on-folder.ts';
import { type Area, areaSchema, type TextLine, textLineSchema } from './text-line.ts';

/** `side`: the longest side a photo is read at, pixels; `box`: the part of it that is read twice as large. */
export type ReadText = (photo: Uint8Array, how: { side: number; box?: Area }) => Promise<TextLine[]>;

/** What the add-on tells of a photo. A face at the photo's edge may reach beyond it. */
export type PhotoEngine = {
  readonly readText: ReadText;
  findFaces(photo: Uint8Array): Promise<Area[]>;
};

/** Reads text off photos and finds faces on them by the add-on, where it is installed. */
export type TextReader = {
  installed(): boolean;
  /** One lot's reading in its caller's turn, in a child process that ends with it; one lot at a time. */
  forLot<T>(caller: WorkCaller, work: (engine: PhotoEngine) => Promise<T>): Promise<T>;
};

/** One photo takes some seconds; the engine was measured at 1.2 GB on photos of 1600 pixels (the limits: judgement). */
const LIMITS = { timeMs: 30_000, heapMb: 512, totalMb: 2_048, restMb: 2_048 };

const linesSchema = z.array(textLineSchema).max(1_000);
const facesSchema = z.array(areaSchema).max(1_000);

/** A lot's photos are read one after the other. */
const ONE_LOT = { mostWaiting: 1, mostWaitingOfOne: 1 };

export function createTextReader(
  folder: string,
  limits: { timeMs: number; totalMb: number } = LIMITS,
): TextReader {
  const script = new URL('text-worker.ts', import.meta.url);
  // WORKER_CONCURRENCY and the job for late photos bound how many wait.
  const inTurn = takeTurns({
    size: 1,
    mostWaiting: Number.POSITIVE_INFINITY,
    mostWaitingOfOne: Number.POSITIVE_INFINITY,
  });
  return {
    installed: () => isInstalled(folder),
    forLot: (caller, work) =>
      inTurn(caller, async () => {
        const child = createWorkerPool({ script, size: 1, ...ONE_LOT, ...LIMITS, ...limits });
        const ask = (job: string, photo: Uint8Array, how: object): Promise<unknown> =>
          child.run(
            caller,
            job,
            { engine: enginePath(folder), ...how },
            // The pool takes the memory of what it is given.
            { parts: [new Uint8Array(photo)] },
          );
        try {
          return await work({
            readText: async (photo, { side, box = null }) =>
              linesSchema.parse(await ask('readText', photo, { side, box })),
            findFaces: async (photo) => facesSchema.parse(await ask('findFaces', photo, {})),
          });
        } finally {
          await child.close();
        }
      }),
  };
}
