import type { EstimateLine } from '../../../contract/schemas/estimate.ts';

/** The lines, by id, that bring another. */
export type Call = {
  readonly of: readonly string[];
  /** One cause brings those lines: this one is as likely as the likeliest of them. */
  readonly joint: boolean;
  /** Share of its chance, 0–1, with which a line brings this one where that is not all of it; only where `joint`. */
  readonly shares?: Readonly<Record<string, number>>;
  /** Lines any of which makes this one needless. */
  readonly unless?: readonly string[];
};

/** Chance that any of the lines that bring another is needed: as much as the likeliest where one cause brings them `joint`ly. */
const chanceOfCallers = (chances: readonly number[], joint: boolean): number =>
  joint ? Math.max(0, ...chances) : 1 - chances.reduce((rest, chance) => rest * (1 - chance), 1);

/** Chance that a line is called: that a line which brings it is needed, and none that makes it needless. */
export function chanceOfCall(
  { of, joint, shares, unless = [] }: Call,
  chanceOf: (id: string) => number,
): number {
  const brought = chanceOfCallers(
    of.map((id) => chanceOf(id) * (shares?.[id] ?? 1)),
    joint,
  );
  return brought * (1 - Math.max(0, ...unless.map(chanceOf)));
}

/** How an estimate's line is called; null where no line brings it. */
export const callOf = (line: EstimateLine): Call | null =>
  line.called_by
    ? {
        of: line.called_by,
        joint: line.called_jointly ?? false,
        ...(line.called_shares ? { shares: line.called_shares } : {}),
        ...(line.called_unless ? { unless: line.called_unless } : {}),
      }
    : null;

/**
 * The chance of a line that others bring, after their chances or (`now`) those lines changed: it follows them in proportion;
 * null where they bring it as before. `was` and `is` are the chances by line id.
 */
export function calledChance(
  line: EstimateLine,
  was: ReadonlyMap<string, number>,
  is: ReadonlyMap<string, number>,
  now: Call | null = callOf(line),
): number | null {
  const call = callOf(line);
  if (!call || !now) return null;
  const before = chanceOfCall(call, (id) => was.get(id) ?? 0);
  const after = chanceOfCall(now, (id) => is.get(id) ?? 0);
  if (before === after || before === 0) return null;
  return Math.round(Math.min(1, (line.probability * after) / before) * 10_000) / 10_000;
}
