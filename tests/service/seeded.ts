import { eachAtMost } from '../../server/concurrency/each-at-most.ts';
import { seededRandom } from '../../server/seeded-random.ts';

/** Random choices that a seed repeats: a failing schedule is named by its number. */
export function seeded(seed: number) {
  const next = seededRandom(seed).uniform;
  const below = (limit: number): number => Math.floor(next() * limit);
  return {
    next,
    below,
    pick<T>(from: readonly T[]): T {
      const chosen = from[below(from.length)];
      if (chosen === undefined) throw new Error('nothing to pick from');
      return chosen;
    },
  };
}

/** Runs `count` numbered schedules, `width` at a time; a failure says its number and begins no new ones. */
export async function runSchedules(
  count: number,
  width: number,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const seeds = Array.from({ length: count }, (_, at) => at + 1);
  await eachAtMost(width, seeds, async (seed) => {
    try {
      await run(seed);
    } catch (error) {
      throw new Error(`schedule ${seed}: ${String(error)}`, { cause: error });
    }
  });
}
