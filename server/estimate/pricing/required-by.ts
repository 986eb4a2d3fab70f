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

/**
 * Chance that a line is called, at each of `count` severities: that a line which brings it is needed (as likely as the likeliest
 * where one cause brings them jointly), and none that makes it needless. `chancesOf` undefined: no such line.
 */
export function chancesOfCall(
  { of, joint, shares, unless = [] }: Call,
  count: number,
  chancesOf: (id: string) => readonly number[] | undefined,
): number[] {
  /** Of a joint call the chance so far, of any other that nothing brings it. */
  const called = new Array<number>(count).fill(joint ? 0 : 1);
  for (const id of of) {
    const chances = chancesOf(id);
    if (!chances) continue;
    const share = shares?.[id] ?? 1;
    if (joint)
      for (let at = 0; at < count; at++) {
        const chance = (chances[at] ?? 0) * share;
        if (chance > (called[at] ?? 0)) called[at] = chance;
      }
    else for (let at = 0; at < count; at++) called[at] = (called[at] ?? 0) * (1 - (chances[at] ?? 0) * share);
  }
  if (!joint) for (let at = 0; at < count; at++) called[at] = 1 - (called[at] ?? 0);
  if (unless.length === 0) return called;
  const needless = new Array<number>(count).fill(0);
  for (const id of unless) {
    const chances = chancesOf(id);
    for (let at = 0; chances && at < count; at++)
      needless[at] = Math.max(needless[at] ?? 0, chances[at] ?? 0);
  }
  return called.map((by, at) => by * (1 - (needless[at] ?? 0)));
}

/** The same at one chance a line. */
export const chanceOfCall = (call: Call, chanceOf: (id: string) => number): number =>
  chancesOfCall(call, 1, (id) => [chanceOf(id)])[0] ?? 0;
