import { seededRandom } from '../../seeded-random.ts';

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
  const { uniform } = seededRandom(options.seed ?? 1);
  const values: number[] = [];
  for (let draw = 0; draw < draws; draw += 1) {
    const sample = lots.flatMap(() => lots[Math.floor(uniform() * lots.length)] ?? []);
    const value = figure(sample);
    if (value !== null) values.push(value);
  }
  if (values.length < draws / 2) return null;
  values.sort((a, b) => a - b);
  const at = (share: number) => values[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0;
  return [at(0.025), at(0.975)];
}
