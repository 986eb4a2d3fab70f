import { z } from 'zod';
import { dealAnswerSchema } from './deal-answer.ts';
import { expectedPriceSchema } from './expected-price.ts';

/** What lists show of a deal besides its verdict and max bid. */
export const dealBriefSchema = z.object({ price: expectedPriceSchema.nullable(), answer: dealAnswerSchema });
export type DealBrief = z.infer<typeof dealBriefSchema>;
