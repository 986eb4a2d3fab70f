import { z } from 'zod';

/** What follows from repair and value by the state's rule. */
export const verdictSchema = z.enum([
  'total_loss',
  'repairable',
  /** The chance is between 40 and 60%, or the likely cost within 3 points of the line. */
  'too_close',
  'depends_on_salvage',
  /** One verdict where an insurer settles, another where none does, and nobody says. */
  'depends_on_insurer',
  /** Only in earlier reports. */
  'sources_disagree',
]);
export type Verdict = z.infer<typeof verdictSchema>;
