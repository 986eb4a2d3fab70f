import type { SimilarLot, SiteFee } from '../../../contract/schemas/market.ts';
import type { LotFacts } from '../auction-site.ts';
import { similarTo } from '../market-facts.ts';
import { type Amount, amountOf, countOf, printedAmount } from '../page/amounts.ts';
import { vinOf } from '../page/listing-values.ts';
import { saleTimeOf } from '../page/sale-time.ts';
import { saleKindOf, stateInLines } from '../page/sale-words.ts';
import { readVehicleTitle } from '../page/vehicle-title.ts';
import { ARCHIVED } from './languages.ts';
import {
  BROKER_FEE,
  brokerTax,
  currencyIn,
  endOf,
  feeRow,
  type HistoryCells,
  historyOf,
  inCurrency,
  presentSale,
  priceBand,
  pricesOf,
  withMarket,
} from './market.ts';

/** The market in the copied text of a bid.cars lot page. In its calculators some values come before their label. */

type Own = Pick<LotFacts, 'vin' | 'year' | 'sale_date'> & {
  lotId: string | null;
  saleStatus: string | null;
  /** The day of the auction as its row has it, or the day it ended on. */
  saleText: string | null;
};
type Lines = readonly string[];

/** `lines` are all of the page: other cars come after its own. */
export function textMarket(lines: Lines, own: Own): Pick<LotFacts, 'market' | 'sale'> {
  const others = lines.findLastIndex((line) => /^compare auctions$/i.test(line));
  const ownLines = others < 0 ? lines : lines.slice(0, others);
  const calculator = ownLines.findIndex((line) => /^final price (?:estimator|calculator)$/i.test(line));
  const upper = calculator < 0 ? ownLines : ownLines.slice(0, calculator);
  const cells = historyCells(upper);
  const final = priceUnder(upper, /^final bid\b/i);
  const current = priceUnder(upper, /^current bid\b/i);
  const buyNow = priceUnder(upper, /^buy (?:it )?now(?: price)?\b/i);
  const currency = currencyIn([
    ...[final, current, buyNow].map((price) => (price === 'hidden' ? null : price)),
    ...listedValues(upper),
    ...cells.map(({ bid }) => amountOf(bid)),
  ]);
  const sale_history = historyOf(cells, currency);
  const time = saleTimeOf(own.saleText);
  const isOver = ownLines.some((line) => ARCHIVED.test(line) || PASSED.test(line));
  const isSoldNow = upper.some((line) => /^sold by buy now$/i.test(line));
  const present = presentSale(sale_history, own.lotId, time.day);
  const shown = (price: Price): (number | null)[] => [
    price === 'hidden' ? null : inCurrency(price, currency),
  ];
  const prices = {
    current: shown(current),
    final: shown(final),
    buyNow: shown(buyNow),
    isMasked: final === 'hidden',
  };
  const state = stateInLines(upper);
  const isSold = isSoldNow || state === 'sold';
  return {
    market: withMarket({
      currency,
      ...pricesOf(prices, { isOver: isOver || isSold, isSoldNow, present }),
      sale_kind: saleKindOf(own.saleStatus),
      sale_date: time.day,
      sale_at: time.at,
      history_count: historyCount(upper),
      sale_history,
      similar_lots:
        others < 0
          ? []
          : similarTo({ ...own, lotNumber: own.lotId }, otherCars(lines.slice(others + 1), currency)),
      site_price_band: expectedCost(upper, currency),
      site_fees: calculator < 0 ? [] : siteFees(ownLines.slice(calculator)),
    }),
    sale: isOver || isSold ? endOf({ isSoldNow: isSold, present }) : upcoming(state, time.day),
  };
}

const upcoming = (state: ReturnType<typeof stateInLines>, day: string | null): LotFacts['sale'] => {
  if (state === 'live' || state === 'on_approval') return { state };
  return day === null ? null : { state: 'upcoming' };
};

/** Behind the day of an auction: `(2 m 18 d ago)`. */
const PASSED = /^(?:.{0,40}\s)?\(.{2,20}\sago\)$/;

type Price = Amount | 'hidden' | null;

/** The first price with this label: on its line, or on the next one. */
function priceUnder(lines: Lines, label: RegExp): Price {
  for (const [index, line] of lines.entries()) {
    if (line.length > 60 || !label.test(line)) continue;
    const rest = line.replace(label, '').replace(/^[\s:]+/, '');
    const value = rest === '' ? (lines[index + 1] ?? '') : rest;
    if (/^hidden$/i.test(value)) return 'hidden';
    const price = amountOf(value);
    // A bare number under the same words is a filter's or a column's.
    if (price !== null && (price.isDollar || price.currency !== null)) return price;
  }
  return null;
}

