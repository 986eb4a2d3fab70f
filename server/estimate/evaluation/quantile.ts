/** The value below which a share (0–1) of the values lies, straight between neighbours; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);

/** Share (0–1) of the values for which a test holds; NaN of none. */
export const shareOf = <T>(values: readonly T[], holds: (value: T) => boolean): number =>
  values.filter(holds).length / values.length;
