import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { upgradeReport } from './upgrade-report.ts';

export type ShareRow = { salt: Buffer; created_at: Date };

/** The share of a report of this owner; null when it is not theirs or not shared. */
export async function findShare(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<ShareRow | null> {
  const found = await client.query<ShareRow>(
    `SELECT s.salt, s.created_at FROM report_shares s JOIN reports r ON r.id = s.report_id
      WHERE s.report_id = $1 AND r.user_id = $2`,
    [reportId, userId],
  );
  return found.rows[0] ?? null;
}

/** Shares a finished report of this owner; one that is shared already keeps its link. */
export async function insertShare(
  client: Queryable,
  share: { userId: string; reportId: string; salt: Buffer; hash: Buffer },
): Promise<void> {
  await client.query(
    `INSERT INTO report_shares (report_id, salt, hash)
     SELECT id, $3, $4 FROM reports WHERE id = $1 AND user_id = $2 AND model IS NOT NULL
     ON CONFLICT (report_id) DO NOTHING`,
    [share.reportId, share.userId, share.salt, share.hash],
  );
}

/** Revokes: whoever holds the link finds nothing from now on. */
export async function deleteShare(client: Queryable, userId: string, reportId: string): Promise<void> {
  await client.query(
    'DELETE FROM report_shares s USING reports r WHERE r.id = s.report_id AND s.report_id = $1 AND r.user_id = $2',
    [reportId, userId],
  );
}

/** The report behind a live link's hash, or null. */
export async function findSharedModel(client: Queryable, hash: Buffer): Promise<ReportModel | null> {
  const found = await client.query<{ model: unknown }>(
    'SELECT coalesce(r.edited_model, r.model) AS model FROM report_shares s JOIN reports r ON r.id = s.report_id WHERE s.hash = $1',
    [hash],
  );
  const row = found.rows[0];
  return row ? upgradeReport(row.model) : null;
}
