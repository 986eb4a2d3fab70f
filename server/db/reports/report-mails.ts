import { z } from 'zod';
import { dealBriefSchema } from '../../../contract/deal/deal-brief.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { firstRow } from '../rows.ts';
import { upgradeReport } from './upgrade-report.ts';

const factsRow = z.object({
  model_name: z.string().nullable(),
  make_name: z.string().nullable(),
  status: z.string(),
  message: z.string(),
  origin: z.string().nullable(),
  model: z.unknown(),
  // Of one that a later version no longer takes nothing is said.
  deal_brief: dealBriefSchema.nullable().catch(null),
  shared: z.boolean(),
  available_reports: z.int(),
});
/** What mails say of a report as it stands now (`model` null until it is finished), and how many its owner has left. */
export type MailedReport = Omit<z.infer<typeof factsRow>, 'model'> & { model: ReportModel | null };

/** Null when the report is not this user's, or gone. */
export async function findMailedReport(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<MailedReport | null> {
  const row = await firstRow(
    client,
    factsRow,
    `SELECT r.model_name, r.make_name, r.status, r.message, r.origin, coalesce(r.edited_model, r.model) AS model, r.deal_brief,
            EXISTS (SELECT 1 FROM report_shares s WHERE s.report_id = r.id) AS shared,
            u.available_reports
       FROM reports r JOIN users u ON u.id = r.user_id WHERE r.id = $1 AND r.user_id = $2`,
    [reportId, userId],
  );
  return row && { ...row, model: row.model === null ? null : upgradeReport(row.model) };
}
