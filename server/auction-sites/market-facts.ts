import {
  type Market,
  type MarketFacts,
  MOST_PAST_SALES,
  MOST_SIMILAR_LOTS,
  NO_MARKET,
  type SimilarLot,
} from '../../contract/schemas/market.ts';
import type { SaleTime } from './page/sale-time.ts';

/** Amounts of a reading, which are in its own currency. */
const AMOUNTS = ['current_bid', 'starting_bid', 'bid_increment', 'buy_now', 'final_bid'] as const;

/**
 * The first known value of each field, in the order given. Readings in another currency than the first one that names its own add no
 * amounts: their figures are of another kind.
 */
export function mergeMarkets(markets: readonly MarketFacts[]): MarketFacts {
  const currency = markets.find((market) => market.currency !== null)?.currency ?? null;
  const merged: Record<string, unknown> = { ...NO_MARKET, currency };
  for (const market of markets) {
    const isOther = market.currency !== null && market.currency !== currency;
    for (const [field, value] of Object.entries(market)) {
      if (isOther && (AMOUNTS as readonly string[]).includes(field)) continue;
      const known = merged[field];
      const isOpen = known === null || known === false || (Array.isArray(known) && known.length === 0);
      if (isOpen && value !== null) merged[field] = value;
    }
  }
  const facts = merged as MarketFacts;
  return { ...facts, final_bid_masked: facts.final_bid === null && facts.final_bid_masked };
}

/** Day and instant of a printed sale time. */
export const saleFields = ({ day, at }: SaleTime): Pick<Market, 'sale_date' | 'sale_at'> => ({
  sale_date: day,
  sale_at: at,
});

type Own = { vin: string | null; lotNumber: string | null; year: number | null };
/** Model years around the lot's own whose cars are like it. */
const NEAR_YEARS = 2;

/** The cars of a page that were sold and are like this one: its own card is left out, and so are years far from its own. */
export function similarTo(own: Own, cards: readonly SimilarLot[]): SimilarLot[] {
  return cards
    .filter(({ kind }) => kind === 'final')
    .filter(
      ({ vin, lot_number }) => !(vin && vin === own.vin) && !(lot_number && lot_number === own.lotNumber),
    )
    .filter(({ year }) => year == null || own.year === null || Math.abs(year - own.year) <= NEAR_YEARS)
    .slice(0, MOST_SIMILAR_LOTS);
}

/** The newest rows of a history. */
export const newestSales = (rows: Market['sale_history']): Market['sale_history'] =>
  rows.slice(-MOST_PAST_SALES);
