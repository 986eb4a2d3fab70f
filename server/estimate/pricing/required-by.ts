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
