import { median, shareOf } from './quantile.ts';
import { SLICES, type SlicedLot, slicesOf } from './slices.ts';

/** A lot's estimate beside what its repair cost, all US dollars. */
export type Pair = SlicedLot & {
  readonly low: number;
  readonly likely: number;
  readonly high: number;
  readonly cost: number;
};

export type Score = {
  readonly lots: number;
  /** Median of |likely − cost| ÷ cost. */
  readonly error: number;
  /** Share of lots whose likely is within 25% of the cost. */
  readonly near: number;
  /** Median of likely ÷ cost: above 1 too dear. */
  readonly bias: number;
  /** Share of costs from low to high; the range states .8. */
  readonly cover: number;
  /** Median of (high − low) ÷ likely. */
  readonly width: number;
};

const NEAR = 0.25;

/** How estimates stood to costs; NaN figures where there are no lots. */
export function scoreOf(pairs: readonly Pair[]): Score {
  return {
    lots: pairs.length,
    error: median(pairs.map(({ likely, cost }) => Math.abs(likely - cost) / cost)),
    near: shareOf(pairs, ({ likely, cost }) => Math.abs(likely - cost) <= NEAR * cost),
    bias: median(pairs.map(({ likely, cost }) => likely / cost)),
    cover: shareOf(pairs, ({ low, high, cost }) => low <= cost && cost <= high),
    width: median(pairs.map(({ low, likely, high }) => (high - low) / likely)),
  };
}

export type Evaluation = {
  readonly all: Score;
  readonly slices: readonly (Score & { readonly slice: string; readonly name: string })[];
};

/** The scores of all lots and of each slice, slices in the order of their names. Nothing is fitted. */
export function evaluate(pairs: readonly Pair[]): Evaluation {
  const sliced = pairs.map((pair) => ({ pair, in: slicesOf(pair) }));
  return {
    all: scoreOf(pairs),
    slices: SLICES.flatMap((slice) =>
      [...Map.groupBy(sliced, ({ in: names }) => names[slice])]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([name, members]) => ({ slice, name, ...scoreOf(members.map(({ pair }) => pair)) })),
    ),
  };
}

const columns = (cells: readonly string[]): string =>
  cells.map((cell, at) => (at === 0 ? cell.padEnd(48) : cell.padStart(8))).join(' ');
const percent = (share: number): string => `${(100 * share).toFixed(1)}%`;
const row = (name: string, score: Score): string =>
  columns([
    name,
    String(score.lots),
    percent(score.error),
    percent(score.near),
    score.bias.toFixed(2),
    percent(score.cover),
    score.width.toFixed(2),
  ]);

/** An evaluation as text: one row each. */
export function evaluationText({ all, slices }: Evaluation): string {
  return [
    columns(['', 'lots', 'error', '±25%', 'bias', 'cover', 'width']),
    row('all', all),
    ...slices.map(({ slice, name, ...score }) => row(`${slice}: ${name}`, score)),
    '',
    'error: median of |likely − cost| ÷ cost · ±25%: share of lots within it · bias: median of likely ÷ cost',
    'cover: share of costs from low to high, which states 80% · width: median of (high − low) ÷ likely',
    '',
  ].join('\n');
}
