import { z } from 'zod';
import {
  addNoteSchema,
  correctionSchema,
  disputeSchema,
  markPaidSchema,
  periodSchema,
  settleDisputeSchema,
  statementFileSchema,
} from '../../partners/commission.ts';
import { messageAnswerSchema } from '../../schemas/account.ts';
import type { ApiCall } from '../api-call.ts';

/** What operators do about what partners owe: every one stands in the audit log. */

const CODED = ['not_found', 'second_factor_required', 'setup_read_only', 'rate_limited'] as const;
const id = z.string().max(64);

export const operatorStatement = {
  method: 'GET',
  path: '/operator/partners/:partner_id/statements/:period',
  auth: 'bearer',
  operation: 'readStatementOfPartner',
  tag: 'operator',
  summary: 'A partner’s month with its lines',
  description: 'Noted in the audit log.',
  params: z.strictObject({ partner_id: id, period: periodSchema }),
  answer: statementFileSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const markStatementPaid = {
  method: 'POST',
  path: '/operator/statements/:statement_id/paid',
  auth: 'bearer',
  operation: 'markStatementPaid',
  tag: 'operator',
  summary: 'Note that a statement was paid, once',
  params: z.strictObject({ statement_id: id }),
  body: markPaidSchema,
  answer: messageAnswerSchema,
  errors: [...CODED, 'version_conflict'],
} as const satisfies ApiCall;

export const correctCommission = {
  method: 'POST',
  path: '/operator/commission_entries/:entry_id/correct',
  auth: 'bearer',
  operation: 'correctCommission',
  tag: 'operator',
  summary: 'Correct a lead or a sale by an entry of its own',
  params: z.strictObject({ entry_id: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER) }),
  body: correctionSchema,
  answer: messageAnswerSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const noteDisputeOfPartner = {
  method: 'POST',
  path: '/operator/partners/:partner_id/disputes/:dispute_id/notes',
  auth: 'bearer',
  operation: 'noteDisputeOfPartner',
  tag: 'operator',
  summary: 'Answer a partner in an open dispute',
  params: z.strictObject({ partner_id: id, dispute_id: id }),
  body: addNoteSchema,
  answer: disputeSchema,
  errors: CODED,
} as const satisfies ApiCall;

export const settleDispute = {
  method: 'POST',
  path: '/operator/disputes/:dispute_id/settle',
  auth: 'bearer',
  operation: 'settleDispute',
  tag: 'operator',
  summary: 'Settle a dispute, with a correction where one is due',
  params: z.strictObject({ dispute_id: id }),
  body: settleDisputeSchema,
  answer: disputeSchema,
  errors: CODED,
} as const satisfies ApiCall;
