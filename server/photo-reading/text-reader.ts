import pLimit from 'p-limit';
import { z } from 'zod';
import { createWorkerPool } from '../workers/worker-pool.ts';
import { enginePath, isInstalled } from './add-on-folder.ts';
import { type TextLine, textLineSchema } from './text-line.ts';

/** `side`: the longest side a photo is read at, pixels; `box`: the part of it that is read twice as large. */
export type ReadText = (
  photo: Uint8Array,
  how: { side: number; box?: TextLine['box'] },
) => Promise<TextLine[]>;

/** Reads text off photos by the add-on, where it is installed. */
export type TextReader = {
  installed(): boolean;
  /** One lot's reading, in a child process that ends with it; one lot at a time. */
  forLot<T>(work: (read: ReadText) => Promise<T>): Promise<T>;
};

/** One photo takes some seconds; the engine was measured at 1.2 GB on photos of 1600 pixels (the limits: judgement). */
const LIMITS = { timeMs: 30_000, heapMb: 512, totalMb: 2_048, restMb: 2_048 };

const answerSchema = z.array(textLineSchema).max(1_000);

export function createTextReader(
  folder: string,
  limits: { timeMs: number; totalMb: number } = LIMITS,
): TextReader {
  const script = new URL('text-worker.ts', import.meta.url);
  const oneAtATime = pLimit(1);
  return {
    installed: () => isInstalled(folder),
    forLot: (work) =>
      oneAtATime(async () => {
        const child = createWorkerPool({ script, size: 1, mostWaiting: 1, ...LIMITS, ...limits });
        try {
          return await work(async (photo, { side, box = null }) =>
            answerSchema.parse(
              await child.run(
                'readText',
                { engine: enginePath(folder), side, box },
                { parts: [Uint8Array.from(photo)] },
              ),
            ),
          );
        } finally {
          await child.close();
        }
      }),
  };
}
