import type { Estimate, LabourType } from '../../../contract/schemas/estimate.ts';
import { type Cents, dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import type { Calculation } from './calculate-estimate.ts';
import type { SettledLine } from './fit-severity.ts';

type Row = Estimate['totals'][number];
const LABOUR_ROWS: readonly [Row['key'], string, readonly LabourType[]][] = [
  ['body_labour', 'Body labor', ['body']],
  ['structural_labour', 'Structural and frame labor', ['structural', 'frame']],
  ['mechanical_labour', 'Mechanical and diagnostic labor', ['mechanical', 'diagnostic']],
  ['glass_labour', 'Glass labor', ['glass']],
];

const sum = (lines: readonly SettledLine[], pick: (line: SettledLine) => number): number =>
  lines.reduce((all, line) => all + pick(line), 0);
const hundredths = (hours: number): number => Math.round(hours * 100) / 100;

/** Totals by category, expected cents added up: rows but tax make the subtotal, with tax the likely total. */
export function estimateTotals(reckoned: Calculation): Estimate['totals'] {
  const { lines, rates, tax_rule } = reckoned;
  const row = (
    key: Row['key'],
    label: string,
    cents: Cents,
    of: Omit<Row, 'key' | 'label' | 'likely'>,
  ): Row => ({
    key,
    label,
    ...of,
    likely: dollars(cents),
  });
  const plain = { basis: null, unit: null, rate: null };
  const inHours = (hours: number, rate: Cents) => ({
    basis: hundredths(hours),
    unit: 'hours' as const,
    rate: dollars(rate),
  });
  const paintHours = sum(lines, (line) => (line.draft.paint?.hours ?? 0) * line.probability);
  const ofType = (types: readonly LabourType[]): SettledLine[] =>
    lines.filter((line) => line.draft.labour !== null && types.includes(line.draft.labour.type));
  const refinishLabour = ofType(['refinish']);
  const parts = sum(lines, (line) => line.expected.parts);
  const materials = sum(lines, (line) => line.expected.materials);
  const labourAll = sum(lines, (line) => line.expected.labour + line.expected.refinish);
  const taxable = parts + materials + (tax_rule.on_labour ? labourAll : 0);
  return [
    row('parts', 'Parts', parts, plain),
    ...LABOUR_ROWS.map(([key, label, types]) => {
      const some = ofType(types);
      const hours = sum(some, (line) => (line.cost.hours?.likely ?? 0) * line.probability);
      const rate = rates[types[0] ?? 'body'];
      const cents = sum(some, (line) => line.expected.labour);
      const oneRate = types.every((type) => rates[type] === rate);
      return row(key, label, cents, oneRate ? inHours(hours, rate) : { ...inHours(hours, rate), rate: null });
    }),
    row(
      'refinish_labour',
      'Refinish labor',
      sum(lines, (line) => line.expected.refinish) + sum(refinishLabour, (line) => line.expected.labour),
      inHours(
        paintHours + sum(refinishLabour, (line) => (line.cost.hours?.likely ?? 0) * line.probability),
        rates.refinish,
      ),
    ),
    row('paint_materials', 'Paint materials', materials, inHours(paintHours, rates.materials)),
    row(
      'sublet',
      'Sublet, scans and calibrations',
      sum(lines, (line) => line.expected.sublet),
      plain,
    ),
    row('misc', 'Not explained by a line', reckoned.rest, plain),
    row('tax', 'Sales tax', reckoned.tax, {
      basis: dollars(taxable),
      unit: 'percent',
      rate: tax_rule.percent,
    }),
  ];
}
