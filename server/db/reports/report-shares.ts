import { z } from 'zod';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { bytea, execute, firstRow } from '../rows.ts';
import { upgradeReport } from './upgrade-report.ts';

const shareRowSchema = z.object({ salt: bytea, created_at: z.date() });
export type ShareRow = z.infer<typeof shareRowSchema>;

/** The share of a report of this owner; null when it is not theirs or not shared. */
export async function findShare(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<ShareRow | null> {
  return await firstRow(
    client,
    shareRowSchema,
    `SELECT s.salt, s.created_at FROM report_shares s JOIN reports r ON r.id = s.report_id
      WHERE s.report_id = $1 AND r.user_id = $2`,
    [reportId, userId],
  );
}

/** Shares a finished report of this owner; one that is shared already keeps its link. */
export async function insertShare(
  client: Queryable,
  share: { userId: string; reportId: string; salt: Buffer; hash: Buffer },
): Promise<void> {
  await execute(
    client,
    `INSERT INTO report_shares (report_id, salt, hash)
     SELECT id, $3, $4 FROM reports WHERE id = $1 AND user_id = $2 AND model IS NOT NULL
     ON CONFLICT (report_id) DO NOTHING`,
    [share.reportId, share.userId, share.salt, share.hash],
  );
}

/** Revokes: whoever holds the link finds nothing from now on. */
export async function deleteShare(client: Queryable, userId: string, reportId: string): Promise<void> {
  await execute(
    client,
    'DELETE FROM report_shares s USING reports r WHERE r.id = s.report_id AND s.report_id = $1 AND r.user_id = $2',
    [reportId, userId],
  );
}

const modelRow = z.object({ model: z.unknown() });

/** The report behind a live link's hash, or null. */
export async function findSharedModel(client: Queryable, hash: Buffer): Promise<ReportModel | null> {
  const found = await firstRow(
    client,
    modelRow,
    'SELECT coalesce(r.edited_model, r.model) AS model FROM report_shares s JOIN reports r ON r.id = s.report_id WHERE s.hash = $1',
    [hash],
  );
  return found && upgradeReport(found.model);
}
