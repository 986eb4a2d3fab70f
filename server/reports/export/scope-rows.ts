import { lineName, lineSide } from '../../../contract/report-view/number-side.ts';
import { isPossible, settledBy } from '../../../contract/report-view/outcome-rows.ts';
import { sumAsShown } from '../../../contract/report-view/units/shown-sums.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import {
  type Cell,
  type Column,
  column,
  LINE_COLUMNS,
  type NumberedLine,
  numberedLines,
  STATED_COLUMN,
} from './export-lines.ts';

/** A row of the line sheet: a line, or what no line is for. US dollars, written in the money that is shown. */
export type ScopeRow = {
  readonly section: 'scope' | 'possible' | 'unlocated' | 'tax';
  readonly description: string;
  readonly line: NumberedLine | null;
  /** What is written only: adds up to as written. */
  readonly cost: number | null;
  /** Adds up to the average outcome. */
  readonly expected_cost: number;
};

/**
 * The lines as numbered, then what stands for no line: `cost` adds up to as written and `expected_cost` to the average
 * outcome, both to the cent. None in reports of schema_version 1.
 */
export function scopeRows(model: ReportModel): ScopeRow[] {
  const { outcome, tax } = model.estimate;
  if (!outcome) return [];
  const lines = numberedLines(model).map((line): ScopeRow => {
    const written = !isPossible(line);
    const { expected_cost } = line;
    const description = lineName(line);
    const cost = written ? line.cost.likely : null;
    return { section: written ? 'scope' : 'possible', description, line, cost, expected_cost };
  });
  const counted = [outcome.unlocated, outcome.slight, ...lines.map(({ expected_cost }) => expected_cost)];
  const expectedTax = sumAsShown([outcome.average, ...counted.map((usd) => -usd)]);
  const other = (section: ScopeRow['section'], description: string, expected_cost: number): ScopeRow[] =>
    expected_cost === 0 ? [] : [{ section, description, line: null, cost: null, expected_cost }];
  return [
    ...lines,
    ...other('possible', `Items under 5% (${outcome.slight_count}), with tax`, outcome.slight),
    ...other('unlocated', 'Allowance for unlocated damage, with tax', outcome.unlocated),
    { section: 'tax', description: 'Sales tax', line: null, cost: tax, expected_cost: expectedTax },
  ];
}

/** Columns that would invite a sum that is no total of the report, and those that stand here in another sense. */
const LEFT_OUT = new Set(['cost_low', 'cost_likely', 'cost_high', 'estimated_cost', 'expected_cost']);

const ofRow = ({ heading, width, money = false, of }: Column<NumberedLine>): Column<ScopeRow> =>
  column(heading, width, ({ line }) => line && of(line), money);

const inPlace: Readonly<Record<string, readonly Column<ScopeRow>[]>> = {
  section: [
    column('section', 11, ({ section }) => section),
    column('settled_by', 11, ({ line }): Cell => (line && isPossible(line) ? settledBy(line) : null)),
    column('area', 16, ({ line }) => line?.section ?? null),
  ],
  description: [column('description', 38, ({ description }) => description)],
  side: [column('side', 15, ({ line }) => line && (lineSide(line) ?? line.side))],
  chance: [
    column('cost', 12, ({ cost }) => cost, true),
    column('chance', 8, ({ line }) => line?.probability ?? null),
    column('expected_cost', 12, ({ expected_cost }) => expected_cost, true),
  ],
};

/** Columns of the line sheet: money in what is shown, US dollars by default, hours in labour hours, chance 0–1; empty is unknown or not applicable. */
export const SCOPE_COLUMNS: readonly Column<ScopeRow>[] = LINE_COLUMNS.filter(
  ({ heading }) => !LEFT_OUT.has(heading),
).flatMap((one) => [
  ...(inPlace[one.heading] ?? [ofRow(one)]),
  ...(one.heading === 'number_source' ? [ofRow(STATED_COLUMN)] : []),
]);
