import { z } from 'zod';
import type { VersionFacts } from '../../../contract/report-view/claim/version-words.ts';
import { recalculationSchema, reportEditsSchema, startEdits } from '../../../contract/schemas/edit-report.ts';
import type { Queryable } from '../client.ts';
import { upgradeReport } from '../reports/upgrade-report.ts';
import { firstRow, int8, rows } from '../rows.ts';

const madeRow = z.object({ finished_at: z.date(), model: z.unknown() });
const versionRow = z.object({
  version: z.int(),
  created_at: z.date(),
  total_cost_cents: int8,
  edits: reportEditsSchema,
  told: recalculationSchema.nullable(),
});

/** All versions of this owner's report, oldest first, from the one it was made as; none before it is finished. */
export async function listVersionFacts(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<VersionFacts[]> {
  const made = await firstRow(
    client,
    madeRow,
    `SELECT coalesce((SELECT b.model FROM reports_before b WHERE b.report_id = r.id ORDER BY b.version LIMIT 1), r.model) AS model, r.finished_at
       FROM reports r WHERE r.id = $1 AND r.user_id = $2 AND r.model IS NOT NULL`,
    [reportId, userId],
  );
  if (!made) return [];
  const first = upgradeReport(made.model);
  const found = await rows(
    client,
    versionRow,
    `SELECT v.version, v.created_at, v.total_cost_cents, v.edits, b.told FROM report_versions v
       LEFT JOIN reports_before b ON b.report_id = v.report_id AND b.version = v.version - 1
      WHERE v.report_id = $1 ORDER BY v.version`,
    [reportId],
  );
  return [
    {
      version: 0,
      date: made.finished_at.toISOString(),
      total: first.headline.repair.likely,
      edits: startEdits(first.estimate),
      recalculation: null,
    },
    ...found.map(({ version, created_at, total_cost_cents, edits, told }) => ({
      version,
      date: created_at.toISOString(),
      total: total_cost_cents / 100,
      edits,
      recalculation: told,
    })),
  ];
}
