import type { ReportListItem } from '../../calls.ts';
import type { ListedMarket } from '../../schemas/market.ts';
import type { LotChange } from '../../watch/lot-change.ts';
import { readPriceValue } from '../../watch/price-value.ts';
import type { SoldLot } from './sale-end.ts';

export type ListedSale = SoldLot & { market?: ListedMarket | null };
type Figures = Pick<NonNullable<ReportListItem['figures']>, 'listing_state' | 'sale_date' | 'market'>;

/** Prices that lists show as they were last read. */
const PRICES = ['current_bid', 'buy_now', 'final_bid'] as const;

/** The sale of a listed report as its lot was last read: what changed since, the newest first, over what its report has. */
export function listedSale(figures: Figures, changes: readonly LotChange[]): ListedSale {
  const last = (fact: LotChange['fact']): string | null =>
    changes.find((change) => change.fact === fact)?.after ?? null;
  const listing = last('listing_state');
  const state = listing === 'sold' || listing === 'ended' || listing === 'active' ? listing : null;
  const sale_date = last('sale_date') ?? figures.sale_date;
  const listing_state = state ?? figures.listing_state ?? 'active';
  const market = figures.market;
  if (!market) return { listing_state, sale_date, market: null };
  const prices = Object.fromEntries(
    PRICES.flatMap((fact) => {
      const price = readPriceValue(last(fact) ?? '');
      return price === null || price.currency !== market.currency ? [] : [[fact, price.amount]];
    }),
  );
  const moved = last('sale_date') === null ? {} : saleTime(sale_date);
  const sale_state = state === null ? market.sale_state : state === 'active' ? 'upcoming' : state;
  return { listing_state, sale_date, market: { ...market, ...prices, ...moved, sale_state } };
}

function saleTime(date: string | null): Pick<ListedMarket, 'sale_at' | 'sale_date'> {
  const isInstant = /^\d{4}-\d{2}-\d{2}T/.test(date ?? '');
  return {
    sale_at: isInstant ? date : null,
    sale_date: isInstant ? null : (/^\d{4}-\d{2}-\d{2}$/.exec(date ?? '')?.[0] ?? null),
  };
}
