import {
  feedAddressSchema,
  partnerFeedSchema,
  sentFeedSchema,
  stockListSchema,
  stockQuerySchema,
} from '../../partners/feed.ts';
import type { ApiCall } from '../api-call.ts';

/** A partner's stock: sent as a file or read from an address. */

export const partnerFeed = {
  method: 'GET',
  path: '/partners/me/feed',
  auth: 'bearer',
  operation: 'readPartnerFeed',
  tag: 'partners',
  summary: 'Where the stock comes from, how its last reading went, and what of it reports met this month',
  answer: partnerFeedSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const sendPartnerFeed = {
  method: 'POST',
  path: '/partners/me/feed',
  auth: 'bearer',
  operation: 'sendPartnerFeed',
  tag: 'partners',
  summary: 'Send the stock as a file: it takes the place of the stock of before',
  description:
    'Google Merchant product data as TSV, CSV, RSS or Atom, or a Shopify product export; at most 16 MB and 100,000 rows. US dollars only. A rejected row is reported with its reason and stops no other. Where nothing can be taken the answer says why (`outcome` `refused`) and the stock of before stays. 403 until the application is approved.',
  body: sentFeedSchema,
  body_limit: 23 * 1024 * 1024,
  answer: partnerFeedSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const setFeedAddress = {
  method: 'PUT',
  path: '/partners/me/feed/address',
  auth: 'bearer',
  operation: 'setFeedAddress',
  tag: 'partners',
  summary: 'Set the https address that the stock is read from each day, or none',
  description: 'It is read at once. Public addresses alone are asked.',
  body: feedAddressSchema,
  answer: partnerFeedSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const readFeedNow = {
  method: 'POST',
  path: '/partners/me/feed/read',
  auth: 'bearer',
  operation: 'readFeedNow',
  tag: 'partners',
  summary: 'Read the stock from its address now',
  description: '`reading` is true until it is done. 409 `version_conflict` where no address is set.',
  answer: partnerFeedSchema,
  errors: ['not_found', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const rejectedRows = {
  method: 'GET',
  path: '/partners/me/feed/rejected_rows/csv',
  auth: 'bearer',
  operation: 'readRejectedRows',
  tag: 'partners',
  summary: 'All rejected rows of the last reading as CSV: row, item, reason and what to do',
  answer: ['text/csv'],
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const partnerStock = {
  method: 'GET',
  path: '/partners/me/stock',
  auth: 'bearer',
  operation: 'listPartnerStock',
  tag: 'partners',
  summary: 'The stock that is held, 50 items a page',
  query: stockQuerySchema,
  answer: stockListSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const clearPartnerStock = {
  method: 'DELETE',
  path: '/partners/me/stock',
  auth: 'bearer',
  operation: 'clearPartnerStock',
  tag: 'partners',
  summary: 'Take all stock away; an address that is set is read again the next day',
  answer: partnerFeedSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;
