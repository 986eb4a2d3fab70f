import { z } from 'zod';

/** How a source took a question: asked to try a key, or to test it. */
export const sourceOutcomeSchema = z.enum([
  'ok',
  /** It answered, and knows nothing of what was asked. */
  'nothing_found',
  'key_refused',
  /** This server's address is not on the key's list. */
  'address_refused',
  /** The key is good, and does not include this. */
  'plan_refused',
  'banned',
  /** What the key allows is used up. */
  'quota',
  /** What we allow ourselves is used up. */
  'own_cap',
  'wait',
  'model_unknown',
  /** The model would not answer. */
  'declined',
  'not_understood',
  'no_answer',
  'fault',
  'unreadable',
]);
export type SourceOutcome = z.infer<typeof sourceOutcomeSchema>;
