import { z } from 'zod';
import { type NotedEvent, notedEventSchema, type TrailFile } from '../../../contract/claim/audit-trail.ts';
import { lotOriginSchema } from '../../../contract/schemas/lot.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, rows } from '../rows.ts';

/**
 * Notes that something happened to reports of this owner. Nothing changes a note (triggers of the migration refuse it); it goes with
 * its report. `byLink`: whoever has the shared link did it, not the owner.
 */
export async function noteEvent(
  client: Queryable,
  of: { userId: string | null; reportIds: readonly string[]; byLink?: boolean },
  { kind, ...details }: NotedEvent,
): Promise<void> {
  await execute(
    client,
    `INSERT INTO report_trail (report_id, kind, by_name, details)
     SELECT r.id, $3, CASE WHEN $5 THEN NULL ELSE u.first_name || ' ' || u.last_name END, $4
       FROM reports r LEFT JOIN users u ON u.id = r.user_id
      WHERE r.id = ANY($1::uuid[]) AND r.user_id IS NOT DISTINCT FROM $2`,
    [of.reportIds, of.userId, kind, JSON.stringify(details), of.byLink === true],
  );
}

/** Notes that a report was taken as a file, as it is. */
export const noteDownload = (
  client: Queryable,
  { reportId, ...of }: { userId: string | null; reportId: string; byLink?: boolean },
  { edit }: Pick<ReportModel, 'edit'>,
  file: TrailFile,
): Promise<void> =>
  noteEvent(
    client,
    { ...of, reportIds: [reportId] },
    { kind: 'downloaded', file, version: edit?.version ?? 0 },
  );

const notedRow = z
  .object({ at: z.date(), by_name: z.string().nullable(), kind: z.string(), details: z.looseObject({}) })
  .transform(({ at, by_name, kind, details }) => ({
    at: at.toISOString(),
    by: by_name,
    event: notedEventSchema.parse({ ...details, kind }),
  }));

/** What was noted of this owner's report, oldest first. */
export async function listNoted(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<z.infer<typeof notedRow>[]> {
  return await rows(
    client,
    notedRow,
    `SELECT t.at, t.by_name, t.kind, t.details FROM report_trail t JOIN reports r ON r.id = t.report_id
      WHERE t.report_id = $1 AND r.user_id = $2 ORDER BY t.id`,
    [reportId, userId],
  );
}

const startRow = z.object({
  created_at: z.date(),
  owner: z.string(),
  asked_by: z.enum(['extension', 'program']).nullable(),
  origin: lotOriginSchema,
  read_at: z.string(),
  url: z.string(),
});

/** How this owner's finished report began; null where it is none. */
export async function findStart(
  client: Queryable,
  userId: string,
  reportId: string,
): Promise<z.infer<typeof startRow> | null> {
  return await firstRow(
    client,
    startRow,
    `SELECT r.created_at, u.first_name || ' ' || u.last_name AS owner, k.kind AS asked_by,
            r.model ->> 'lot_origin' AS origin, r.model ->> 'lot_read_at' AS read_at, r.url
       FROM reports r JOIN users u ON u.id = r.user_id LEFT JOIN access_keys k ON k.id = r.started_by_key
      WHERE r.id = $1 AND r.user_id = $2 AND r.model IS NOT NULL`,
    [reportId, userId],
  );
}
