import { z } from 'zod';

/** What this installation sells, as its operator configures it and as its pages tell it. */

/** A pack of reports, or so many reports every month. `price`: US dollars, once or a month. */
export const planSchema = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9_-]{0,39}$/, 'has lower-case letters, digits, - and _'),
  name: z
    .string()
    .trim()
    .min(1)
    .max(60)
    .regex(/^\P{Cc}+$/u, 'is one line'),
  reports: z.int().min(1).max(10_000),
  price: z.number().min(0.5).max(99_999.99).multipleOf(0.01),
  every: z.literal('month').nullable().default(null),
});
export type Plan = z.output<typeof planSchema>;

/** At most twelve, each under an id of its own. */
export const plansSchema = z
  .array(planSchema)
  .max(12)
  .refine(
    (plans) => new Set(plans.map(({ id }) => id)).size === plans.length,
    'have an id each of their own',
  );
