/** One benchmark: ratios within one run, since absolute times vary from machine to machine. */
export type BenchRow = Record<string, number | string>;
export type Bench = {
  name: string;
  /** One line: what is measured and against what. */
  about: string;
  /** Its table; with bounds that were broken, where it holds any: the command then fails. */
  run(): Promise<BenchRow[] | { rows: BenchRow[]; broken: string[] }>;
};

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