const listedValues = (lines: Lines): (Amount | null)[] =>
  lines
    .filter((line) => /\bUSD\b/.test(line) && line.length < 80)
    .flatMap((line) => line.split('/').map(printedAmount));

function historyCount(lines: Lines): number | null {
  for (const [index, line] of lines.entries())
    if (/^sales history$/i.test(line)) {
      const count = countOf(lines[index + 1]);
      if (count !== null && count < 10_000) return count;
    }
  return null;
}

const COLUMNS = ['auction', 'date', 'lot #', 'final bid', 'odometer', 'status', 'seller'];
/** Lines of one row: a cell may be empty, or take two lines. */
const ROW_LINES = 10;

/** The rows under the history's heading, each from the name of its auction on. */
function historyCells(lines: Lines): HistoryCells[] {
  const start = lines.findIndex((_, index) =>
    COLUMNS.every((word, i) => lines[index + i]?.toLowerCase() === word),
  );
  if (start < 0) return [];
  const rows: HistoryCells[] = [];
  let index = start + COLUMNS.length;
  while (isRowStart(lines, index)) {
    const from = index;
    index += 1;
    while (index < lines.length && index < from + ROW_LINES && !isRowStart(lines, index)) index += 1;
    const [auction = null, date = null, ...rest] = lines.slice(from, index);
    const place = rest.findIndex((line) => /^\d{1,2}\s?-\s?\d{1,12}$/.test(line));
    const odometer = rest.findIndex((line, at) => at > place && /\d\s?(?:mi|km)\b|^-+$/i.test(line));
    const bid = odometer < 0 || odometer > place + 1 ? (rest[place + 1] ?? null) : null;
    const after = odometer < 0 ? [] : rest.slice(odometer + 1);
    const [status = null, seller = null] = after;
    rows.push({ auction, date, lot: rest[place]?.replace(/\s/g, '') ?? null, bid, status, seller });
  }
  return rows;
}

const isRowStart = (lines: Lines, index: number): boolean =>
  /^(?:copart|iaai|impact|[a-z]{3,12})$/i.test(lines[index] ?? '') &&
  /^20\d{2}-\d{2}-\d{2}$/.test(lines[index + 1] ?? '');

/** Name, VIN, `Finished`, `Final bid` and a price, one car after the other. */
function otherCars(lines: Lines, currency: string | null): SimilarLot[] {
  const starts = lines.flatMap((line, index) =>
    line.length < 120 && readVehicleTitle(line).year !== null ? [index] : [],
  );
  return starts.flatMap((from, place) => {
    const card = lines.slice(from, starts[place + 1] ?? from + ROW_LINES);
    const isFinal = card.some((line) => /^finished$/i.test(line));
    const price = priceUnder(card, isFinal ? /^final bid\b/i : /^current bid\b/i);
    const bid = price === 'hidden' ? null : inCurrency(price, currency);
    const { name, year } = readVehicleTitle(card[0] ?? null);
    const vin =
      card.map((line) => (/^[A-HJ-NPR-Z0-9]{17}$/.test(line) ? vinOf(line) : null)).find(Boolean) ?? null;
    return bid === null
      ? []
      : [{ name, year, vin, bid, kind: isFinal ? ('final' as const) : ('current' as const) }];
  });
}

/** `$2,000 – $3,000` under its label, on one line or three. */
function expectedCost(lines: Lines, currency: string | null): LotFacts['market']['site_price_band'] {
  const at = lines.findIndex((line) => /^estimated cost\b/i.test(line));
  if (at < 0) return null;
  const text = lines
    .slice(at, at + 4)
    .join(' ')
    .replace(/^estimated cost\s*:?\s*/i, '');
  const [, low, high] =
    /^(\$\s?[\d,. ]+?(?:\s?USD)?)\s*[-–—]\s*(\$\s?[\d,.]+(?:\s?USD)?)(?=\s|$)/i.exec(text) ?? [];
  return priceBand(low, high, currency);
}

const PORT = /^([\p{L} .]{3,30}), [A-Z]{2}$/u;
const RATE = /^(\d{1,2}(?:\.\d)?)\s?%\s?\((.{2,40})\)$/;
/** Lines in which a row's value comes after its label, choices between them. */
const CHOICES = 14;

