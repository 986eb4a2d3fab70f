import { z } from 'zod';

/** What changed of a lot since its report, or since it was last read. */

/** Facts of a lot's market that are compared when it is read again; prices as `price-value.ts` writes them. */
export const WATCHED_MARKET = ['current_bid', 'buy_now', 'reserve_state', 'final_bid'] as const;

/** Facts of a lot that are compared when it is read again. */
export const WATCHED_FACTS = [
  'sale_date',
  'listing_state',
  /** The car stands there again under another number. */
  'lot_number',
  ...WATCHED_MARKET,
  'retail_value',
  'seller_repair_cost',
  'primary_damage',
  'secondary_damage',
  'title',
  'run_condition',
  'keys',
  'airbags',
  'mileage',
  'location',
] as const;
export const watchedFactSchema = z.enum(WATCHED_FACTS);
export type WatchedFact = z.infer<typeof watchedFactSchema>;

/** Readings as they stand in the lot, numbers in digits. */
export const lotChangeSchema = z.object({
  fact: watchedFactSchema,
  /** Null: it was not told. */
  before: z.string().nullable(),
  after: z.string(),
  /** ISO: when the lot was read so. */
  read_at: z.string(),
});
export type LotChange = z.infer<typeof lotChangeSchema>;

/** Changes of a lot that the list tells, the newest first. */
export const MOST_LISTED_CHANGES = 5;

export const compareLotAnswerSchema = z.object({
  /** What changed just now, of the caller’s newest report of this lot. */
  changes: z.array(lotChangeSchema),
  /** Whether the caller has a finished report of it that is not archived. */
  watched: z.boolean(),
  /**
   * The highest bid on that page and the max bid of the report's deal, US dollars; null where nothing is bid, the sale is over, or
   * the report is not the caller's to read.
   */
  bid: z.object({ now: z.number(), max_bid: z.number().nullable() }).nullable(),
});
