import { reportPathSchema } from '../../calls.ts';
import * as shapes from '../../partners/quotes/quote.ts';
import type { ApiCall } from '../api-call.ts';

/** Asking partners for a quote, and their answers. */

export const reportQuotes = {
  method: 'GET',
  path: '/reports/:report_id/quotes',
  auth: 'bearer',
  operation: 'listReportQuotes',
  tag: 'reports',
  summary: 'Which partners can be asked for a quote, for what, and what they answered',
  params: reportPathSchema,
  answer: shapes.reportQuotesSchema,
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const askForQuotes = {
  method: 'POST',
  path: '/reports/:report_id/quotes',
  auth: 'bearer',
  operation: 'askForQuotes',
  tag: 'reports',
  summary: 'Ask partners for a quote; each gets a link by mail',
  description:
    'Partners are told the vehicle, the parts and the state to ship to. The contact is kept until a quote is accepted, and is then told to that partner alone.',
  params: reportPathSchema,
  body: shapes.askForQuotesSchema,
  status: 201,
  answer: shapes.quoteRequestSchema,
  errors: ['not_found', 'report_not_ready', 'validation_error', 'rate_limited'],
} as const satisfies ApiCall;

export const withdrawQuoteRequest = {
  method: 'POST',
  path: '/quote_requests/:request_id/withdraw',
  auth: 'bearer',
  operation: 'withdrawQuoteRequest',
  tag: 'reports',
  summary: 'End a request for quotes; partners that were asked are told by mail',
  params: shapes.quoteRequestPathSchema,
  answer: shapes.quoteRequestSchema,
  errors: ['not_found', 'validation_error'],
} as const satisfies ApiCall;

export const acceptQuote = {
  method: 'POST',
  path: '/partner_quotes/:quote_id/accept',
  auth: 'bearer',
  operation: 'acceptQuote',
  tag: 'reports',
  summary: 'Accept one quote: both sides get an order note with a voucher, and the partner the contact',
  description: 'It is no order yet: the buyer orders at the partner and names the voucher.',
  params: shapes.partnerQuotePathSchema,
  answer: shapes.quoteRequestSchema,
  errors: ['not_found', 'validation_error'],
} as const satisfies ApiCall;

export const readQuote = {
  method: 'GET',
  path: '/quotes/:token',
  auth: 'none',
  operation: 'readQuote',
  tag: 'partners',
  summary: 'What a partner is asked for, by the link it was sent',
  params: shapes.quoteTokenPathSchema,
  answer: shapes.askedQuoteSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const answerQuote = {
  method: 'POST',
  path: '/quotes/:token',
  auth: 'none',
  operation: 'answerQuote',
  tag: 'partners',
  summary: 'Quote for what is asked, or decline; anew until a quote is accepted',
  params: shapes.quoteTokenPathSchema,
  body: shapes.answerQuoteSchema,
  answer: shapes.askedQuoteSchema,
  errors: ['not_found', 'validation_error', 'rate_limited'],
} as const satisfies ApiCall;

export const ownQuotes = {
  method: 'GET',
  path: '/partners/me/quotes',
  auth: 'bearer',
  operation: 'listOwnQuotes',
  tag: 'partners',
  summary: 'The latest 200 requests that this partner was sent',
  answer: shapes.ownQuotesSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;
