import { z } from 'zod';
import type { ApiCall } from '../api-call.ts';
import {
  askForReportsSchema,
  checkoutRequestSchema,
  eventAnswerSchema,
  grantAnswerSchema,
  grantRequestSchema,
  openRequestSchema,
  paymentPageSchema,
  quotaOfferSchema,
  quotaRequestPathSchema,
  quotaRequestSchema,
} from './quota-answers.ts';

/** More reports: bought, or asked for. */

export const quotaOffer = {
  method: 'GET',
  path: '/quota/offer',
  auth: 'bearer',
  operation: 'readQuotaOffer',
  tag: 'quota',
  summary: 'What there is after the free reports',
  answer: quotaOfferSchema,
  errors: [],
} as const satisfies ApiCall;

export const checkout = {
  method: 'POST',
  path: '/quota/checkout',
  auth: 'bearer',
  operation: 'openCheckout',
  tag: 'quota',
  summary: 'Open the payment page of a plan',
  description:
    'Charges nothing itself. The reports are added when the payment service says that they are paid. Where nothing is on sale it is 404.',
  body: checkoutRequestSchema,
  answer: paymentPageSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const billing = {
  method: 'POST',
  path: '/quota/billing',
  auth: 'bearer',
  operation: 'openBilling',
  tag: 'quota',
  summary: 'Open the page on which a monthly plan is changed or canceled',
  answer: paymentPageSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const askForReports = {
  method: 'POST',
  path: '/quota/requests',
  auth: 'bearer',
  operation: 'askForReports',
  tag: 'quota',
  summary: 'Ask the operator for more reports',
  description: 'Asked again before it was answered, it takes the place of what was asked.',
  body: askForReportsSchema,
  answer: openRequestSchema,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const paymentEvent = {
  method: 'POST',
  path: '/payments/stripe_events',
  auth: 'none',
  operation: 'takePaymentEvent',
  tag: 'quota',
  summary: 'An event of Stripe, signed with the secret of this webhook',
  description:
    'Taken in any order and any number of times; each counts once. Refused without a right `stripe-signature` (400). Where nothing is on sale it is 404.',
  body_limit: 512 * 1024,
  answer: eventAnswerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const quotaRequests = {
  method: 'GET',
  path: '/operator/quota_requests',
  auth: 'bearer',
  operation: 'listQuotaRequests',
  tag: 'operator',
  summary: 'Who asks for more reports, the longest waiting first',
  answer: z.array(quotaRequestSchema),
  errors: ['not_found', 'second_factor_required', 'setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;

export const grantQuotaRequest = {
  method: 'POST',
  path: '/operator/quota_requests/:request_id/grant',
  auth: 'bearer',
  operation: 'grantQuotaRequest',
  tag: 'operator',
  summary: 'Give the reports that were asked for, or as many as told; the user hears of it by mail',
  params: quotaRequestPathSchema,
  body: grantRequestSchema,
  answer: grantAnswerSchema,
  errors: ['not_found', 'second_factor_required', 'setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;
