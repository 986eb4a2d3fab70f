import type { Estimate, EstimateLine } from '../schemas/estimate.ts';
import { dollarsAndCents } from './figures.ts';
import { sumAsShown } from './units/shown-sums.ts';

type Outcome = NonNullable<Estimate['outcome']>;
type Stands = Pick<EstimateLine, 'standing'>;
export type SettledBy = NonNullable<EstimateLine['settled_by']>;

/** Possible lines stand apart; every line of a report of schema_version 1 is written, each counting by its chance. */
export const isPossible = ({ standing }: Stands): boolean => standing === 'possible';

/** What settles possible lines, in the order shown. */
export const SETTLED_BY: readonly SettledBy[] = ['teardown', 'airbags', 'other_side', 'look'];

/** Heads of the groups of possible lines. */
export const SETTLED_BY_TITLES: Readonly<Record<SettledBy, string>> = {
  teardown: 'After teardown',
  airbags: 'If airbags deployed',
  other_side: 'If the opposite side is hit',
  look: 'After a look at the car',
};

/** What settles a possible line; a user's own is looked at. */
export const settledBy = ({ settled_by }: Pick<EstimateLine, 'settled_by'>): SettledBy =>
  settled_by ?? 'look';

export type PossibleGroup<Line> = {
  readonly by: SettledBy;
  readonly title: string;
  readonly lines: readonly Line[];
  /** What its lines add to the average before tax, US dollars: the sum of what each shows. */
  readonly expected: number;
};

/** Possible lines by what would settle them; groups of none are left out, lines keep their order. */
export function possibleGroups<Line extends Pick<EstimateLine, 'standing' | 'settled_by' | 'expected_cost'>>(
  lines: readonly Line[],
): PossibleGroup<Line>[] {
  const possible = lines.filter(isPossible);
  return SETTLED_BY.map((by) => {
    const of = possible.filter((line) => settledBy(line) === by);
    const expected = sumAsShown(of.map((line) => line.expected_cost));
    return { by, title: SETTLED_BY_TITLES[by], lines: of, expected };
  }).filter((group) => group.lines.length > 0);
}

export type OutcomeRow = {
  readonly key: 'as_written' | 'possible' | 'fall_away' | 'unlocated' | 'average';
  readonly label: string;
  /** What is in it, in a few words. */
  readonly note: string;
  /** US dollars with tax. */
  readonly amount: number;
};

const counted = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

function possibleNote({ possible_count: listed, slight_count: slight }: Outcome): string {
  const more = slight > 0 ? `${slight}${listed > 0 ? ' more' : ''} under 5%, not listed` : '';
  return [listed > 0 ? counted(listed, 'item', 'items') : '', more].filter(Boolean).join(' and ');
}

/** What is written, in one row: the sum of the list. Page and print show no further total beside the likely figure. */
export const writtenRow = (outcome: Outcome): OutcomeRow => ({
  key: 'as_written',
  label: 'Estimate total',
  note:
    outcome.as_written === 0
      ? 'no line is written'
      : outcome.at_least
        ? 'at least: past the car’s value, structure is to be measured first'
        : 'all lines in full, with tax',
  amount: outcome.as_written,
});

/**
 * The rows of an export, which add up to the cent: all but the last make the last, the average outcome. Rows of nothing are left
 * out, what is written and the average never.
 */
export function outcomeRows(outcome: Outcome): OutcomeRow[] {
  const rows: OutcomeRow[] = [
    writtenRow(outcome),
    {
      key: 'possible',
      label: 'Possible items, by chance',
      note: possibleNote(outcome),
      amount: outcome.possible,
    },
    {
      key: 'fall_away',
      label: 'Written lines that may fall away',
      note: `${counted(outcome.fall_away_count, 'line', 'lines')}, by chance`,
      amount: outcome.fall_away,
    },
    {
      key: 'unlocated',
      label: 'Allowance for unlocated damage',
      note: 'damage no line can be named for yet',
      amount: outcome.unlocated,
    },
    { key: 'average', label: 'Average outcome', note: '', amount: outcome.average },
  ];
  return rows.filter(({ key, amount }) => amount !== 0 || key === 'as_written' || key === 'average');
}

