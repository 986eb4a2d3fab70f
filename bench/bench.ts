import path from 'node:path';

/** One benchmark: ratios within one run, since absolute times vary from machine to machine. */
export type BenchRow = Record<string, number | string>;
export type Bench = {
  name: string;
  /** One line: what is measured and against what. */
  about: string;
  /** Whether it needs a checkout of commit 9ce182a with its packages, which BENCH_BEFORE names. */
  againstBefore?: boolean;
  /** Its table; with bounds that were broken, where it holds any: the command then fails. */
  run(): Promise<BenchRow[] | { rows: BenchRow[]; broken: string[] }>;
};

/** The checkout of commit 9ce182a that BENCH_BEFORE names. Throws where none is. */
export function checkoutBefore(): string {
  const folder = process.env.BENCH_BEFORE;
  if (folder === undefined)
    throw new Error('BENCH_BEFORE names a checkout of commit 9ce182a with its packages installed');
  return path.resolve(folder);
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
