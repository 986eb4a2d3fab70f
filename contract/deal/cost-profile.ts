import { z } from 'zod';

/** Who repairs a car, and so what each line of its repair costs; an insurer is whoever the estimate is written for. */
export const COST_PROFILES = [
  'door_rate',
  'own_labor',
  'unpaid',
  'abroad_ua_ge',
  'abroad_pl',
  'abroad_lt',
  'abroad_de',
  'abroad_ae',
] as const;
export const costProfileSchema = z.enum(COST_PROFILES);
export type CostProfile = z.infer<typeof costProfileSchema>;
