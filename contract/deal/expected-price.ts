import { z } from 'zod';

const usd = z.number().min(0);
/** ISO day; null: its page names none. */
const day = z.string().nullable();

/** What an expected price stands on, the weightiest first. */
export const priceGroundSchema = z.discriminatedUnion('code', [
  /** The next bid after the highest one bids now. */
  z.object({ code: z.literal('current_bid'), usd }),
  /** The highest bid that the seller did not take. */
  z.object({ code: z.literal('refused'), usd, day }),
  /** Anybody may buy it for this much. */
  z.object({ code: z.literal('buy_now'), usd }),
  /** Similar lots of its page that ended with a price. */
  z.object({ code: z.literal('similar'), count: z.number().int(), middle: usd, low: usd, high: usd }),
  /** The same car sold before. */
  z.object({ code: z.literal('earlier_sale'), usd, day }),
  /** Lots that this account has read: the middle of their price ÷ value, 0–1, times this value. */
  z.object({ code: z.literal('own_lots'), count: z.number().int(), share: z.number(), usd }),
  /** Our table of what such wrecks bring. */
  z.object({ code: z.literal('table'), usd }),
  /** A clean title: value less what the repair costs, with room for the buyer. */
  z.object({ code: z.literal('clean_title'), usd }),
]);
export type PriceGround = z.infer<typeof priceGroundSchema>;

/** What a lot sells for at its auction, US dollars: the price it brought, or what is expected. Low and high hold it in 8 of 10 cases (judgement). */
export const expectedPriceSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('sold'),
    usd,
    day,
    by: z.enum(['auction', 'buy_now']).nullable(),
    /** What was expected before, where it is known; how far off it was. */
    expected: usd.optional(),
  }),
  z.object({
    of: z.literal('expected'),
    usd,
    low: usd,
    high: usd,
    grounds: z.array(priceGroundSchema).min(1),
    /** Asked for far less than such wrecks bring. */
    far_under_usual: z.literal(true).optional(),
  }),
]);
export type ExpectedPrice = z.infer<typeof expectedPriceSchema>;
