import {
  type BasketKind,
  type BasketRow,
  fillBasket,
  linesToBuy,
  unusedText,
} from '../../../contract/report-view/baskets.ts';
import { orderLines } from '../../../contract/report-view/line-order.ts';
import {
  lineName,
  lineSide,
  numberSide,
  numberToldWords,
  whyNoNumber,
} from '../../../contract/report-view/number-side.ts';
import { numberSource, sourceDate } from '../../../contract/report-view/source-date.ts';
import { statedSentences } from '../../../contract/report-view/stated-by-sellers.ts';
import { lineSupersessions } from '../../../contract/report-view/supersession.ts';
import { shownAmount } from '../../../contract/report-view/units/shown-amounts.ts';
import { shownUnits } from '../../../contract/report-view/units/shown-units.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import type { EstimateLine, OemNumber } from '../../../contract/schemas/estimate.ts';
import type { CheckedNumber } from '../../../contract/schemas/offers.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';

export type Cell = string | number | null;
export type NumberedLine = EstimateLine & { no: number };
/** One column of a sheet: its heading, its width in characters, what it shows of a line. */
export type Column<Row> = {
  readonly heading: string;
  readonly width: number;
  /** US dollars, written with two decimals in the money that is shown. */
  readonly money?: boolean;
  of(row: Row): Cell;
};

export const column = <Row>(
  heading: string,
  width: number,
  of: (row: Row) => Cell,
  money = false,
): Column<Row> => ({
  heading,
  width,
  of,
  money,
});

/** What a column writes of a row. */
export function cellOf<Row>({ of, money = false }: Column<Row>, row: Row): Cell {
  const value = of(row);
  return money && typeof value === 'number' ? shownAmount(value) : value;
}

/** Rows in other money name it, with its rate; none in US dollars. */
export function moneyColumns<Row>(): Column<Row>[] {
  const { money } = shownUnits();
  if (money === null) return [];
  return [
    column('currency', 9, () => money.currency),
    column('per_us_dollar', 13, () => money.per_usd),
    column('rate_date', 12, () => money.rate_date),
    column('rate_source', 40, () => money.rate_source ?? 'own rate'),
  ];
}

const photosOf = (line: EstimateLine): string =>
  [...new Set(line.evidence.map((evidence) => evidence.photo))].sort((a, b) => a - b).join(' ');

const firstSide = ({ oem_numbers: [first] }: EstimateLine): string | null =>
  first ? numberSide(first) : null;

/** The alternatives behind the first number, each with its side where the line's is not known, and with what `says` adds. */
function otherNumbers(
  { oem_numbers: numbers, side }: EstimateLine,
  says: (number: OemNumber) => string,
): string {
  return numbers
    .slice(1)
    .map((number) => {
      const told = [side === 'unknown' ? numberSide(number) : null, says(number)].filter(Boolean);
      return told.length === 0 ? number.number : `${number.number} (${told.join(', ')})`;
    })
    .join(', ');
}

/** The lines in the order and with the numbers that page and PDF give them. */
export const numberedLines = (model: ReportModel): NumberedLine[] =>
  orderLines(model.estimate.lines).map((line, index) => ({ ...line, no: index + 1 }));

/** A claim of sellers and what they ask: neither a number to order by nor a price. */
export const STATED_COLUMN = column<EstimateLine>('stated_by_sellers', 40, (line) => {
  const claims = statedSentences(line);
  return claims.length === 0 ? null : claims.join('\n');
});

/** Columns of the line sheet of schema_version 1. Money in what is shown, US dollars by default, hours in labour hours, chance 0–1; empty is unknown or not applicable. */
export const LINE_COLUMNS: readonly Column<NumberedLine>[] = [
  column('line', 6, ({ no }) => no),
  column('block', 14, ({ block }) => block),
  column('section', 16, ({ section }) => section),
  column('operation', 11, ({ operation }) => operation),
  column('description', 38, lineName),
  column('side', 9, ({ side }) => side),
  column('position', 9, ({ position }) => position),
  column('part_type', 13, ({ part_type }) => part_type),
  column('quantity', 9, ({ quantity }) => quantity),
  column('oem_number', 18, ({ oem_numbers }) => oem_numbers[0]?.number ?? null),
  column('number_side', 11, firstSide),
  column('other_numbers', 24, (line) => otherNumbers(line, () => '')),
  column('smaller_pieces', 24, ({ other_pieces: pieces = [] }) =>
    pieces.map(({ number, name }) => `${number} ${name}`).join('; '),
  ),
  column('number_source', 24, (line) => {
    const [first] = line.oem_numbers;
    return first ? numberSource(first, String) : whyNoNumber(line);
  }),
  column('fit', 12, ({ oem_numbers }) => oem_numbers[0]?.fit ?? null),
  column('part_price_low', 13, ({ part_price }) => part_price?.low ?? null, true),
  column('part_price_likely', 13, ({ part_price }) => part_price?.likely ?? null, true),
  column('part_price_high', 13, ({ part_price }) => part_price?.high ?? null, true),
  column('price_basis', 11, ({ part_price }) => part_price?.basis ?? null),
  column('labour_type', 12, ({ labour }) => labour?.type ?? null),
  column('labour_hours', 12, ({ labour }) => labour?.hours.likely ?? null),
  column('labour_rate', 11, ({ labour }) => labour?.rate ?? null, true),
  column('labour_basis', 11, ({ labour }) => labour?.basis ?? null),
  column('refinish_hours', 13, ({ refinish }) => refinish?.hours ?? null),
  column('clear_coat_hours', 13, ({ refinish }) => refinish?.clear_coat_hours ?? null),
  column('overlap_hours', 13, ({ refinish }) => refinish?.overlap_hours ?? null),
  column('refinish_rate', 11, ({ refinish }) => refinish?.rate ?? null, true),
  column('materials_rate', 11, ({ refinish }) => refinish?.materials_rate ?? null, true),
  column('sublet', 11, ({ sublet }) => sublet?.likely ?? null, true),
  column('cost_low', 12, ({ cost }) => cost.low, true),
  column('cost_likely', 12, ({ cost }) => cost.likely, true),
  column('cost_high', 12, ({ cost }) => cost.high, true),
  column('chance', 8, ({ probability }) => probability),
  column('expected_cost', 12, ({ expected_cost }) => expected_cost, true),
  /** Ours, where the user changed the line. */
  column('estimated_cost', 13, ({ estimated }) => estimated?.cost.likely ?? null, true),
  column('basis', 10, ({ basis }) => basis),
  column('photos', 10, photosOf),
  column('why', 60, whyOf),
];

