import { z } from 'zod';
import { partsSettingSchema } from '../estimate-settings.ts';

const share = z.number().nonnegative();
/** What a part is beside a new original one. */
const alternativeTypeSchema = z.enum(['aftermarket', 'recycled', 'reconditioned']);

/** Where a part's price comes from, as reports of schema_version 2 store it: codes, figures and names, no words. */
export const priceOriginSchema = z.object({
  from: z.discriminatedUnion('code', [
    z.object({
      code: z.literal('catalogue'),
      /** Names of whoever asks it. */
      sources: z.array(z.string()).min(1),
      /** How many alternatives have a price; of several it is the middle one. */
      alternatives: z.number().int().positive(),
      /** It is asked for the same part on that side of the car. */
      counterpart: z.enum(['left', 'right']).optional(),
      /** It was paid for that part of a car like this one. */
      similar_car: z.literal(true).optional(),
    }),
    /** Our OEM list band; `mixed`: the share of estimates that take another part at the car's age. */
    z.object({
      code: z.literal('band'),
      mixed: z.object({ type: alternativeTypeSchema, share }).optional(),
      /** The line takes such a part, at this share of OEM list. */
      one: z.object({ type: alternativeTypeSchema, share }).optional(),
      /** No public list price bounds the band. */
      unlisted: z.literal(true).optional(),
    }),
    /** Our allowance for a part outside the vocabulary: the id of its row. */
    z.object({ code: z.literal('allowance'), row: z.string() }),
    z.object({ code: z.literal('user') }),
  ]),
  /** The band is taken at this share, as this car's catalogue runs to our bands. */
  proportion: share.optional(),
  /** Which parts the user prefers. */
  choice: partsSettingSchema.optional(),
  /** It is the price of such a part, not of the OEM number beside it. */
  priced_as: alternativeTypeSchema.optional(),
  /** Currencies in which the catalogue asks and nobody here can convert. */
  unrated: z.array(z.string()).optional(),
});
export type PriceOrigin = z.infer<typeof priceOriginSchema>;

/** Where a sublet or fixed amount comes from. */
export const subletOriginSchema = z.enum(['standard_operation', 'dent_removal', 'cleaning', 'user']);
export type SubletOrigin = z.infer<typeof subletOriginSchema>;
