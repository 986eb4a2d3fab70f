import { z } from 'zod';

/** One thing a seller offers under a part's number, as the source listed it at `checked_at`. */
export const offerSchema = z.object({
  source: z.string(),
  source_label: z.string(),
  /** The supplier of our table whose counted way out leads there, and the source's own id of the item. */
  supplier: z.string(),
  item: z.string().nullable(),
  title: z.string(),
  /** Of one piece, in `currency`'s units. A marketplace's price is never the maker's. */
  price: z.number().positive(),
  /** Null: the source does not tell what sending it costs. */
  shipping: z.number().min(0).nullable(),
  currency: z.string(),
  condition: z.enum(['new', 'used', 'refurbished', 'unknown']),
  /** The source's own word for it. */
  condition_says: z.string().nullable(),
  seller: z.string().nullable(),
  country: z.string().nullable(),
});
export type Offer = z.infer<typeof offerSchema>;

/** What the price sources say of one number. `could_not`: nobody knows; `message` says why. */
export const checkedNumberSchema = z.object({
  number: z.string(),
  status: z.enum(['found', 'none', 'could_not']),
  message: z.string().nullable(),
  checked_at: z.iso.datetime(),
  /** The cheapest first. */
  offers: z.array(offerSchema),
});
export type CheckedNumber = z.infer<typeof checkedNumberSchema>;

/** `GET` (what was found before) and `POST reports/{report_id}/offers` (ask now). */
export const offersAnswerSchema = z.object({
  /** Price sources of this installation; empty: none is configured, links lead to searches. */
  sources: z.array(z.object({ name: z.string(), label: z.string() })),
  numbers: z.array(checkedNumberSchema),
  /** Numbers that were left out of this check: too many at once. */
  left_out: z.number().int().min(0),
});
export type OffersAnswer = z.infer<typeof offersAnswerSchema>;
