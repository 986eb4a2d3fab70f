import { z } from 'zod';
import { importedEstimateSchema } from './imported-estimate.ts';

/** Most estimates of one account that are kept. */
export const MOST_KEPT_ESTIMATES = 500;

/** An estimate, or a dealer's pages, of whose OEM numbers, prices and hours an account's reports make use, as its owner sees it listed. */
export const keptEstimateSchema = z.object({
  estimate_id: z.string(),
  /** As it was called on its user's device; of dealer's pages their store. */
  file_name: z.string(),
  /** `dealer_pages`: parts of one store that its user opened for one VIN on one day. `pasted`: numbers that its user pasted. */
  format: z.enum([...importedEstimateSchema.shape.format.options, 'dealer_pages', 'pasted']),
  ...importedEstimateSchema.pick({ system: true, dated: true }).shape,
  vin: z.string(),
  year: z.number().int().nullable(),
  make: z.string(),
  model: z.string().nullable(),
  /** OEM numbers that are kept, those of them with a price, and the hours of their lines. */
  numbers: z.number().int(),
  prices: z.number().int(),
  hours: z.number(),
  kept_at: z.string(),
});
export type KeptEstimate = z.infer<typeof keptEstimateSchema>;

export const keptEstimatePathSchema = z.strictObject({ estimate_id: z.string().max(64) });
