import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import {
  type Cents,
  centsFromDollars as cents,
  dollarsFromCents as dollars,
} from '../../../contract/schemas/money.ts';

/** The likely cost of a line by kind of money, integer cents. */
export type LineMoney = Readonly<Record<'parts' | 'labour' | 'refinish' | 'materials' | 'sublet', Cents>>;
type Key = 'low' | 'likely' | 'high';

/** Paint money told apart into labour and materials by their rates. */
function paintShares(line: EstimateLine, paint: Cents): Pick<LineMoney, 'refinish' | 'materials'> {
  const rates = line.refinish;
  if (!rates) return { refinish: paint, materials: 0 };
  const both = rates.rate + rates.materials_rate;
  const materials = both > 0 ? Math.round((paint * rates.materials_rate) / both) : 0;
  return { refinish: paint - materials, materials };
}

const partsOf = (line: EstimateLine, key: Key): Cents =>
  line.part_price ? Math.round(cents(line.part_price[key]) * line.quantity) : 0;
const labourOf = (line: EstimateLine, key: Key): Cents =>
  line.labour ? Math.round(line.labour.hours[key] * cents(line.labour.rate)) : 0;
const subletOf = (line: EstimateLine, key: Key): Cents => (line.sublet ? cents(line.sublet[key]) : 0);

/** What a line costs if it is needed; adds up to `cost.likely`. */
export function fullMoney(line: EstimateLine): LineMoney {
  const [parts, labour, sublet] = [
    partsOf(line, 'likely'),
    labourOf(line, 'likely'),
    subletOf(line, 'likely'),
  ];
  return {
    parts,
    labour,
    sublet,
    ...paintShares(line, cents(line.cost.likely) - parts - labour - sublet),
  };
}

/** Share of a line's cost that the average outcome counts, 0–1. */
export const countedChance = ({ probability, counts = 1 }: EstimateLine): number => probability * counts;

/** The line with `expected_cost` made again from cost and chance, each kind of money rounded for itself. */
export function withExpected(line: EstimateLine): EstimateLine {
  const all = Object.values(fullMoney(line)).map((value) => Math.round(value * countedChance(line)));
  return { ...line, expected_cost: dollars(all.reduce((sum, value) => sum + value, 0)) };
}

/** Paint labour and materials of a line if it is needed, cents: by hours and rates. */
export const paintMoney = ({ refinish }: EstimateLine): Cents =>
  refinish
    ? Math.round(refinish.hours * cents(refinish.rate)) +
      Math.round(refinish.hours * cents(refinish.materials_rate))
    : 0;

/** The line with `cost` and `expected_cost` made again from quantity, prices, hours and rates, and `paint` cents. */
export function recosted(line: EstimateLine, paint: Cents): EstimateLine {
  const at = (key: Key): number =>
    dollars(partsOf(line, key) + labourOf(line, key) + subletOf(line, key) + paint);
  return withExpected({ ...line, cost: { low: at('low'), likely: at('likely'), high: at('high') } });
}
