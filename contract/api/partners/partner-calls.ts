import { z } from 'zod';
import { partnerFileSchema } from '../../partners/commission.ts';
import {
  applicationSchema,
  partnerDecisionSchema,
  partnerListQuerySchema,
  partnerListSchema,
  partnerProfileSchema,
  partnerSchema,
} from '../../partners/partner.ts';
import { messageAnswerSchema } from '../../schemas/account.ts';
import type { ApiCall } from '../api-call.ts';

/** Joining the partner network, and deciding on who joins. */

export const applyAsPartner = {
  method: 'POST',
  path: '/partners/applications',
  auth: 'optional',
  operation: 'applyAsPartner',
  tag: 'partners',
  summary: 'Apply to join the partner network',
  description:
    'Answered the same whether or not this address applied before. The profile belongs to the account whose verified address it is.',
  body: applicationSchema,
  answer: messageAnswerSchema,
  status: 201,
  errors: ['rate_limited'],
} as const satisfies ApiCall;

export const ownPartner = {
  method: 'GET',
  path: '/partners/me',
  auth: 'bearer',
  operation: 'readOwnPartner',
  tag: 'partners',
  summary: 'The partner that this account speaks for',
  answer: partnerSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const editOwnPartner = {
  method: 'PUT',
  path: '/partners/me',
  auth: 'bearer',
  operation: 'editOwnPartner',
  tag: 'partners',
  summary: 'Change what the partner says about itself',
  body: partnerProfileSchema,
  answer: partnerSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

const CODED = ['not_found', 'second_factor_required', 'setup_read_only', 'rate_limited'] as const;
const partnerPath = z.strictObject({ partner_id: z.string().max(64) });

export const operatorPartners = {
  method: 'GET',
  path: '/operator/partners',
  auth: 'bearer',
  operation: 'listPartners',
  tag: 'operator',
  summary: 'Partners and who applied, newest first',
  description: 'Noted in the audit log, with whom it showed.',
  query: partnerListQuerySchema,
  answer: partnerListSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const operatorPartner = {
  method: 'GET',
  path: '/operator/partners/:partner_id',
  auth: 'bearer',
  operation: 'readPartner',
  tag: 'operator',
  summary: 'One partner, with its months and disputes',
  description: 'Noted in the audit log.',
  params: partnerPath,
  answer: partnerFileSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const decidePartner = {
  method: 'POST',
  path: '/operator/partners/:partner_id/decide',
  auth: 'bearer',
  operation: 'decidePartner',
  tag: 'operator',
  summary: 'Approve a partner with its commission, decline, pause or close it; it hears of it by mail',
  description:
    'A commission holds for entries from then on; the first approval needs one (`validation_error` at `commission`). Links of its stock may lead to the approved website only: `website` approves the one its profile has, `version_conflict` if that has changed.',
  params: partnerPath,
  body: partnerDecisionSchema,
  answer: partnerSchema,
  errors: [...CODED, 'version_conflict'],
} as const satisfies ApiCall;
