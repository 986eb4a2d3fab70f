import { median, shareOf } from '../../server/estimate/evaluation/quantile.ts';
import { SLICES, slicesOf } from '../../server/estimate/evaluation/slices.ts';
import type { Answer, FrozenLot } from './frozen-answers.ts';

/** A change that moves a kind of lot on purpose. */
export type NamedChange = {
  readonly name: string;
  /** Why the new figure is the better one, with its source or the tag `judgement`. */
  readonly ground: string;
  readonly moves: (frozen: FrozenLot) => boolean;
  /** Between which ratios new ÷ old the median of these lots is expected. */
  readonly expected: readonly [from: number, to: number];
};

export type Compared = FrozenLot & { readonly after: Answer };

/** How far apart new and old answers of some lots are. */
export type Shift = {
  readonly lots: number;
  /** Median of new ÷ old `likely`. */
  readonly median: number;
  /** Share of lots whose ratio is .85–1.15. */
  readonly held: number;
  /** Median of (high − low) ÷ likely, before and after. */
  readonly width_before: number;
  readonly width_after: number;
};

export type Comparison = {
  readonly all: Shift;
  /** Lots that no named change moves. */
  readonly rest: Shift;
  readonly changes: readonly (Shift & { readonly change: NamedChange; readonly as_expected: boolean })[];
  /** Of the lots that no named change moves. */
  readonly slices: readonly (Shift & { readonly slice: string; readonly name: string })[];
};

export const BAR = { median: [0.97, 1.03], lot: [0.85, 1.15], held: 0.9 } as const;
const within = (value: number, [from, to]: readonly [number, number]): boolean =>
  value >= from && value <= to;
const widthOf = ({ low, likely, high }: Answer): number => (high - low) / likely;

function shiftOf(lots: readonly Compared[]): Shift {
  const ratios = lots.map(({ answer, after }) => after.likely / answer.likely);
  return {
    lots: lots.length,
    median: median(ratios),
    held: shareOf(ratios, (ratio) => within(ratio, BAR.lot)),
    width_before: median(lots.map(({ answer }) => widthOf(answer))),
    width_after: median(lots.map(({ after }) => widthOf(after))),
  };
}

/** Compares new answers with the frozen ones: all, each named change, and what is left by slice. */
export function compareAnswers(lots: readonly Compared[], named: readonly NamedChange[] = []): Comparison {
  const rest = lots.filter((lot) => !named.some((change) => change.moves(lot)));
  const sliced = rest.map((lot) => ({ lot, in: slicesOf({ listed: lot.lot, value: lot.value }) }));
  return {
    all: shiftOf(lots),
    rest: shiftOf(rest),
    changes: named.map((change) => {
      const moved = lots.filter(change.moves);
      // A lot that two changes move tells of neither how far it does.
      const alone = moved.filter((lot) => !named.some((other) => other !== change && other.moves(lot)));
      const shift = shiftOf(alone.length > 0 ? alone : moved);
      return { ...shift, change, as_expected: within(shift.median, change.expected) };
    }),
    slices: SLICES.flatMap((slice) =>
      [...Map.groupBy(sliced, ({ in: names }) => names[slice])]
        .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }))
        .map(([name, members]) => ({ slice, name, ...shiftOf(members.map(({ lot }) => lot)) })),
    ),
  };
}

/** Whether the answers are kept: the bar over what no named change moves, and every named change where it was expected. */
export const isKept = ({ rest, changes }: Comparison): boolean =>
  (rest.lots === 0 || (within(rest.median, BAR.median) && rest.held >= BAR.held)) &&
  changes.every(({ as_expected }) => as_expected);

const columns = (cells: readonly (string | number)[]): string =>
  cells.map((cell, at) => (at === 0 ? String(cell).padEnd(52) : String(cell).padStart(9))).join(' ');
const figures = (shift: Shift): (string | number)[] => [
  shift.lots,
  shift.median.toFixed(3),
  `${(100 * shift.held).toFixed(1)} %`,
  shift.width_before.toFixed(2),
  shift.width_after.toFixed(2),
];

/** A comparison as text: one row each. */
export function comparisonText(comparison: Comparison): string {
  const { all, rest, changes, slices } = comparison;
  return [
    columns(['new ÷ old likely', 'lots', 'median', '.85-1.15', 'width', 'now']),
    columns(['all', ...figures(all)]),
    ...(changes.length > 0 ? [columns(['moved by no named change', ...figures(rest)])] : []),
    ...changes.flatMap(({ change, as_expected, ...shift }) => [
      columns([`change: ${change.name}`, ...figures(shift)]),
      `  expected ${change.expected.join('-')}${as_expected ? '' : ', NOT HELD'}; ${change.ground}`,
    ]),
    ...slices.map(({ slice, name, ...shift }) => columns([`${slice}: ${name}`, ...figures(shift)])),
    isKept(comparison)
      ? 'kept: median within .97-1.03, 90 % of lots within .85-1.15, named changes as expected'
      : 'NOT KEPT: median must lie within .97-1.03, 90 % of lots within .85-1.15, named changes as expected',
    '',
  ].join('\n');
}
