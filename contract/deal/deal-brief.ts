import { z } from 'zod';
import { dealAnswerSchema } from './deal-answer.ts';
import { expectedPriceSchema } from './expected-price.ts';

/** What lists show of a deal besides its verdict and max bid. */
export const dealBriefSchema = z.object({ price: expectedPriceSchema.nullable(), answer: dealAnswerSchema });
/** The same of a lot by its listing alone, with the max bid at the dearest, the likely and the cheapest tenth of the repair; null: none. */
export const listedDealSchema = dealBriefSchema.extend({
  max_bids: z.object({
    low: z.number().nullable(),
    likely: z.number().nullable(),
    high: z.number().nullable(),
  }),
});

/** By how much a max bid is above what its lot sells for, US dollars, below 0 where it is under; null where one is not known. */
export const roomOver = (
  maxBid: number | null | undefined,
  price: { usd: number } | null | undefined,
): number | null => (maxBid == null || price == null ? null : maxBid - price.usd);

export type ListedDeal = z.infer<typeof listedDealSchema>;
export type DealBrief = z.infer<typeof dealBriefSchema>;
