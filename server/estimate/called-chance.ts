import type { EstimateLine } from '../../contract/estimate.ts';

/** Chance that any of the lines that bring another is needed: as much as the likeliest where one cause brings them `joint`ly. */
export const chanceOfCallers = (chances: readonly number[], joint: boolean): number =>
  joint ? Math.max(0, ...chances) : 1 - chances.reduce((rest, chance) => rest * (1 - chance), 1);

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
    chanceOfCallers(
      callers.map((id) => chances.get(id) ?? 0),
      line.called_jointly ?? false,
    );
  const [then, now] = [of(was), of(is)];
  if (callers.length === 0 || then === now || then === 0) return null;
  return Math.round(Math.min(1, (line.probability * now) / then) * 10_000) / 10_000;
}
