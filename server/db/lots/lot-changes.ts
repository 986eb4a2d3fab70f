import { z } from 'zod';
import { lotSchema } from '../../../contract/schemas/lot.ts';
import { type LotChange, watchedFactSchema } from '../../../contract/watch/lot-change.ts';
import type { Queryable } from '../client.ts';
import { execute, onlyRow, rows } from '../rows.ts';

/** What changed of the lots of reports since they were made. The newest of a fact is how that fact was last read. */

// Of a report whose lot a later version no longer takes nothing is compared.
const watchedLot = lotSchema.nullable().catch(null);
const watchedRow = z.object({ id: z.string(), user_id: z.string(), lot: watchedLot });
export type WatchedReport = { id: string; userId: string; lot: z.infer<typeof lotSchema> };

/** Finished reports, none that is archived, of this lot or car; of one user, or of all (`userId` null). */
export async function findWatchedReports(
  client: Queryable,
  userId: string | null,
  { lotKey, url, vin }: { lotKey: string | null; url: string | null; vin: string | null },
): Promise<WatchedReport[]> {
  const found = await rows(
    client,
    watchedRow,
    `SELECT id, user_id, coalesce(edited_model, model) -> 'lot' AS lot FROM reports
      WHERE (lot_key = $2 OR url = $3 OR vin = $4) AND ($1::uuid IS NULL OR user_id = $1)
        AND user_id IS NOT NULL AND status = 'finished' AND model IS NOT NULL AND archived_at IS NULL
      ORDER BY created_at DESC, id`,
    [userId, lotKey, url, vin],
  );
  // What its user typed in is no listing.
  return found.flatMap(({ id, user_id, lot }) => (lot?.url ? [{ id, userId: user_id, lot }] : []));
}

/** One report’s readings are compared one after the other: held until the transaction ends. */
export async function lockChanges(client: Queryable, reportId: string): Promise<void> {
  await execute(client, 'SELECT FROM reports WHERE id = $1 FOR NO KEY UPDATE', [reportId]);
}

const readingRow = z.object({ fact: watchedFactSchema, after: z.string(), source: z.string() });

/** How each fact that changed was last read. */
export async function findLastReadings(
  client: Queryable,
  reportId: string,
): Promise<z.infer<typeof readingRow>[]> {
  return await rows(
    client,
    readingRow,
    `SELECT DISTINCT ON (fact) fact, after, source FROM lot_changes WHERE report_id = $1 ORDER BY fact, id DESC`,
    [reportId],
  );
}

const idRow = z.object({ id: z.string() });

/** Keeps a change; answers its id. */
export async function insertChange(
  client: Queryable,
  reportId: string,
  change: { fact: string; before: string | null; after: string; source: string; readAt: string },
): Promise<string> {
  const { id } = await onlyRow(
    client,
    idRow,
    `INSERT INTO lot_changes (report_id, fact, before, after, source, read_at) VALUES ($1, $2, $3, $4, $5, $6)
     RETURNING id::text`,
    [reportId, change.fact, change.before, change.after, change.source, change.readAt],
  );
  return id;
}

const changeRow = z.object({
  fact: watchedFactSchema,
  before: z.string().nullable(),
  after: z.string(),
  read_at: z.date(),
});

/** Changes of a report’s lot by their ids, in the order they came. */
export async function findChanges(
  client: Queryable,
  reportId: string,
  ids: readonly string[],
): Promise<z.infer<typeof changeRow>[]> {
  return await rows(
    client,
    changeRow,
    'SELECT fact, before, after, read_at FROM lot_changes WHERE report_id = $1 AND id = ANY($2::bigint[]) ORDER BY id',
    [reportId, ids],
  );
}

/** Changes of a report's lot that are shown as its history, at most (judgment). */
const MOST_CHANGES = 100;

/** What changed of a report's lot, the newest first. */
export async function listChanges(client: Queryable, reportId: string): Promise<LotChange[]> {
  const found = await rows(
    client,
    changeRow,
    `SELECT fact, before, after, read_at FROM lot_changes WHERE report_id = $1 ORDER BY id DESC LIMIT ${MOST_CHANGES}`,
    [reportId],
  );
  return found.map(({ read_at, ...change }) => ({ ...change, read_at: read_at.toISOString() }));
}