/** The rows of both calculators; what they add up is for the bid in the first one. */
function siteFees(lines: Lines): SiteFee[] {
  const row = (label: RegExp): { at: number; value: string; choices: Lines } | null => {
    const at = lines.findIndex((line) => label.test(line));
    const after = at < 0 ? [] : lines.slice(at + 1, at + 1 + CHOICES);
    const end = after.findIndex((line) => isMoney(line));
    return end < 0 ? null : { at, value: after[end] ?? '', choices: after.slice(0, end) };
  };
  const currencyHere = currencyIn(lines.map(amountOf).filter((price) => price?.isDollar));
  const lotPrice = printedAmount(row(/^(?:1\s*)?lot price$/i)?.value);
  const at_bid = lotPrice === null ? {} : { at_bid: lotPrice.amount };
  const fee = (label: RegExp, rest: Omit<SiteFee, 'amount' | 'currency'>): SiteFee[] =>
    feeRow(rest, row(label)?.value, currencyHere);
  const shipping = row(/^(?:4\s*)?shipping to$/i);
  const ports = shipping?.choices.flatMap((line) => PORT.exec(line)?.[1] ?? []) ?? [];
  const duty = row(/^(?:6\s*)?tax$/i);
  const vat = row(/^(?:7\s*)?vat$/i);
  const rates = chosenRates(duty, vat, ports[0] ?? null);
  const port = ports.find((name) => name.toLowerCase() === rates?.port.toLowerCase()) ?? ports[0] ?? null;
  const broker = lines.find((line) => BROKER_FEE.test(line)) ?? '';
  const total = lines.findIndex((line) => /^estimated total price$/i.test(line));
  return [
    ...fee(/^(?:2\s*)?auction fees$/i, { name: 'auction_fees', ...at_bid }),
    ...fee(/^(?:3\s*)?trucking to port$/i, { name: 'us_transport' }),
    ...feeRow({ name: 'ocean', ...(port === null ? {} : { port }) }, shipping?.value, currencyHere),
    ...fee(BROKER_FEE, { name: 'broker', ...brokerTax(broker) }),
    ...fee(/^subtotal$/i, { name: 'subtotal_1_4', ...at_bid }),
    ...feeRow(
      { name: 'import_duty', ...(rates === null ? {} : { percent: rates.duty }), ...at_bid },
      duty?.value,
      null,
    ),
    ...feeRow(
      { name: 'import_vat', ...(rates === null ? {} : { percent: rates.vat }), ...at_bid },
      vat?.value,
      null,
    ),
    ...fee(/^customs? agency\b/i, { name: 'customs_agency' }),
    // The value comes before this label.
    ...feeRow({ name: 'total', ...at_bid }, lines[total - 1], null),
  ];
}

const isMoney = (line: string): boolean => {
  const price = printedAmount(line);
  return price !== null && (price.isDollar || price.currency !== null);
};

type Choice = { value: string; choices: Lines };

type Rate = { percent: number; of: string };

const ratesOf = (row: Choice | null): Rate[] =>
  row?.choices.flatMap((line) => {
    const [, percent, of] = RATE.exec(line) ?? [];
    return of === undefined ? [] : [{ percent: Number(percent), of }];
  }) ?? [];

/**
 * The rates of duty and value-added tax. A copied text lists every choice, and the one pair that gives the printed amounts was chosen:
 * the tax is due on the value and the duty together. Where no pair does, the choices are the ones that the page comes with, its first
 * duty and the tax of its first port; where several do, none is known.
 */
function chosenRates(
  duty: Choice | null,
  vat: Choice | null,
  firstPort: string | null,
): { duty: number; vat: number; port: string } | null {
  const [duties, taxes] = [ratesOf(duty), ratesOf(vat)];
  const [dutyAmount, vatAmount] = [printedAmount(duty?.value), printedAmount(vat?.value)];
  if (dutyAmount === null || vatAmount === null) return null;
  const fits = duties.flatMap((first) =>
    taxes.flatMap((second) =>
      isMadeWith(dutyAmount.amount, vatAmount.amount, first.percent / 100, second.percent / 100)
        ? [{ duty: first.percent, vat: second.percent, port: second.of }]
        : [],
    ),
  );
  if (fits.length > 0) return fits.length === 1 ? (fits[0] ?? null) : null;
  const first = duties[0];
  const tax = taxes.find(({ of }) => of.toLowerCase() === firstPort?.toLowerCase());
  return first && tax ? { duty: first.percent, vat: tax.percent, port: tax.of } : null;
}

/** True if both printed amounts come of these rates. The duty is printed in whole units: half of one moves the value by five. */
function isMadeWith(duty: number, vat: number, dutyRate: number, vatRate: number): boolean {
  if (dutyRate === 0 || duty === 0) return false;
  const due = (duty / dutyRate + duty) * vatRate;
  return Math.abs(due - vat) <= 0.5 + (0.5 / dutyRate + 0.5) * vatRate;
}
