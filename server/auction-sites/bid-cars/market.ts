import type { SaleReading } from '../../../contract/facts/sale-state.ts';
import type { Contradiction } from '../../../contract/schemas/lot.ts';
import {
  type Market,
  type MarketFacts,
  NO_MARKET,
  type PastSale,
  type SiteFee,
} from '../../../contract/schemas/market.ts';
import { newestSales } from '../market-facts.ts';
import { type Amount, amountOf, printedAmount } from '../page/amounts.ts';
import { saleDateOf, textOf } from '../page/listing-values.ts';
import { soldStatusOf } from '../page/sale-words.ts';

/** What the forms of bid.cars have in common: its currency, its history rows, and the end of a sale. */

/** The site prints prices in US dollars, by code or as a bare `$`; null where it prints none. */
export function currencyIn(prices: readonly (Amount | null)[]): string | null {
  const named = prices.find((price) => price?.currency != null)?.currency ?? null;
  return named ?? (prices.some((price) => price?.isDollar) ? 'USD' : null);
}

/** The amount of a price in `currency`; null in any other. */
export const inCurrency = (price: Amount | null, currency: string | null): number | null =>
  price !== null && (price.currency ?? (price.isDollar ? 'USD' : currency)) === currency
    ? price.amount
    : null;

export type HistoryCells = {
  auction: string | null;
  date: string | null;
  lot: string | null;
  bid: string | null;
  status: string | null;
  seller: string | null;
};

const ISO_DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A row of the sales history; null without a day and a lot. */
export function pastSale(cells: HistoryCells, currency: string | null): PastSale | null {
  const date = saleDateOf(cells.date);
  const lot_number = /^\d{1,2}-\d{1,12}$/.exec(textOf(cells.lot) ?? '')?.[0] ?? null;
  if (date === null || !ISO_DAY.test(date) || lot_number === null) return null;
  const seller = textOf(cells.seller);
  return {
    date,
    auction: textOf(cells.auction),
    lot_number,
    bid: inCurrency(amountOf(cells.bid), currency),
    status: soldStatusOf(cells.status),
    ...(seller === null ? {} : { seller }),
  };
}

export const historyOf = (rows: readonly HistoryCells[], currency: string | null): PastSale[] =>
  newestSales(rows.flatMap((row) => pastSale(row, currency) ?? []));

/** Days of a history and of the sale may be of two zones. */
const SAME_SALE_MS = 86_400_000;

/** The row of a history that is the sale of this lot itself. */
export function presentSale(
  history: readonly PastSale[],
  lotId: string | null,
  saleDate: string | null,
): PastSale | null {
  const own = history.filter(({ lot_number }) => lotId !== null && lot_number === lotId);
  const newest = own.toSorted((a, b) => (a.date ?? '').localeCompare(b.date ?? '')).at(-1) ?? null;
  const distance = Math.abs(Date.parse(newest?.date ?? '') - Date.parse(saleDate ?? ''));
  return distance > SAME_SALE_MS ? null : newest;
}

/** `isSoldNow`: the page's own price block says that the lot was sold by Buy Now. */
export type Outcome = { isOver: boolean; isSoldNow: boolean; present: PastSale | null };

/** The state of a lot whose sale is over: sold only where the price block or its own history row says so. */
export function endOf({ isSoldNow, present }: Omit<Outcome, 'isOver'>): SaleReading {
  if (isSoldNow || present?.status === 'sold') return { state: 'sold' };
  return { state: present?.status === 'on_approval' ? 'on_approval' : 'ended' };
}

/** Prices of a lot in the readings of one page, the one that is used first: `script` before what is shown. */
export type Prices = {
  current: readonly (number | null)[];
  final: readonly (number | null)[];
  buyNow: readonly (number | null)[];
  isMasked: boolean;
};

const firstKnown = (amounts: readonly (number | null)[]): number | null =>
  amounts.find((amount) => amount !== null) ?? null;

/** Bids by what they are: the one price block shows the current bid before the sale and the final bid after it. */
export function pricesOf(
  { current, final, buyNow, isMasked }: Prices,
  { isOver, isSoldNow, present }: Outcome,
) {
  const final_bid = isOver ? (firstKnown(final) ?? (present?.status === 'sold' ? present.bid : null)) : null;
  const current_bid = isOver ? null : firstKnown(current);
  return {
    current_bid,
    has_bids: current_bid === null ? null : true,
    buy_now: firstKnown(buyNow),
    final_bid,
    final_bid_masked: isOver && isMasked && final_bid === null,
    sold_by: isOver && isSoldNow ? ('buy_now' as const) : null,
  } satisfies Partial<Market>;
}

/** Prices that one page gives twice and differently. */
export function priceConflicts(
  { current, final, buyNow }: Prices,
  isOver: boolean,
  currency: string | null,
): Contradiction[] {
  const printed = (amount: number): string => {
    const figure = amount.toLocaleString('en-US');
    return currency === 'USD' ? `$${figure}` : `${figure} ${currency ?? ''}`.trim();
  };
  const amountsByFact: [Contradiction['fact'], readonly (number | null)[]][] = [
    isOver ? ['final_bid', final] : ['current_bid', current],
    ['buy_now', buyNow],
  ];
  return amountsByFact.flatMap(([fact, amounts]) => {
    const readings = [...new Set(amounts.filter((amount) => amount !== null))];
    return readings.length > 1 ? [{ fact, readings: readings.map(printed) }] : [];
  });
}

/** What the site expects a lot to cost, where it says both ends. */
export function priceBand(low: unknown, high: unknown, currency: string | null): Market['site_price_band'] {
  const [from, to] = [amountOf(low), amountOf(high)];
  if (from === null || to === null || from.amount > to.amount) return null;
  const named = currencyIn([from, to]) ?? currency;
  return { low: from.amount, high: to.amount, currency: named, label: 'Estimated cost' };
}

type Row = Pick<SiteFee, 'name'> & Partial<Omit<SiteFee, 'name' | 'amount' | 'currency'>>;

/** A row of the calculator, where an amount is printed. */
export function feeRow(row: Row, printed: unknown, currency: string | null): SiteFee[] {
  const price = printedAmount(printed);
  if (price === null) return [];
  return [{ ...row, amount: price.amount, currency: currencyIn([price]) ?? currency }];
}

/** The label of the site's own fee, with or without its number in the list, and whether tax comes on top. */
export const BROKER_FEE = /^(?:\d\s*)?BidCars Fee\b(.{0,40})$/i;
export const brokerTax = (label: string): Pick<SiteFee, 'tax'> =>
  /\+\s*(?:VAT|tax)/i.test(label) ? { tax: 'outside' } : {};

export const withMarket = (market: Partial<MarketFacts>): MarketFacts => ({ ...NO_MARKET, ...market });
