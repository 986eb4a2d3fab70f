import { z } from 'zod';
import type { Detection } from '../../../contract/schemas/damage.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow } from '../rows.ts';

const lateRow = z.object({ late: z.boolean() });

/** Whether a finished report says that its photos are examined later. */
export async function saysPhotosComeLater(client: Queryable, reportId: string): Promise<boolean> {
  const row = await firstRow(
    client,
    lateRow,
    `SELECT coalesce(model #> '{detection,warnings}' @> '[{"code":"examined_later"}]', false) AS late FROM reports WHERE id = $1`,
    [reportId],
  );
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
