import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Approval } from '../../../contract/claim/approval.ts';
import { type Claim, claimSchema } from '../../../contract/claim/claim-file.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { storedReport, upgradeReport } from '../reports/upgrade-report.ts';
import { execute, firstRow, int8, onlyRow, rows } from '../rows.ts';

const standingRow = z.object({
  version: z.int(),
  model: z.unknown(),
  claim: claimSchema.nullable(),
  total_cost_cents: int8.nullable(),
});
/** A report as it stands, locked until the transaction ends. */
export type StandingReport = {
  version: number;
  model: ReportModel | null;
  claim: Claim | null;
  totalCostCents: number;
};

/** The report of this owner, held as it is: no edit comes between it and what is made of it. Null when it is not theirs. */
export async function holdReport(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<StandingReport | null> {
  const row = await firstRow(
    client,
    standingRow,
    `SELECT version, coalesce(edited_model, model) AS model, claim, total_cost_cents FROM reports
      WHERE id = $1 AND user_id = $2 FOR UPDATE`,
    [reportId, userId],
  );
  return (
    row && {
      version: row.version,
      model: row.model === null ? null : upgradeReport(row.model),
      claim: row.claim,
      totalCostCents: row.total_cost_cents ?? 0,
    }
  );
}

const approvalRow = z.object({
  id: z.string(),
  report_id: z.string(),
  version: z.int(),
  approved_at: z.date(),
  approved_by: z.string(),
  note: z.string().nullable(),
  sha256: z.string(),
  total_cost_cents: int8,
  claim_number: z.string().nullable(),
});
const COLUMNS = `a.id, a.report_id, a.version, a.approved_at, a.approved_by, a.note, a.sha256, a.total_cost_cents,
  a.content::jsonb #>> '{claim,number}' AS claim_number`;

const asApproval = ({
  id,
  approved_at,
  total_cost_cents,
  ...row
}: z.infer<typeof approvalRow>): Approval => ({
  approval_id: id,
  ...row,
  approved_at: approved_at.toISOString(),
  total_cost: total_cost_cents / 100,
});

/** Keeps a report with its claim as it stands; what is approved already, to the letter, stays the approval it was. */
export async function keepApproval(
  client: Queryable,
  approval: {
    reportId: string;
    standing: StandingReport & { model: ReportModel };
    approvedBy: string;
    note: string | null;
  },
): Promise<Approval> {
  const { model, claim, version, totalCostCents } = approval.standing;
  const content = storedReport({ ...model, ...(claim ? { claim } : {}) });
  const sha256 = createHash('sha256').update(content).digest('hex');
  await execute(
    client,
    `INSERT INTO report_approvals (report_id, version, content, sha256, total_cost_cents, approved_by, note)
     VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (report_id, sha256) DO NOTHING`,
    [approval.reportId, version, content, sha256, totalCostCents, approval.approvedBy, approval.note],
  );
  const row = await onlyRow(
    client,
    approvalRow,
    `SELECT ${COLUMNS} FROM report_approvals a WHERE a.report_id = $1 AND a.sha256 = $2`,
    [approval.reportId, sha256],
  );
  return asApproval(row);
}

/** What was approved of this owner's report, newest first. */
export async function listApprovals(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<Approval[]> {
  const found = await rows(
    client,
    approvalRow,
    `SELECT ${COLUMNS} FROM report_approvals a JOIN reports r ON r.id = a.report_id
      WHERE a.report_id = $1 AND r.user_id = $2 ORDER BY a.approved_at DESC, a.version DESC`,
    [reportId, userId],
  );
  return found.map(asApproval);
}

/** An approval of this owner's report with what was approved; null when it is not theirs or unknown. */
export async function findApproval(
  client: Queryable,
  userId: string,
  { reportId, approvalId }: { reportId: string; approvalId: string },
): Promise<{ approval: Approval; report: ReportModel } | null> {
  const found = await firstRow(
    client,
    approvalRow.extend({ content: z.string() }),
    `SELECT ${COLUMNS}, a.content FROM report_approvals a JOIN reports r ON r.id = a.report_id
      WHERE a.id = $3 AND a.report_id = $1 AND r.user_id = $2`,
    [reportId, userId, approvalId],
  );
  if (!found) return null;
  const { content, ...row } = found;
  return { approval: asApproval(row), report: upgradeReport(JSON.parse(content)) };
}
