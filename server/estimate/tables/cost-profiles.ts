import { z } from 'zod';
import { costProfileSchema } from '../../../contract/deal/cost-profile.ts';
import { readJson } from './read-table.ts';

const factor = z.number().min(0);
const profileSchema = z.object({
  /** US dollars an hour, whatever the work; null: the insurer's rate times `labor_factor`. */
  labor: factor.nullable(),
  labor_factor: factor,
  /** Factor on the insurer's price of a part. */
  parts: factor,
  /** Factor on the list price of a part that has an aftermarket or used one; null: none is taken. */
  swapped: factor.nullable(),
  refinish_hours: factor,
  materials: factor,
  sublet: factor,
  /** As the estimate has it, or percent of parts. */
  tax: z.union([z.literal('same'), factor]),
  /** What it comes to against the insurer's figure, on average over lots. */
  mean: factor,
});
/** How who repairs a car prices a line, against an insurer. Judgement but for own labor and materials. */
export type CostRates = z.infer<typeof profileSchema>;

const table = readJson(
  'cost-profiles.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    used_airbags: factor,
    profiles: z.record(costProfileSchema, profileSchema),
  }),
);

export const COST_RATES = table.profiles;
/** A used airbag, as a share of the insurer's price. */
export const USED_AIRBAGS = table.used_airbags;
