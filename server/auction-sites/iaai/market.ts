import type { SaleReading } from '../../../contract/facts/sale-state.ts';
import { type MarketFacts, NO_MARKET } from '../../../contract/schemas/market.ts';
import { saleFields } from '../market-facts.ts';
import { amountOf, currencyOf, figureOf } from '../page/amounts.ts';
import { auctionTime, textOf } from '../page/listing-values.ts';
import { saleTimeOf } from '../page/sale-time.ts';
import { saleKindOf, stateInLines, statusStateOf } from '../page/sale-words.ts';

/** The market in IAAI's view model and in what its lot page shows. */

/**
 * What the model says. Its defaults for visitors who are not signed in (zeros, `reserveMet: false`) say nothing, and
 * `MinimumBidAmount` repeats the Buy Now price.
 */
export type IaaiModel = {
  currency: string | null;
  bids: readonly unknown[];
  asks: readonly unknown[];
  increment: unknown;
  isReserveMet: boolean;
  isSoldNow: boolean;
  states: readonly unknown[];
  saleTimes: readonly (string | null)[];
  asksUntil: readonly (string | null)[];
};

type Read = { market: MarketFacts; sale: SaleReading | null };

const firstFigure = (values: readonly unknown[]): number | null =>
  values.map(figureOf).find((amount) => amount !== null) ?? null;

/** Times as the model has them; one before 2000 is a placeholder. */
function firstTime(texts: readonly (string | null)[]): { day: string | null; at: string | null } {
  const time = texts.map(auctionTime).find((read) => read !== null) ?? null;
  return time?.includes('T') ? { day: null, at: time } : { day: time, at: null };
}

export function modelMarket(model: IaaiModel): Read {
  const current_bid = firstFigure(model.bids);
  const time = firstTime(model.saleTimes);
  const buy_now = firstFigure(model.asks);
  const status = model.states.map(statusStateOf).find((state) => state !== null && state !== 'live') ?? null;
  const isAhead = time.at !== null || time.day !== null;
  const state = model.isSoldNow ? 'sold' : (status ?? (isAhead ? 'upcoming' : null));
  return {
    market: {
      ...NO_MARKET,
      currency: currencyOf(model.currency),
      current_bid,
      has_bids: current_bid === null ? null : true,
      bid_increment: figureOf(model.increment),
      reserve_state: model.isReserveMet ? 'met' : null,
      buy_now,
      buy_now_until: buy_now === null ? null : firstTime(model.asksUntil).at,
      sold_by: model.isSoldNow ? 'buy_now' : null,
      ...saleFields(time),
    },
    sale: state === null ? null : { state },
  };
}

export type IaaiLabels = {
  sale: string | null;
  saleName: string | null;
  bid: string | null;
  ask: string | null;
};

/** What labels say; amounts are in the currency that they name, and a bare `$` of a page may be Canadian. */
export function labelMarket({ sale, saleName, bid, ask }: IaaiLabels, lines: readonly string[]): Read {
  const [current, buyNow] = [amountOf(bid), amountOf(ask)];
  const time = saleTimeOf(sale);
  const state = stateInLines(lines);
  return {
    market: {
      ...NO_MARKET,
      currency: current?.currency ?? buyNow?.currency ?? null,
      current_bid: current?.amount ?? null,
      has_bids: current === null ? null : true,
      buy_now: buyNow?.amount ?? null,
      sale_kind: saleKindOf(textOf(saleName)),
      ...saleFields(time),
    },
    sale: state !== null ? { state } : time.day === null ? null : { state: 'upcoming' },
  };
}
