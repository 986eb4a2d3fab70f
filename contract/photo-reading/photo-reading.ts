import { z } from 'zod';

/**
 * What was read off a photo without a damage model, and how it stands beside the listing. A claim of the photo: it corrects
 * nothing, and nothing is calculated from it.
 */
export const photoReadingSchema = z.object({
  of: z.literal('vin'),
  /** A label's barcode: exact characters. */
  by: z.literal('barcode'),
  photo: z.number().int().positive(),
  /** 17 characters whose check digit holds. */
  vin: z.string().length(17),
  /** `same_as_far`: as far as the listing shows its own; `none`: it shows none. */
  listing: z.enum(['same', 'same_as_far', 'other', 'none']),
});
export type PhotoReading = z.infer<typeof photoReadingSchema>;
