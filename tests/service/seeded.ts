/** Random choices that a seed repeats (mulberry32): a failing schedule is named by its number. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
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

/** Runs `count` numbered schedules, `width` at a time; every failure says its number. */
export async function runSchedules(
  count: number,
  width: number,
  run: (seed: number) => Promise<void>,
): Promise<void> {
  const failures: string[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count && failures.length === 0) {
      next += 1;
      const seed = next;
      try {
        await run(seed);
      } catch (error) {
        failures.push(
          `schedule ${seed}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  if (failures.length > 0) throw new Error(failures.join('\n'));
}
