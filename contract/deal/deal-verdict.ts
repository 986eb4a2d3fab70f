import { z } from 'zod';

/** What to do with a lot; by itself, for lists tell it that show no deal. */
export const dealVerdictSchema = z.enum(['buy', 'consider', 'parts', 'pass']);
export type DealVerdict = z.infer<typeof dealVerdictSchema>;
