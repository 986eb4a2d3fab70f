import { saleStateAt } from '../../facts/sale-state.ts';
import type { Lot } from '../../schemas/lot.ts';
import type { Market, SaleState } from '../../schemas/market.ts';
import { dayInUtc } from '../figures.ts';
import { printedMoney } from './printed-money.ts';

/** The facts of a sale's end; lists have these alone. */
export type SaleFacts = Pick<
  Market,
  'sale_state' | 'sale_at' | 'sale_date' | 'currency' | 'final_bid' | 'final_bid_masked' | 'sold_by'
>;
export type SoldLot = Pick<Lot, 'listing_state' | 'sale_date'> & { market?: SaleFacts | null | undefined };

/** The state of a lot's sale at `now` (ms since 1970); of lots stored without a market, by their listing. */
export function saleStateOf({ market, listing_state, sale_date }: SoldLot, now: number): SaleState {
  if (market) return saleStateAt(market, now);
  if (listing_state === 'sold' || listing_state === 'ended') return listing_state;
  const day = /^\d{4}-\d{2}-\d{2}/.exec(sale_date ?? '')?.[0] ?? null;
  const at = /^\d{4}-\d{2}-\d{2}T/.test(sale_date ?? '') ? sale_date : null;
  return saleStateAt({ sale_state: 'unknown', sale_at: at, sale_date: day }, now);
}

const OVER: ReadonlySet<SaleState> = new Set(['sold', 'ended', 'on_approval']);

/** True if the sale of a lot is over at `now`, ms since 1970. */
export const isSaleOver = (lot: SoldLot, now: number): boolean => OVER.has(saleStateOf(lot, now));

/** `Sep 12, 2026`: when the lot was sold; null where no day with a year is known. */
function endDay({ market, sale_date }: SoldLot): string | null {
  const dates = [market?.sale_at, market?.sale_date, sale_date];
  const known = dates.find((date) => /^\d{4}-\d{2}-\d{2}/.test(date ?? ''));
  const time = Date.parse(known ?? '');
  return Number.isNaN(time) ? null : dayInUtc(time);
}

const on = (day: string | null): string => (day === null ? '' : ` ${day}`);

/** What became of a lot whose sale is over, in one line; null before its end. `now`: ms since 1970. */
export function saleEndWords(lot: SoldLot, now: number): string | null {
  const state = saleStateOf(lot, now);
  const { market } = lot;
  const day = on(endDay(lot));
  const bid = market?.final_bid == null ? null : printedMoney(market.final_bid, market.currency);
  const hidden = market?.final_bid_masked ? ', final bid hidden' : '';
  switch (state) {
    case 'sold': {
      const way = market?.sold_by === 'buy_now' ? ' (Buy Now)' : '';
      return bid === null ? `Sold${day}${way}${hidden}` : `Sold${day} for ${bid}${way}`;
    }
    case 'on_approval':
      return `Ended${day}${bid === null ? '' : ` at ${bid}`}, waiting for the seller’s approval`;
    case 'ended':
      // Its page was read before the sale: what came of it is not known.
      if (market?.sale_state !== 'ended') return `Ended${day}, result not known`;
      return `Ended${day}${bid === null ? '' : ` at ${bid}`}, not reported sold${hidden}`;
    case 'live':
    case 'upcoming':
    case 'unknown':
      return null;
  }
}
