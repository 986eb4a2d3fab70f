import type { Estimate, EstimateLine, LabourType } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';
import { countedChance, fullMoney, type LineMoney } from '../pricing/line-money.ts';
import type { Rates } from '../tables/labour-rates.ts';

type TaxRule = { readonly percent: number; readonly on_labour: boolean };
type Row = Estimate['totals'][number];
export type Outcome = NonNullable<Estimate['outcome']>;

const KINDS = ['parts', 'labour', 'refinish', 'materials', 'sublet'] as const;
const sumOf = (money: LineMoney): Cents => KINDS.reduce((sum, kind) => sum + money[kind], 0);
const taxableOf = ({ parts, materials, labour, refinish }: LineMoney, { on_labour }: TaxRule): Cents =>
  parts + materials + (on_labour ? labour + refinish : 0);
const shareOf = (money: LineMoney, share: number): LineMoney => ({
  parts: Math.round(money.parts * share),
  labour: Math.round(money.labour * share),
  refinish: Math.round(money.refinish * share),
  materials: Math.round(money.materials * share),
  sublet: Math.round(money.sublet * share),
});

type Sum = { readonly net: Cents; readonly taxable: Cents };
const add = (lines: readonly LineMoney[], rule: TaxRule): Sum => ({
  net: lines.reduce((sum, money) => sum + sumOf(money), 0),
  taxable: lines.reduce((sum, money) => sum + taxableOf(money, rule), 0),
});
const taxOn = ({ taxable }: Sum, { percent }: TaxRule): Cents => Math.round((taxable * percent) / 100);

const LABOUR_ROWS: readonly [Row['key'], string, readonly LabourType[]][] = [
  ['body_labour', 'Body labor', ['body']],
  ['structural_labour', 'Structural and frame labor', ['structural', 'frame']],
  ['mechanical_labour', 'Mechanical and diagnostic labor', ['mechanical', 'diagnostic']],
  ['glass_labour', 'Glass labor', ['glass']],
];

/** Totals by category of the lines as written: rows but tax make the subtotal, to the cent. */
function totalRows(scope: readonly EstimateLine[], rates: Rates, rule: TaxRule): Row[] {
  const money = scope.map((line) => ({ line, money: fullMoney(line) }));
  const sum = (pick: (entry: (typeof money)[number]) => number, of = money): number =>
    of.reduce((all, entry) => all + pick(entry), 0);
  const row = (key: Row['key'], label: string, amount: Cents, of?: Partial<Row>): Row => ({
    key,
    label,
    basis: null,
    unit: null,
    rate: null,
    ...of,
    likely: dollars(amount),
  });
  const inHours = (hours: number, rate: Cents | null) => ({
    basis: Math.round(hours * 100) / 100,
    unit: 'hours' as const,
    rate: rate === null ? null : dollars(rate),
  });
  const hoursOf = ({ line }: (typeof money)[number]): number => line.labour?.hours.likely ?? 0;
  const paint = sum(({ line }) => line.refinish?.hours ?? 0);
  const refinishLabour = money.filter(({ line }) => line.labour?.type === 'refinish');
  const all = add(
    money.map((entry) => entry.money),
    rule,
  );
  return [
    row(
      'parts',
      'Parts',
      sum((entry) => entry.money.parts),
    ),
    ...LABOUR_ROWS.map(([key, label, types]) => {
      const some = money.filter(({ line }) => line.labour !== null && types.includes(line.labour.type));
      const used = [...new Set(some.map(({ line }) => cents(line.labour?.rate ?? 0)))];
      const rate = used.length > 1 ? null : (used[0] ?? rates[types[0] ?? 'body']);
      return row(
        key,
        label,
        sum((entry) => entry.money.labour, some),
        inHours(sum(hoursOf, some), rate),
      );
    }),
    row(
      'refinish_labour',
      'Refinish labor',
      sum((entry) => entry.money.refinish) + sum((entry) => entry.money.labour, refinishLabour),
      inHours(paint + sum(hoursOf, refinishLabour), rates.refinish),
    ),
    row(
      'paint_materials',
      'Paint materials',
      sum((entry) => entry.money.materials),
      inHours(paint, rates.materials),
    ),
    row(
      'sublet',
      'Sublet, scans and calibrations',
      sum((entry) => entry.money.sublet),
    ),
    row('tax', 'Sales tax', taxOn(all, rule), {
      basis: dollars(all.taxable),
      unit: 'percent',
      rate: rule.percent,
    }),
  ];
}

/** Lines by where they stand; `slight` ones are counted only. */
export type Sorted = Readonly<Record<'scope' | 'possible' | 'slight', readonly EstimateLine[]>>;

/**
 * The four rows that add up by eye, and the rows of what is written. To the cent: as written + possible + what may fall away
 * + unlocated = average; every line's cost × chance, with tax on it, is in the average exactly once. `unlocated` in cents.
 */
export function outcomeOf(
  lines: Sorted,
  rates: Rates,
  rule: TaxRule,
  unlocated: Cents,
): Pick<Estimate, 'totals' | 'subtotal' | 'tax'> & { outcome: Outcome } {
  const expected = (some: readonly EstimateLine[]): Sum =>
    add(
      some.map((line) => shareOf(fullMoney(line), countedChance(line))),
      rule,
    );
  const full = add(lines.scope.map(fullMoney), rule);
  const tax = taxOn(full, rule);
  const parts = {
    scope: expected(lines.scope),
    possible: expected(lines.possible),
    slight: expected(lines.slight),
  };
  const all: Sum = {
    net: parts.scope.net + parts.possible.net + parts.slight.net,
    taxable: parts.scope.taxable + parts.possible.taxable + parts.slight.taxable,
  };
  const possibles: Sum = {
    net: parts.possible.net + parts.slight.net,
    taxable: parts.possible.taxable + parts.slight.taxable,
  };
  const asWritten = full.net + tax;
  const possible = possibles.net + taxOn(possibles, rule);
  const located = all.net + taxOn(all, rule);
  const away = lines.scope.filter((line) => countedChance(line) < 1);
  return {
    totals: totalRows(lines.scope, rates, rule),
    subtotal: dollars(full.net),
    tax: dollars(tax),
    outcome: {
      as_written: dollars(asWritten),
      possible: dollars(possible),
      possible_count: lines.possible.length,
      slight: dollars(parts.slight.net + taxOn(parts.slight, rule)),
      slight_count: lines.slight.length,
      fall_away: dollars(located - asWritten - possible),
      fall_away_count: away.length,
      unlocated: dollars(unlocated),
      average: dollars(located + unlocated),
    },
  };
}
