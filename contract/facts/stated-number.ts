import { z } from 'zod';
import { positionSchema } from '../schemas/part.ts';

/** What sellers ask for one piece of it, US dollars, least and most, over so many offers. */
const askedPricesSchema = z.object({
  low: z.number().positive(),
  high: z.number().positive(),
  offers: z.number().int().positive(),
});
export type AskedPrices = z.infer<typeof askedPricesSchema>;

/** A number that sellers state for a part: their claim, by nobody checked. */
export const statedNumberSchema = z.object({
  /** As most of them write it. */
  number: z.string(),
  /** So many independent sellers state it. */
  sellers: z.number().int().positive(),
  /** The same number with other tails for color or primer. */
  also_as: z.array(z.string()).optional(),
  /** New and used apart; null: nobody asks. */
  asked_new: askedPricesSchema.nullable(),
  asked_used: askedPricesSchema.nullable(),
});
export type StatedNumber = z.infer<typeof statedNumberSchema>;

/** What sellers of one marketplace state for one part on one side of a car. Two numbers: the VIN decides. */
export const statedBySellersSchema = z.object({
  category: z.string(),
  side: z.enum(['left', 'right', 'none']),
  position: positionSchema,
  /** The car they were asked about, by year and model as the marketplace names it. */
  year: z.number().int(),
  model: z.string(),
  /** Independent sellers who state any number for it. */
  of: z.number().int().positive(),
  /** ISO date on which they were asked. */
  dated: z.string(),
  numbers: z.array(statedNumberSchema).min(1).max(2),
});
export type StatedBySellers = z.infer<typeof statedBySellersSchema>;
