/** Random numbers 0–1 that are the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/**
 * 95 % interval of a figure by drawing whole lots with replacement (photos of one lot are not independent); null where
 * fewer than two lots or too few draws give a figure.
 */
export function bootstrapInterval<T>(
  lots: readonly T[],
  figure: (lots: readonly T[]) => number | null,
  options: { draws?: number; seed?: number } = {},
): [low: number, high: number] | null {
  const draws = options.draws ?? 1000;
  if (lots.length < 2) return null;
  const random = seeded(options.seed ?? 1);
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const sample = lots.flatMap(() => lots[Math.floor(random() * lots.length)] ?? []);
    const value = figure(sample);
    if (value !== null) values.push(value);
  }
  if (values.length < draws / 2) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  return [at(0.025), at(0.975)];
}
