import type { Approval } from '../../../contract/claim/approval.ts';
import { type VersionRow, versionRows } from '../../../contract/report-view/claim/version-words.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { listApprovals } from '../../db/claims/report-approvals.ts';
import { listVersionFacts } from '../../db/claims/version-facts.ts';
import { type ReadTools, readFinishedReport } from '../read-report.ts';

/** What a claim's file prints beside its report: how it came to its figures, and what was approved; newest first. */
export type ClaimHistory = { versions: readonly VersionRow[]; approvals: readonly Approval[] };

/** How a report came to what it says, up to the version that is printed. */
export async function readHistory(
  { pool }: Pick<ReadTools, 'pool'>,
  { userId, reportId }: { userId: string; reportId: string },
  { estimate }: Pick<ReportModel, 'estimate'>,
  upTo = Number.POSITIVE_INFINITY,
): Promise<ClaimHistory> {
  const facts = await listVersionFacts(pool, userId, reportId);
  const approvals = await listApprovals(pool, userId, reportId);
  return {
    versions: versionRows(
      facts.filter(({ version }) => version <= upTo),
      estimate,
    ),
    approvals: approvals.filter(({ version }) => version <= upTo),
  };
}

/** A finished report with how it came to what it says: the claim's file. */
export async function readFile(
  tools: ReadTools,
  userId: string,
  reportId: string,
): Promise<{ report: ReportModel; history: ClaimHistory }> {
  const report = await readFinishedReport(tools, userId, reportId);
  return { report, history: await readHistory(tools, { userId, reportId }, report) };
}
