import { z } from 'zod';
import type { Detection } from '../../../contract/schemas/damage.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow } from '../rows.ts';

const lateRow = z.object({ late: z.boolean() });

/** SQL of a report's row: it says that its photos are examined, or read, later. */
export const SAYS_LATER = `(coalesce(model #> '{detection,warnings}' @> '[{"code":"examined_later"}]', false)
  OR coalesce(model ->> 'photo_text' = 'later', false))`;

/** Whether a finished report says that its photos are examined, or read, later. */
export async function saysPhotosComeLater(client: Queryable, reportId: string): Promise<boolean> {
  const row = await firstRow(client, lateRow, `SELECT ${SAYS_LATER} AS late FROM reports WHERE id = $1`, [
    reportId,
  ]);
  return row?.late ?? false;
}

/** Puts a later detection in the place of the one a finished report was made from; the report itself stays as it is. */
export async function saveLaterDetection(
  client: Queryable,
  reportId: string,
  detection: Detection,
): Promise<void> {
  await execute(
    client,
    `UPDATE report_steps SET output = jsonb_set(output, '{detection}', $2)
      WHERE report_id = $1 AND step = 'detect_damaged_parts' AND status = 'done'`,
    [reportId, JSON.stringify(detection)],
  );
}

/** Puts what was read off the photos later in the place of what a finished report was made with. */
export async function saveLaterReading(
  client: Queryable,
  reportId: string,
  read: Pick<ReportModel, 'photo_readings' | 'photo_text'>,
): Promise<void> {
  await execute(
    client,
    `UPDATE report_steps SET output = jsonb_set(output, '{model}', output -> 'model' || $2::jsonb)
      WHERE report_id = $1 AND step = 'detect_damaged_parts' AND status = 'done'`,
    [reportId, JSON.stringify(read)],
  );
}
