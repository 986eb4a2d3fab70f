import type pg from 'pg';
import type { Claim, ClaimFile } from '../../../contract/claim/claim-file.ts';
import { claimDecision } from '../../../contract/report-view/claim/claim-decision.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { holdReport } from '../../db/claims/report-approvals.ts';
import { NO_CLAIM, setClaim } from '../../db/claims/report-claims.ts';
import { noteEvent } from '../../db/claims/report-trail.ts';
import { inTransaction } from '../../db/client.ts';
import { readStoredReport } from '../read-report.ts';

const fileOf = (reportId: string, model: ReportModel, claim: Claim): ClaimFile => ({
  report_id: reportId,
  version: model.edit?.version ?? 0,
  claim,
  decision: claimDecision({ ...model, claim }),
});

/** What is noted of a finished report's claim, and what its newest version says for it. */
export async function readClaim(pool: pg.Pool, userId: string, reportId: string): Promise<ClaimFile> {
  const model = await readStoredReport(pool, userId, reportId);
  return fileOf(reportId, model, model.claim ?? NO_CLAIM);
}

/** Notes claim number and deductible on a finished report, and answers its claim. */
export async function saveClaim(
  pool: pg.Pool,
  userId: string,
  { reportId, claim }: { reportId: string; claim: Claim },
): Promise<ClaimFile> {
  const model = await readStoredReport(pool, userId, reportId);
  await inTransaction(pool, async (client) => {
    const before = (await holdReport(client, userId, reportId))?.claim ?? NO_CLAIM;
    if (before.number === claim.number && before.deductible === claim.deductible) return;
    await setClaim(client, { userId, reportId, claim });
    await noteEvent(client, { userId, reportIds: [reportId] }, { kind: 'claim_noted', before, after: claim });
  });
  return fileOf(reportId, model, claim);
}
