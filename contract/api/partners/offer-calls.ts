import { reportPathSchema } from '../../calls.ts';
import { partnerOffersSchema, partnerOutPathSchema, partnerOutQuerySchema } from '../../partners/offer.ts';
import type { ApiCall } from '../api-call.ts';

/** What partners of the network offer for a report, and the way to them. */

export const partnerOffers = {
  method: 'GET',
  path: '/reports/:report_id/partner_offers',
  auth: 'bearer',
  operation: 'listPartnerOffers',
  tag: 'reports',
  summary:
    'What partners have in stock of the parts that a report writes; LotLens earns a commission on them',
  description:
    'By line in the order of the report, and of each line the least total first; totals without shipping come after the others.',
  params: reportPathSchema,
  answer: partnerOffersSchema,
  errors: ['not_found', 'report_not_ready'],
} as const satisfies ApiCall;

export const partnerOut = {
  method: 'GET',
  path: '/partners/out/:offer_id',
  auth: 'none',
  operation: 'goToPartner',
  tag: 'partners',
  summary: 'Go to a partner’s offer; the click gets an id, which the address carries as `ref`',
  description:
    'With `report` the click is a lead of that report, where the report names the number: once for each part. The partner learns the id, and nothing of report, user or lot.',
  params: partnerOutPathSchema,
  query: partnerOutQuerySchema,
  answer: null,
  status: 302,
  errors: ['not_found'],
} as const satisfies ApiCall;
