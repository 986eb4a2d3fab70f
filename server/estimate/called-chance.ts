import type { EstimateLine } from '../../contract/estimate.ts';

const chanceOfAny = (chances: readonly number[]): number =>
  1 - chances.reduce((rest, chance) => rest * (1 - chance), 1);

/**
 * The chance of a line that others bring, after their chances changed: it follows them in proportion; null where they bring it
 * as before. `was` and `is` are the chances by line id.
 */
export function calledChance(
  line: EstimateLine,
  was: ReadonlyMap<string, number>,
  is: ReadonlyMap<string, number>,
): number | null {
  const callers = line.called_by?.filter((id) => was.has(id) || is.has(id)) ?? [];
  const of = (chances: ReadonlyMap<string, number>): number =>
    chanceOfAny(callers.map((id) => chances.get(id) ?? 0));
  const [then, now] = [of(was), of(is)];
  if (callers.length === 0 || then === now || then === 0) return null;
  return Math.round(Math.min(1, (line.probability * now) / then) * 10_000) / 10_000;
}
