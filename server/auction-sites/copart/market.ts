import type { SaleReading } from '../../../contract/facts/sale-state.ts';
import { type Market, type MarketFacts, NO_MARKET } from '../../../contract/schemas/market.ts';
import { saleFields } from '../market-facts.ts';
import { amountOf, currencyOf, figureOf, printedAmount } from '../page/amounts.ts';
import { isoTime } from '../page/listing-values.ts';
import { NO_SALE_TIME, saleTimeOf, timeLeftOf } from '../page/sale-time.ts';
import { reserveStateOf, saleKindOf, stateInLines, statusStateOf } from '../page/sale-words.ts';

/** The market in Copart's data and in what its lot page shows. */

/**
 * What the data says. Fields about the viewer (`hasBid`, `bidStatus`, `myb`) and fields of unknown meaning (`lspa`, `ymin`, `ss`) are
 * not read. Bids are numbers; null: the row leaves them out, which is not a bid of zero.
 */
export type CopartData = {
  currency: string | null;
  bids: readonly (number | null)[];
  asks: readonly (number | null)[];
  isFirstBid: boolean;
  isReserveMet: boolean | null;
  statuses: readonly (string | null)[];
  isSold: boolean;
  isStub: boolean;
  /** Start of the sale, ms since 1970; 0 and null: not set yet. */
  saleAt: number | null;
};

type Read = { market: MarketFacts; sale: SaleReading | null };

export function dataMarket(data: CopartData): Read {
  const state = dataState(data);
  const isOver = state !== null && state !== 'upcoming';
  const sale_kind = data.statuses.map(saleKindOf).find((kind) => kind !== null) ?? null;
  const current_bid = data.bids.map(figureOf).find((bid) => bid !== null) ?? null;
  // On what is left of a sold lot a zero says nothing.
  const noBids = !isOver && (data.isFirstBid || data.bids.includes(0));
  return {
    market: {
      ...NO_MARKET,
      currency: currencyOf(data.currency),
      current_bid,
      has_bids: current_bid !== null ? true : noBids ? false : null,
      sale_kind,
      reserve_state: reserveOf(data, sale_kind),
      buy_now: data.asks.map(figureOf).find((ask) => ask !== null) ?? null,
      ...saleFields({ day: null, at: isoTime(data.saleAt) }),
    },
    sale: state === null ? null : { state, isStub: data.isStub },
  };
}

/** Only a lot with a sale status has a reserve that may be met. */
function reserveOf(
  { isReserveMet, statuses }: CopartData,
  kind: Market['sale_kind'],
): Market['reserve_state'] {
  if (kind === 'pure_sale') return 'none';
  if (isReserveMet === null || statuses[0] == null) return null;
  return isReserveMet ? 'met' : 'not_met';
}

function dataState({ statuses, isSold, saleAt }: CopartData): SaleReading['state'] {
  const state = statuses.map(saleStatusState).find((state) => state !== null) ?? null;
  if (state === 'on_approval') return state;
  if (isSold) return 'sold';
  return state ?? (isoTime(saleAt) === null ? null : 'upcoming');
}

/** `ON_APPROVAL` alone is how a lot is sold, not what came of it. */
const saleStatusState = (status: string | null): SaleReading['state'] =>
  saleKindOf(status) === null ? statusStateOf(status) : null;

/** The values of the page's labels that are about its sale. */
export type CopartLabels = {
  bid: string | null;
  ask: string | null;
  increment: string | null;
  starting: string | null;
  minimum: string | null;
  status: string | null;
  saleDate: string | null;
  countdown: string | null;
  /** Other prices of the page, which name its currency where the bids don't. */
  values: readonly (string | null)[];
};

export function shownMarket(labels: CopartLabels, lines: readonly string[]): Read {
  const prices = [labels.bid, labels.ask, labels.increment, labels.starting].map(amountOf);
  const [bid, ask, increment, starting] = prices;
  const currency =
    [...prices, ...labels.values.map(printedAmount)].find((price) => price?.currency != null)?.currency ??
    null;
  const own = (price: (typeof prices)[number] | undefined): number | null =>
    price == null || (price.currency !== null && price.currency !== currency) ? null : price.amount;
  const isFuture = /^future\b/i.test(labels.saleDate ?? '');
  const time = isFuture ? NO_SALE_TIME : saleTimeOf(labels.saleDate);
  const time_left_s = timeLeftOf(labels.countdown);
  const minimum = reserveStateOf(labels.minimum);
  const shownReserve = lines
    .filter((line) => line.length < 60)
    .map(reserveStateOf)
    .find((state) => state !== null);
  const sale_kind = saleKindOf(labels.status) ?? (minimum === null ? null : 'minimum_bid');
  const current_bid = own(bid);
  const state = saleStatusState(labels.status) ?? stateInLines(lines);
  const isAhead = isFuture || time.day !== null || time_left_s !== null;
  return {
    market: {
      ...NO_MARKET,
      currency,
      current_bid,
      has_bids: current_bid !== null ? true : saysNoBids(labels, lines) ? false : null,
      starting_bid: own(starting),
      bid_increment: own(increment),
      sale_kind,
      reserve_state: minimum ?? shownReserve ?? (sale_kind === 'pure_sale' ? 'none' : null),
      buy_now: own(ask),
      ...saleFields(time),
      time_left_s,
    },
    sale: state !== null ? { state } : isAhead ? { state: 'upcoming' } : null,
  };
}

const saysNoBids = ({ bid }: CopartLabels, lines: readonly string[]): boolean =>
  [bid ?? '', ...lines].some((line) => /^(?:no bids(?: yet)?|be the first to bid)[.!]?$/i.test(line));
