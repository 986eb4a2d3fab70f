import { z } from 'zod';

const usd = z.number();
const price = {
  /** The bid the answer is for: the expected price, unless its user named one. */
  bid: usd,
  of: z.enum(['user', 'expected', 'sold', 'listed']),
};
const repair = {
  ...price,
  /** The whole repair at which that bid breaks even; at or under 0 the other costs take it all. */
  break_even: usd,
  /** The wanted profit, and the whole repair that leaves it. */
  wanted: usd,
  wanted_repair: usd,
  /** The repair counted for this buyer. */
  repair: usd,
  /** Chance, 0–1, that the repair comes in under the break-even. */
  chance: z.number(),
};

/** What to bid: always an answer in money, one of seven. US dollars. */
export const dealAnswerSchema = z.discriminatedUnion('form', [
  /** The lot is expected to sell for no more than the max bid. */
  z.object({ form: z.literal('bid_up_to'), ...price, max_bid: usd, profit: usd }),
  /** It is expected to sell for more than the max bid. */
  z.object({ form: z.literal('under_price'), ...repair, max_bid: usd }),
  /** No bid leaves the wanted profit, but a cheaper repair would. */
  z.object({ form: z.literal('no_bid'), ...repair }),
  /** Fees, title and sale cost more than the car brings. */
  z.object({ form: z.literal('gift'), ...price, short: usd }),
  /** Sold abroad, and nobody said for how much. */
  z.object({ form: z.literal('must_sell_for'), ...price, landed: usd, must_sell_for: usd }),
  /** The title has no way back to the road. `value`: in parts; null: not known. */
  z.object({ form: z.literal('parts_only'), ...price, value: usd.nullable(), cost: usd }),
  /** What the car sells for is not known. `bid` null: nor is a price. */
  z.object({ form: z.literal('no_value'), bid: usd.nullable(), of: price.of.nullable(), costs: usd }),
]);
export type DealAnswer = z.infer<typeof dealAnswerSchema>;
