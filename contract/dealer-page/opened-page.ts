import { z } from 'zod';
import { keptEstimateSchema } from '../estimate-exchange/kept-estimate.ts';

/** Largest page of a store, in characters; a real one has a few hundred thousand. */
export const MOST_DEALER_PAGE = 4_000_000;

/** A part's page of a dealer's store as its user has it open. */
export const openedPageSchema = z.strictObject({
  link: z.string().max(2048),
  /** Its source. */
  page: z.string().min(1).max(MOST_DEALER_PAGE, 'A page may have at most 4 MB.'),
  /** Of the car it was opened for, as its user says; counts where the page names none. */
  vin: z.string().max(60).nullish(),
});
export type OpenedPage = z.infer<typeof openedPageSchema>;

/** The part of an opened page, as it was kept. */
export const keptDealerPartSchema = z.object({
  number: z.string(),
  name: z.string(),
  /** US dollars; null: the page shows none, or in other money. */
  price: z.number().nullable(),
  vin: z.string(),
  /** Who named that VIN. */
  vin_from: z.enum(['page', 'user']),
  /** True: the page says that it fits the VIN it names. Null: it does not say so. */
  fits_vin: z.literal(true).nullable(),
  /** What is kept of this store for the VIN of this day. */
  kept: keptEstimateSchema,
});
export type KeptDealerPart = z.infer<typeof keptDealerPartSchema>;
