import type { Claim, ClaimFile } from '../../../contract/claim/claim-file.ts';
import { claimDecision } from '../../../contract/report-view/claim/claim-decision.ts';
import { NO_CLAIM, setClaim } from '../../db/claims/report-claims.ts';
import { type ReadTools, readFinishedReport } from '../read-report.ts';

/** What is noted of a finished report's claim, and what its newest version says for it. */
export async function readClaim(tools: ReadTools, userId: string, reportId: string): Promise<ClaimFile> {
  const model = await readFinishedReport(tools, userId, reportId);
  return {
    report_id: reportId,
    version: model.edit?.version ?? 0,
    claim: model.claim ?? NO_CLAIM,
    decision: claimDecision(model),
  };
}

/** Notes claim number and deductible on a finished report, and answers its claim. */
export async function saveClaim(
  tools: ReadTools,
  userId: string,
  { reportId, claim }: { reportId: string; claim: Claim },
): Promise<ClaimFile> {
  await readFinishedReport(tools, userId, reportId);
  await setClaim(tools.pool, { userId, reportId, claim });
  return await readClaim(tools, userId, reportId);
}
