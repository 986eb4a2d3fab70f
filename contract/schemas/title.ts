import { z } from 'zod';

/** What a title says of the car, whatever code or word of a site it was read from. */
export const titleContentSchema = z.enum([
  'clean',
  'salvage',
  /** Salvage for damage below the state's full mark (Maryland: 75% or less). */
  'salvage_light',
  'rebuildable',
  'rebuilt',
  'bill_of_sale',
  'export_only',
  'parts_only',
  'non_repairable',
  'flood',
  'fire',
  'hail',
  'theft_recovered',
  'other',
]);
export type TitleContent = z.infer<typeof titleContentSchema>;

/** How a lot's title was read. */
export const titleReadingSchema = z.object({
  /** The worst it can mean, never clean where it is not sure; null where no word of it was understood. */
  content: titleContentSchema.nullable(),
  /** Every word was understood, and they mean one thing. */
  sure: z.boolean(),
  /** All that the understood words can mean, worst first. */
  could: z.array(titleContentSchema),
});
