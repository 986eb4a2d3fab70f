import { type Estimate, type EstimateLine, UNLOCATED_LINE } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';
import { expectedMoney } from '../pricing/line-money.ts';
import { salesTax } from '../tables/sales-tax.ts';

type Row = Estimate['totals'][number];
type Tally = { money: Map<Row['key'], Cents>; hours: Map<Row['key'], number> };

const LABOUR_ROW = {
  body: 'body_labour',
  structural: 'structural_labour',
  frame: 'structural_labour',
  mechanical: 'mechanical_labour',
  diagnostic: 'mechanical_labour',
  glass: 'glass_labour',
  refinish: 'refinish_labour',
} as const satisfies Record<string, Row['key']>;

/** Expected cents and hours of the lines by row of the totals. */
function tally(lines: readonly EstimateLine[]): Tally {
  const money = new Map<Row['key'], Cents>();
  const hours = new Map<Row['key'], number>();
  const add = <K>(to: Map<K, number>, key: K, value: number): void => {
    to.set(key, (to.get(key) ?? 0) + value);
  };
  for (const line of lines) {
    const split = expectedMoney(line);
    const labour = LABOUR_ROW[line.labour?.type ?? 'body'];
    add(money, 'parts', split.parts);
    add(money, labour, split.labour);
    add(money, 'refinish_labour', split.refinish);
    add(money, 'paint_materials', split.materials);
    add(money, line.id === UNLOCATED_LINE ? 'misc' : 'sublet', split.sublet);
    add(hours, labour, (line.labour?.hours.likely ?? 0) * line.probability);
    add(hours, 'refinish_labour', (line.refinish?.hours ?? 0) * line.probability);
    add(hours, 'paint_materials', (line.refinish?.hours ?? 0) * line.probability);
  }
  return { money, hours };
}

const GOODS: readonly Row['key'][] = ['parts', 'paint_materials'];
const WORK: readonly Row['key'][] = [
  'body_labour',
  'refinish_labour',
  'structural_labour',
  'mechanical_labour',
  'glass_labour',
];
const hundredths = (hours: number): number => Math.round(hours * 100) / 100;

/** Whether the estimate taxed labour: told by what its tax row was reckoned from, by its state where that tells nothing. */
function taxesLabour(base: Estimate): boolean {
  const of = (keys: readonly Row['key'][]): Cents =>
    base.totals.reduce((all, row) => all + (keys.includes(row.key) ? cents(row.likely) : 0), 0);
  const taxable = cents(base.totals.find(({ key }) => key === 'tax')?.basis ?? 0);
  const [goods, work] = [of(GOODS), of(WORK)];
  return work === 0 ? salesTax(base.profile.state).on_labour : taxable === goods + work;
}

/**
 * Cents that the shares of paint labour and materials, taken from rounded hours, miss the base's own rows by. Moved from one
 * to the other they leave an untouched estimate as it was; never so many that a row would fall below nothing.
 */
function paintOffset(base: Estimate, now: Tally): Cents {
  const row = cents(base.totals.find(({ key }) => key === 'paint_materials')?.likely ?? 0);
  const offset = row - (tally(base.lines).money.get('paint_materials') ?? 0);
  const [most, least] = [now.money.get('refinish_labour') ?? 0, now.money.get('paint_materials') ?? 0];
  return least === 0 ? 0 : Math.min(most, Math.max(-least, offset));
}

/**
 * The totals of an estimate after its lines changed, in the base's rows. Rows but tax make the subtotal, which is the
 * lines' sum to the cent; tax follows the base's own rule.
 */
export function editedTotals(
  base: Estimate,
  lines: readonly EstimateLine[],
): Pick<Estimate, 'totals' | 'subtotal' | 'tax'> {
  const [then, now] = [tally(base.lines), tally(lines)];
  const offset = paintOffset(base, now);
  const labourToo = taxesLabour(base);
  const centsOf = (key: Row['key']): Cents => {
    const shift = { paint_materials: offset, refinish_labour: -offset }[key as string] ?? 0;
    return (now.money.get(key) ?? 0) + shift;
  };
  const of = (keys: readonly Row['key'][]): Cents => keys.reduce((all, key) => all + centsOf(key), 0);
  const taxable = of(GOODS) + (labourToo ? of(WORK) : 0);
  const percent = base.totals.find(({ key }) => key === 'tax')?.rate ?? 0;
  const tax = dollars(Math.round((taxable * percent) / 100));
  const hoursOf = (row: Row): number => {
    const hours = now.hours.get(row.key) ?? 0;
    return hours === 0
      ? 0
      : hundredths(Math.max(0, (row.basis ?? 0) + hours - (then.hours.get(row.key) ?? 0)));
  };
  const totals = base.totals.map((row): Row => {
    if (row.key === 'tax') return { ...row, basis: dollars(taxable), likely: tax };
    return {
      ...row,
      likely: dollars(centsOf(row.key)),
      basis: row.unit === 'hours' ? hoursOf(row) : row.basis,
    };
  });
  const keys = new Set(totals.filter(({ key }) => key !== 'tax').map(({ key }) => key));
  return { totals, subtotal: dollars(of([...keys])), tax };
}
