import { z } from 'zod';
import {
  addNoteSchema,
  disputeSchema,
  openDisputeSchema,
  periodSchema,
  salesSecretSchema,
  statementFileSchema,
  statementListSchema,
} from '../../partners/commission.ts';
import { saleAnswerSchema, salesListAnswerSchema, salesListSchema } from '../../partners/sale.ts';
import type { ApiCall } from '../api-call.ts';

/** What a partner's sales bring and what it owes for them. */

const partnerPath = z.strictObject({ partner_id: z.string().max(64) });
const monthPath = z.strictObject({ period: periodSchema });
const disputePath = z.strictObject({ dispute_id: z.string().max(64) });

export const takeSale = {
  method: 'POST',
  path: '/hooks/partners/:partner_id/sales',
  auth: 'none',
  operation: 'takeSale',
  tag: 'partners',
  summary: 'A sale or a return of a partner, signed with its secret',
  description:
    'By Standard Webhooks: `webhook-id`, `webhook-timestamp` (at most 5 minutes off) and `webhook-signature` (`v1`, HMAC-SHA256 of the body as it is sent). The body is `{click_id | voucher, order_id, currency, net, items, state, return_id, at}`: `state` is `confirmed`, or `returned` with a `return_id`. Told again it brings nothing new (`known`); told otherwise it is 422 `idempotency_conflict`. `details.reason` of a refusal says why. An unknown partner and a wrong signature are the same 401.',
  params: partnerPath,
  answer: saleAnswerSchema,
  errors: ['invalid_token', 'idempotency_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const makeSalesSecret = {
  method: 'POST',
  path: '/partners/me/sales_secret',
  auth: 'bearer',
  operation: 'makeSalesSecret',
  tag: 'partners',
  summary: 'A new secret to sign sales with, told this once; the one before ends',
  answer: salesSecretSchema,
  status: 201,
  secret: true,
  errors: ['not_found', 'setup_read_only', 'rate_limited'],
} as const satisfies ApiCall;

export const takeSalesList = {
  method: 'POST',
  path: '/partners/me/sales',
  auth: 'bearer',
  operation: 'takeSalesList',
  tag: 'partners',
  summary: 'Sales and returns as a CSV list of the partner’s own',
  description:
    'Columns `click_id` or `voucher`, `order_id`, `net`, `state`, `at`, and `return_id` of a return; `currency` where it is told must be USD. At most 1,000 rows. Each row counts once, and is answered with its outcome.',
  body: salesListSchema,
  body_limit: 512 * 1024,
  answer: salesListAnswerSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const partnerStatements = {
  method: 'GET',
  path: '/partners/me/statements',
  auth: 'bearer',
  operation: 'listPartnerStatements',
  tag: 'partners',
  summary: 'The running month and the issued statements, the newest first',
  answer: statementListSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const partnerStatement = {
  method: 'GET',
  path: '/partners/me/statements/:period',
  auth: 'bearer',
  operation: 'readPartnerStatement',
  tag: 'partners',
  summary: 'A month with its lines',
  params: monthPath,
  answer: statementFileSchema,
  errors: ['not_found'],
} as const satisfies ApiCall;

export const partnerStatementCsv = {
  method: 'GET',
  path: '/partners/me/statements/:period/csv',
  auth: 'bearer',
  operation: 'readPartnerStatementCsv',
  tag: 'partners',
  summary: 'A month’s lines as CSV',
  params: monthPath,
  answer: ['text/csv'],
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const partnerStatementPdf = {
  method: 'GET',
  path: '/partners/me/statements/:period/pdf',
  auth: 'bearer',
  operation: 'readPartnerStatementPdf',
  tag: 'partners',
  summary: 'A month’s statement as PDF',
  params: monthPath,
  answer: ['application/pdf'],
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;

export const partnerDisputes = {
  method: 'GET',
  path: '/partners/me/disputes',
  auth: 'bearer',
  operation: 'listPartnerDisputes',
  tag: 'partners',
  summary: 'Disputes over lines of statements, the newest first',
  answer: z.array(disputeSchema),
  errors: ['not_found'],
} as const satisfies ApiCall;

export const openPartnerDispute = {
  method: 'POST',
  path: '/partners/me/disputes',
  auth: 'bearer',
  operation: 'openPartnerDispute',
  tag: 'partners',
  summary: 'Doubt a line: one dispute at a time is open over it',
  body: openDisputeSchema,
  answer: disputeSchema,
  status: 201,
  errors: ['not_found', 'version_conflict', 'rate_limited'],
} as const satisfies ApiCall;

export const notePartnerDispute = {
  method: 'POST',
  path: '/partners/me/disputes/:dispute_id/notes',
  auth: 'bearer',
  operation: 'notePartnerDispute',
  tag: 'partners',
  summary: 'Add to an open dispute',
  params: disputePath,
  body: addNoteSchema,
  answer: disputeSchema,
  errors: ['not_found', 'rate_limited'],
} as const satisfies ApiCall;
