import type pg from 'pg';
import { z } from 'zod';
import type { Approval, ApprovalRequest } from '../../../contract/claim/approval.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { findUser } from '../../db/accounts/users.ts';
import { findApproval, holdReport, keepApproval, listApprovals } from '../../db/claims/report-approvals.ts';
import { inTransaction } from '../../db/client.ts';
import { AppError } from '../../errors.ts';
import { linkedReport } from '../../pipeline/supplier-links.ts';
import { editConflict } from '../edit/edit-report.ts';
import { type ReadTools, requireOwnReport } from '../read-report.ts';

/**
 * Keeps the newest version of a finished report, with its claim, as it stands: for ever the same, whatever is edited afterwards.
 * Throws not_found, report_not_ready, and version_conflict where it was edited since its owner looked.
 */
export async function approveReport(
  pool: pg.Pool,
  userId: string,
  { reportId, version, note }: ApprovalRequest & { reportId: string },
): Promise<Approval> {
  await requireOwnReport(pool, userId, reportId);
  const user = await findUser(pool, userId);
  return await inTransaction(pool, async (client) => {
    const standing = await holdReport(client, userId, reportId);
    if (standing === null || user === null) throw new AppError('not_found', 'There is no such report.');
    const { model } = standing;
    if (model === null) throw new AppError('report_not_ready', 'This report is not ready yet.');
    if (standing.version !== version) throw editConflict(standing.version);
    return await keepApproval(client, {
      reportId,
      standing: { ...standing, model },
      approvedBy: `${user.first_name} ${user.last_name}`,
      note: note ?? null,
    });
  });
}

/** What was approved of the user's own report, newest first. */
export async function readApprovals(pool: pg.Pool, userId: string, reportId: string): Promise<Approval[]> {
  await requireOwnReport(pool, userId, reportId);
  return await listApprovals(pool, userId, reportId);
}

/** A version as it was approved; where its parts are bought follows the configuration of today. */
export async function readApproved(
  { pool, estimate }: ReadTools,
  userId: string,
  ids: { reportId: string; approvalId: string },
): Promise<{ approval: Approval; report: ReportModel }> {
  const known = [ids.reportId, ids.approvalId].every((id) => z.uuid().safeParse(id).success);
  const found = known ? await findApproval(pool, userId, ids) : null;
  if (found === null) throw new AppError('not_found', 'There is no such approved version.');
  return { ...found, report: linkedReport(found.report, estimate.affiliates) };
}
