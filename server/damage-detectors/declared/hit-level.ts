type Chances = readonly [minor: number, moderate: number, severe: number];

/** Mean over a mixed hit of a row of percents, 0–1. `mix`: shares of minor, moderate and severe hits. */
export const levelOf = ([a, b, c]: Chances, [minor, moderate, severe]: Chances): number =>
  (a * minor + b * moderate + c * severe) / 100;

/** A row of percents at another level over a mixed hit, in whole percents: its odds all by one factor, so that its shape stays. */
export function atLevel(row: Chances, level: number, mix: Chances): [number, number, number] {
  const at = (log: number): [number, number, number] => {
    const by = Math.exp(log);
    const [minor, moderate, severe] = row.map(
      (percent) => (100 * percent * by) / (100 - percent + percent * by),
    );
    return [minor ?? 0, moderate ?? 0, severe ?? 0];
  };
  let [least, most] = [-6, 6];
  for (let step = 0; step < 60; step++) {
    const middle = (least + most) / 2;
    if (levelOf(at(middle), mix) < level) least = middle;
    else most = middle;
  }
  const [minor, moderate, severe] = at(least);
  return [Math.round(minor), Math.round(moderate), Math.round(severe)];
}
