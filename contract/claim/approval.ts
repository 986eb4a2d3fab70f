import { z } from 'zod';
import { reportModelSchema } from '../schemas/report.ts';

/** `version` is the version its owner looked at. */
export const approvalRequestSchema = z.strictObject({
  version: z.number().int().min(0),
  note: z.string().trim().min(1).max(1_000, 'A note has at most 1,000 characters.').nullish(),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

/** A version of a report as it was approved: nothing changes it from then on. */
export const approvalSchema = z.object({
  approval_id: z.string(),
  report_id: z.string(),
  version: z.number().int(),
  approved_at: z.string(),
  /** Whose account it was, by name, when it was approved. */
  approved_by: z.string(),
  note: z.string().nullable(),
  /** Of the report and its claim as they are kept, hex. */
  sha256: z.string(),
  total_cost: z.number(),
  /** As noted when it was approved. */
  claim_number: z.string().nullable(),
});
export type Approval = z.infer<typeof approvalSchema>;

export const approvedReportSchema = z.object({ approval: approvalSchema, report: reportModelSchema });
