import { queryOptions } from '@tanstack/react-query';
import * as api from '../../../contract/api/report-calls.ts';
import type { ApprovalRequest } from '../../../contract/claim/approval.ts';
import type { Claim } from '../../../contract/claim/claim-file.ts';
import { call, callRaw } from '../call.ts';
import { queryClient } from '../query-client.ts';
import { saveAnswer } from '../save-file.ts';

const of = (report_id: string) => ({ params: { report_id } });

/** What is noted of a report's claim. */
export const claimQuery = (reportId: string) =>
  queryOptions({
    queryKey: ['claim', reportId],
    queryFn: async (): Promise<Claim> => (await call(api.claim, of(reportId))).claim,
  });

/** Notes claim number and deductible, in place of what was noted. */
export async function saveClaim(reportId: string, claim: Claim): Promise<void> {
  const file = await call(api.saveClaim, { ...of(reportId), json: claim });
  queryClient.setQueryData(claimQuery(reportId).queryKey, file.claim);
}

/** The file of a claim as one PDF. */
export const downloadClaim = async (reportId: string): Promise<void> =>
  saveAnswer(
    await callRaw(api.claimPdf, { ...of(reportId), headers: { accept: 'application/pdf' } }),
    `report_${reportId}_claim.pdf`,
  );

/** Everything that happened to a report, as CSV. */
export const downloadAuditTrail = async (reportId: string): Promise<void> =>
  saveAnswer(
    await callRaw(api.auditTrailCsv, { ...of(reportId), headers: { accept: 'text/csv' } }),
    `report_${reportId}_audit_trail.csv`,
  );

/** What was approved of a report, newest first. */
export const approvalsQuery = (reportId: string) =>
  queryOptions({ queryKey: ['approvals', reportId], queryFn: () => call(api.approvals, of(reportId)) });

/** Approves the version its owner looks at. */
export async function approveVersion(reportId: string, request: ApprovalRequest) {
  const approval = await call(api.approve, { ...of(reportId), json: request });
  await queryClient.invalidateQueries({ queryKey: approvalsQuery(reportId).queryKey });
  return approval;
}

const approvedOf = (report_id: string, approval_id: string) => ({ params: { report_id, approval_id } });

/** A version as it was approved: it never changes. */
export const approvedQuery = (reportId: string, approvalId: string) =>
  queryOptions({
    queryKey: ['approved', reportId, approvalId],
    queryFn: () => call(api.approved, approvedOf(reportId, approvalId)),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The PDF of a version as it was approved, as a file. */
export const downloadApproved = async (reportId: string, approvalId: string): Promise<void> =>
  saveAnswer(
    await callRaw(api.approvedPdf, {
      ...approvedOf(reportId, approvalId),
      headers: { accept: 'application/pdf' },
    }),
    `report_${reportId}_approved.pdf`,
  );