/** What the likely figure is, and why what is written is another: one or two sentences. */
export function likelyWords({
  outcome,
  total,
  vehicle_value: value,
}: Pick<Estimate, 'outcome' | 'total' | 'vehicle_value'>): string {
  const said = 'Half of repairs like this cost less';
  if (!outcome) return `${said}.`;
  const counts = `${said}. It counts written and possible items by their chance`;
  return value && outcome.as_written > value.likely && outcome.as_written > total.likely
    ? `${counts}, and an estimate stops being written near the car’s value.`
    : `${counts}.`;
}

/** Why what is written lies above the range of the forecast, where it does; else empty. */
export function aboveRangeWords({ outcome, total }: Pick<Estimate, 'outcome' | 'total'>): string {
  if (!outcome || outcome.as_written <= total.high) return '';
  return 'The lines add up to more than this range: estimates usually stop once a repair passes the car’s value, and the range follows that. For a full repair, use the estimate total.';
}

const OF_ITS_OWN: Record<NonNullable<Estimate['risks']>[number]['kind'], string> = {
  water: 'Water damage has no scope of its own here yet.',
  mechanical: 'Mechanical damage has no scope of its own here yet.',
  theft: 'Theft damage has no scope of its own here yet.',
};

/** What is said in place of a scope where the evidence cannot locate the damage; empty where it can. */
export function forecastWords({ located, risks = [] }: Pick<Estimate, 'located' | 'risks'>): string {
  if (located !== false) return '';
  const declared = risks.flatMap(({ kind, in_forecast }) => (in_forecast ? [OF_ITS_OWN[kind]] : []));
  return [
    'A forecast, not a scope: the listing does not say which parts are damaged, and no photo was examined. Examined photos, or parts confirmed by eye, would settle it.',
    ...declared,
  ].join(' ');
}

/** What written restraint parts and their work cost before tax, US dollars. */
export const restraintCost = (
  lines: readonly Pick<EstimateLine, 'standing' | 'section' | 'cost'>[],
): number =>
  sumAsShown(
    lines
      .filter(({ standing, section }) => standing === 'scope' && section === 'restraints')
      .map(({ cost }) => cost.likely),
  );

/** The scope in one figure, as written with tax in US dollars, and what stands under it; null in reports of schema_version 1, which have none. */
export function writtenSum({
  outcome,
  lines,
  located,
}: Pick<Estimate, 'outcome' | 'lines' | 'located'>): { amount: number | null; note: string } | null {
  if (!outcome) return null;
  const written = lines.filter((line) => !isPossible(line)).length;
  if (written === 0)
    return { amount: null, note: located === false ? 'damage not located' : 'no line is likely enough' };
  return {
    amount: outcome.as_written,
    note: outcome.at_least
      ? `at least, ${counted(written, 'line', 'lines')}; structure not itemized past the car’s value`
      : `${counted(written, 'line', 'lines')} in full, with tax`,
  };
}

/** What the possible items come to, with those that are too slight to list; '' where they come to nothing. */
export function possibleWords({ outcome }: Pick<Estimate, 'outcome'>): string {
  if (!outcome || outcome.possible === 0) return '';
  const { slight_count: slight } = outcome;
  const others = `${counted(slight, 'item', 'items')} under 5% that ${slight === 1 ? 'is' : 'are'} not listed (${dollarsAndCents(outcome.slight)})`;
  return `With tax${slight > 0 ? `, and with ${others},` : ''} possible items come to ${dollarsAndCents(outcome.possible)} by chance: in the likely figure and its range, never in as written.`;
}

/** What the cost of a line is, and what lines add up to. */
export const costWords = ({ outcome }: Pick<Estimate, 'outcome'>): string =>
  outcome
    ? 'Each line is written in full: costs add up to the subtotal, whatever a line’s chance. Below a cost stands its 10th to 90th percentile.'
    : 'Cost is what a line takes if it is needed, with the 10th to 90th percentile below; an uncertain line counts in the total by its chance, and what counts adds up to the subtotal.';
