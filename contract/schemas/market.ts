import { z } from 'zod';

/**
 * What a lot's own page says of its sale and of prices. Null: the page does not say it; a zero, a dash or an empty text on the page is
 * null too. Amounts are as printed, in the currency named next to them.
 */

/** ISO 4217 code as the page names it; null: it names none, so the amount is shown and never computed with. */
const currencySchema = z
  .string()
  .regex(/^[A-Z]{3}$/)
  .nullable();
const amountSchema = z.number().positive().nullable();
/** `YYYY-MM-DD`. */
const daySchema = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);

export const saleStateSchema = z.enum(['upcoming', 'live', 'sold', 'ended', 'on_approval', 'unknown']);
export type SaleState = z.infer<typeof saleStateSchema>;

export const saleKindSchema = z.enum(['pure_sale', 'minimum_bid', 'on_approval', 'buy_now']);
export const reserveStateSchema = z.enum(['none', 'met', 'not_met']);
export const soldStatusSchema = z.enum(['sold', 'not_sold', 'on_approval']);

/** An earlier offer of the same VIN. `bid` is the highest bid: the price where it was sold, a refused bid where it was not. */
export const pastSaleSchema = z.object({
  date: daySchema.nullable(),
  /** The auction as the page names it: `Copart`, `IAAI`. */
  auction: z.string().nullable(),
  lot_number: z.string().nullable(),
  bid: amountSchema,
  status: soldStatusSchema.nullable(),
  seller: z.string().nullish(),
});
export type PastSale = z.infer<typeof pastSaleSchema>;

/** Another car that the page shows next to this one. */
export const similarLotSchema = z.object({
  name: z.string().nullish(),
  year: z.number().int().nullish(),
  vin: z.string().nullish(),
  lot_number: z.string().nullish(),
  bid: z.number().positive(),
  kind: z.enum(['final', 'current']),
  date: daySchema.nullish(),
});
export type SimilarLot = z.infer<typeof similarLotSchema>;

export const SITE_FEES = [
  'auction_fees',
  'us_transport',
  'ocean',
  'broker',
  'subtotal_1_4',
  'import_duty',
  'import_vat',
  'customs_agency',
  'total',
] as const;

/** A row of the site's own cost calculator. */
export const siteFeeSchema = z.object({
  name: z.enum(SITE_FEES),
  amount: z.number().nonnegative().nullable(),
  currency: currencySchema,
  /** The rate of a duty or tax, percent. */
  percent: z.number().nonnegative().nullish(),
  port: z.string().nullish(),
  /** The bid that the amount was calculated for; 0 is a bid of zero. */
  at_bid: z.number().nonnegative().nullish(),
  /** `outside`: tax is added to it. */
  tax: z.literal('outside').nullish(),
});
export type SiteFee = z.infer<typeof siteFeeSchema>;

/** Most similar lots of a page that are read (judgement: a page shows a dozen). */
export const MOST_SIMILAR_LOTS = 20;
/** Most earlier offers of a VIN that are read (judgement: 53 is the most seen on a page). */
export const MOST_PAST_SALES = 100;

export const marketSchema = z.object({
  currency: currencySchema,
  /** The highest bid when the page was read; after the sale it is the last bid seen, never the price. */
  current_bid: amountSchema,
  /** False only where the page says that there are no bids. */
  has_bids: z.boolean().nullable(),
  starting_bid: amountSchema,
  bid_increment: amountSchema,
  reserve_state: reserveStateSchema.nullable(),
  sale_kind: saleKindSchema.nullable(),
  /** A price that a buyer may take before the sale: an ask, never a bid. */
  buy_now: amountSchema,
  /** ISO 8601, UTC: when that offer ends. */
  buy_now_until: z.string().nullish(),
  /** The price, or where `sale_state` is `ended` the highest bid, which the seller did not take. */
  final_bid: amountSchema,
  /** The page has a final bid and hides it. */
  final_bid_masked: z.boolean(),
  sold_by: z.enum(['auction', 'buy_now']).nullable(),
  /** As the page says; `saleStateAt` of contract/facts/sale-state.ts adds the time since. `ended`: over, and not said to be sold. */
  sale_state: saleStateSchema,
  /** `YYYY-MM-DD`, or `MM-DD` where the page prints no year. */
  sale_date: z
    .string()
    .regex(/^(\d{4}-)?\d{2}-\d{2}$/)
    .nullable(),
  /** ISO 8601, UTC. */
  sale_at: z.string().nullable(),
  /** Seconds from when the page was read until the sale. */
  time_left_s: z.number().int().nonnegative().nullable(),
  /** As the page counts; fewer rows may have been read. */
  history_count: z.number().int().nonnegative().nullable(),
  sale_history: z.array(pastSaleSchema).max(MOST_PAST_SALES),
  similar_lots: z.array(similarLotSchema).max(MOST_SIMILAR_LOTS),
  /** What the site itself expects the lot to cost. */
  site_price_band: z
    .object({
      low: z.number().positive(),
      high: z.number().positive(),
      currency: currencySchema,
      label: z.string(),
    })
    .nullable(),
  site_fees: z.array(siteFeeSchema),
  /** Exchange rates that the page calculates with; `as_of` is their day. */
  page_rates: z
    .object({
      usd_eur: z.number().positive().nullish(),
      eur_pln: z.number().positive().nullish(),
      usd_pln: z.number().positive().nullish(),
      as_of: daySchema.nullish(),
    })
    .nullable(),
});
export type Market = z.infer<typeof marketSchema>;

/** What one page, or one part of it, says of the market, without the state of the sale. */
export type MarketFacts = Omit<Market, 'sale_state'>;

export const NO_MARKET: MarketFacts = {
  currency: null,
  current_bid: null,
  has_bids: null,
  starting_bid: null,
  bid_increment: null,
  reserve_state: null,
  sale_kind: null,
  buy_now: null,
  buy_now_until: null,
  final_bid: null,
  final_bid_masked: false,
  sold_by: null,
  sale_date: null,
  sale_at: null,
  time_left_s: null,
  history_count: null,
  sale_history: [],
  similar_lots: [],
  site_price_band: null,
  site_fees: [],
  page_rates: null,
};

/** What lists show of a lot's market: everything but its lists. */
export const listedMarketSchema = marketSchema.omit({
  sale_history: true,
  similar_lots: true,
  site_price_band: true,
  site_fees: true,
  page_rates: true,
});
export type ListedMarket = z.infer<typeof listedMarketSchema>;
