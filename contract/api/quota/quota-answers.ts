import { z } from 'zod';
import { planSchema } from '../../plans/plan.ts';

/** What an account may do about its quota. */

/** What someone asked for while nobody has answered yet. */
export const openRequestSchema = z.object({
  reports: z.int(),
  reason: z.string(),
  /** ISO 8601. */
  asked_at: z.string(),
});
export type OpenRequest = z.infer<typeof openRequestSchema>;

/** What there is after the free reports. */
export const quotaOfferSchema = z.object({
  /** Reports a verified account starts with. */
  free_reports: z.int().nonnegative(),
  plans: z.array(planSchema),
  /** Whether plans are paid for here; else they are asked for. */
  checkout: z.boolean(),
  request: openRequestSchema.nullable(),
  /** The monthly plan that runs. */
  running: z.object({ plan_id: z.string(), reports: z.int() }).nullable(),
});
export type QuotaOffer = z.infer<typeof quotaOfferSchema>;

export const checkoutRequestSchema = z.strictObject({ plan_id: z.string().max(40) });
/** Where the browser goes on: a page of the payment service. */
export const paymentPageSchema = z.object({ url: z.url({ protocol: /^https$/ }) });

export const askForReportsSchema = z.strictObject({
  reports: z
    .int('Please enter a whole number.')
    .min(1, 'At least one report.')
    .max(1_000, 'At most 1,000 reports.'),
  reason: z.string().trim().min(1, 'Please say what they are for.').max(500, 'At most 500 characters.'),
});
export type AskForReports = z.infer<typeof askForReportsSchema>;

/** What the payment service is told: that we have the event. */
export const eventAnswerSchema = z.object({ received: z.literal(true) });

/** Someone asks for more, as an operator sees it. */
export const quotaRequestSchema = openRequestSchema.extend({
  request_id: z.string(),
  email: z.string(),
  name: z.string(),
  available_reports: z.int(),
});
export type QuotaRequest = z.infer<typeof quotaRequestSchema>;
export const quotaRequestPathSchema = z.strictObject({ request_id: z.string().max(64) });
/** Left out: as many as were asked for. */
export const grantRequestSchema = z.strictObject({ reports: z.int().min(1).max(100_000).optional() });
export const grantAnswerSchema = z.object({ granted: z.int(), available_reports: z.int() });
