import { z } from 'zod';
import { dealBriefSchema } from '../../../contract/deal/deal-brief.ts';
import { dealVerdictSchema } from '../../../contract/deal/deal-verdict.ts';
import type { Queryable } from '../client.ts';
import { execute, firstRow, int8, rows } from '../rows.ts';
import { lockBoard } from './waiting-lots.ts';

/** Lots that were put on a board at once: those that wait, and the reports of those that were started. */

const batchRow = z.object({ batch_id: z.string().nullable() });

/** The batch of a report; null: it was started by itself. */
export async function findBatchOf(client: Queryable, reportId: string): Promise<string | null> {
  return (
    (await firstRow(client, batchRow, 'SELECT batch_id FROM reports WHERE id = $1', [reportId]))?.batch_id ??
    null
  );
}

export async function putInBatch(client: Queryable, reportId: string, batchId: string): Promise<void> {
  await execute(client, 'UPDATE reports SET batch_id = $2 WHERE id = $1', [reportId, batchId]);
}

const openRow = z.object({ open: z.boolean() });

/**
 * Whether all lots of a batch have ended. Ends of one account are looked at one after the other, so that exactly the last one
 * sees it: the caller's transaction holds the account until it commits.
 * @param ended The report that ends in this transaction; null: a lot that waited.
 */
export async function hasBatchEnded(
  client: Queryable,
  { userId, batchId, ended }: { userId: string; batchId: string; ended: string | null },
): Promise<boolean> {
  await lockBoard(client, userId);
  const row = await firstRow(
    client,
    openRow,
    `SELECT EXISTS (SELECT 1 FROM reports WHERE batch_id = $1 AND finished_at IS NULL AND id IS DISTINCT FROM $2::uuid)
         OR EXISTS (SELECT 1 FROM waiting_lots WHERE batch_id = $1 AND state = 'queued') AS open`,
    [batchId, ended],
  );
  return row !== null && !row.open;
}

const lotRow = z.object({
  report_id: z.string().nullable(),
  name: z.string().nullable(),
  make: z.string().nullable(),
  finished: z.boolean(),
  reason: z.string(),
  origin: z.string().nullable(),
  total_cost_cents: int8.nullable(),
  deal_verdict: dealVerdictSchema.nullable(),
  // Of one that a later version no longer takes nothing is said.
  deal_brief: dealBriefSchema.nullable().catch(null),
});
/** What became of a lot of a batch; `report_id` null: it could not be read. */
export type BatchLot = z.infer<typeof lotRow>;

/** The lots of a user's batch, without those that its user cancelled. */
export async function findBatchLots(client: Queryable, userId: string, batchId: string): Promise<BatchLot[]> {
  return await rows(
    client,
    lotRow,
    `SELECT id AS report_id, model_name AS name, make_name AS make, status = 'finished' AS finished, message AS reason, origin,
            total_cost_cents, deal_verdict, deal_brief
       FROM reports WHERE batch_id = $1 AND user_id = $2 AND finished_at IS NOT NULL AND error_code IS DISTINCT FROM 'cancelled'
      UNION ALL
     SELECT NULL, coalesce(name, listed), NULL, false, coalesce(reason, ''), origin, NULL, NULL, NULL
       FROM waiting_lots WHERE batch_id = $1 AND user_id = $2 AND state = 'refused'`,
    [batchId, userId],
  );
}
