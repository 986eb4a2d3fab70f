import type { Lot } from '../schemas/lot.ts';
import type { Market, SaleState } from '../schemas/market.ts';

/** What a page says of a lot's sale; `null`: nothing that is understood. */
export type SaleReading = {
  state: Exclude<SaleState, 'unknown'> | null;
  /** The page is what is left of a lot that is no longer listed. */
  isStub?: boolean;
};

export type SaleStates = { sale_state: SaleState; listing_state: Lot['listing_state'] };

/** Both states of a lot, from one reading: no lot is sold in one and open in the other. */
export function saleStates({ state, isStub = false }: SaleReading): SaleStates {
  const sale_state = state ?? 'unknown';
  const isOver = sale_state === 'sold' || sale_state === 'ended' || sale_state === 'on_approval';
  if (!isOver) return { sale_state, listing_state: 'active' };
  return { sale_state, listing_state: sale_state === 'sold' && !isStub ? 'sold' : 'ended' };
}

/** A sale runs through its lots for hours after its start: time in ms for which it counts as live (judgement: one working day). */
const LIVE_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;
/** The last place on earth where a day ends, after its end in UTC, ms. */
const LATEST_ZONE_MS = 12 * 3_600_000;

type Dated = Pick<Market, 'sale_state' | 'sale_at' | 'sale_date'>;

/**
 * The state of a sale at `now` (ms since 1970): a lot that was upcoming when its page was read is live at its start and ended after
 * it. A day without a year never passes.
 */
export function saleStateAt({ sale_state, sale_at, sale_date }: Dated, now: number): SaleState {
  if (sale_state !== 'upcoming' && sale_state !== 'live' && sale_state !== 'unknown') return sale_state;
  const start = Date.parse(sale_at ?? '');
  if (!Number.isNaN(start)) {
    if (now >= start + LIVE_MS) return 'ended';
    return now >= start ? 'live' : sale_state;
  }
  const day = /^\d{4}-/.test(sale_date ?? '') ? Date.parse(sale_date ?? '') : Number.NaN;
  return now >= day + DAY_MS + LATEST_ZONE_MS ? 'ended' : sale_state;
}

/** A lot whose page was read at `now`, ms since 1970: what was to come before then is over. */
export function asReadAt<L extends Pick<Lot, 'listing_state' | 'market'>>(lot: L, now: number): L {
  const { market } = lot;
  const state = market ? saleStateAt(market, now) : 'unknown';
  if (!market || state === 'unknown' || state === market.sale_state) return lot;
  const { sale_state, listing_state } = saleStates({ state });
  return { ...lot, listing_state, market: { ...market, sale_state } };
}