type Order = NumberedLine & { quantityToOrder: number; basket: BasketRow };
const linkOf = (line: EstimateLine, kind: EstimateLine['supplier_links'][number]['kind']): string | null =>
  line.supplier_links.find((link) => link.kind === kind)?.url ?? null;

/** Parts to buy: exactly the basket's, whole pieces, with its prices where they are known. */
export function partsToOrder(
  model: ReportModel,
  basket: BasketKind = 'oem',
  checked: readonly CheckedNumber[] = [],
): Order[] {
  const numbers = new Map(numberedLines(model).map(({ id, no }) => [id, no]));
  const lines = linesToBuy(orderLines(model.estimate.lines), 0);
  return fillBasket(basket, lines, checked).rows.map((row) => ({
    ...row.line,
    no: numbers.get(row.line.id) ?? 0,
    quantityToOrder: row.quantity,
    basket: row,
  }));
}

/** Columns of the parts order sheet. A number is exactly as its source writes it; without one, why there is none. */
export const PARTS_COLUMNS: readonly Column<Order>[] = [
  column('line', 6, ({ no }) => no),
  column('oem_number', 18, ({ oem_numbers }) => oem_numbers[0]?.number ?? null),
  column('number_side', 11, firstSide),
  column('quantity', 9, ({ quantityToOrder }) => quantityToOrder),
  column('description', 38, lineName),
  column('side', 15, (line) => (line.standing ? lineSide(line) : null) ?? line.side),
  column('position', 9, ({ position }) => position),
  column('part_type', 13, ({ part_type }) => part_type),
  column('chance', 8, ({ probability }) => probability),
  column('fit', 12, ({ oem_numbers }) => oem_numbers[0]?.fit ?? null),
  column('decides', 30, ({ oem_numbers: [first] }) => (first ? numberToldWords(first) : null)),
  column('other_numbers', 24, (line) => otherNumbers(line, numberToldWords)),
  column('superseded_by', 18, ({ oem_numbers }) => oem_numbers[0]?.superseded_by ?? null),
  /** Of all of its numbers, old to new, with their sources' words. */
  column('supersession', 30, ({ oem_numbers }) => lineSupersessions(oem_numbers)),
  column('number_source', 24, ({ oem_numbers }) => oem_numbers[0]?.source ?? null),
  column('number_dated', 12, ({ oem_numbers: [first] }) => (first ? sourceDate(first.dated, String) : null)),
  column('no_number_because', 40, whyNoNumber),
  STATED_COLUMN,
  column('part_price_likely', 13, ({ part_price }) => part_price?.likely ?? null, true),
  /** What somebody asks for one piece, as against our estimate before; empty is unknown. */
  column('asked_price', 13, ({ basket }) => basket.price?.each ?? null, true),
  /** And for all pieces: adds up to the basket's sum. */
  column('asked_cost', 13, ({ basket }) => basket.cost, true),
  column('asked_for', 12, ({ basket }) => basket.price?.kind ?? null),
  column('asked_by', 24, ({ basket: { price, unused } }) =>
    unused ? unusedText(unused, String) : (price?.source ?? null),
  ),
  column('asked_on', 22, ({ basket: { price } }) =>
    price && price.kind !== 'own' ? sourceDate(price.dated, String) : null,
  ),
  column('oem_link', 40, (line) => linkOf(line, 'oem')),
  column('aftermarket_link', 40, (line) => linkOf(line, 'aftermarket')),
  column('used_link', 40, (line) => linkOf(line, 'used')),
  column('marketplace_link', 40, (line) => linkOf(line, 'marketplace')),
];
