import type pg from 'pg';
import { z } from 'zod';
import type { MarkReportsRequest, ReportListItem } from '../../contract/calls.ts';
import { dayInUtc } from '../../contract/report-view/figures.ts';
import { holdKept } from '../db/claims/kept-reports.ts';
import { inTransaction } from '../db/client.ts';
import { deleteOwnLots } from '../db/lots/lots.ts';
import { deleteReports, findListed, markReports } from '../db/reports/report-list.ts';
import { AppError } from '../errors.ts';
import { lotFolder } from '../lots/lot-photos.ts';
import type { Store } from '../storage/store.ts';

const notFound = (): AppError => new AppError('not_found', 'There is no such report.');

/** The ids of a selection, each once; not_found where one can be none. */
function idsOf(reportIds: readonly string[]): string[] {
  const ids = [...new Set(reportIds)];
  if (!ids.every((id) => z.uuid().safeParse(id).success)) throw notFound();
  return ids;
}

/** The selected reports as the list has them; not_found unless all are the user's. */
export async function readSelected(
  pool: pg.Pool,
  userId: string,
  reportIds: readonly string[],
): Promise<ReportListItem[]> {
  const ids = idsOf(reportIds);
  const found = await findListed(pool, userId, ids);
  if (found.length < ids.length) throw notFound();
  return found;
}

/** Archives, tags or notes the selected reports; not_found unless all are the user's. */
export async function markSelected(pool: pg.Pool, userId: string, marks: MarkReportsRequest): Promise<void> {
  const ids = idsOf(marks.report_ids);
  await inTransaction(pool, async (client) => {
    if ((await markReports(client, userId, { ...marks, report_ids: ids })) < ids.length) throw notFound();
  });
}

/**
 * Deletes the selected reports for good: versions, files, shared links, and the lots of own pages that no other report uses.
 * All or none: not_found unless all are the user's, report_not_ready while one is in progress, report_kept while the account's
 * time for approved ones runs.
 */
export async function deleteSelected(
  { pool, store }: { pool: pg.Pool; store: Store },
  userId: string,
  reportIds: readonly string[],
): Promise<number> {
  const ids = idsOf(reportIds);
  const { gone, lots } = await inTransaction(pool, async (client) => {
    const kept = await holdKept(client, userId, ids);
    if (kept)
      throw new AppError(
        'report_kept',
        `${kept.name ?? 'A report'} has an approved version, which your account keeps until ${dayInUtc(kept.until.getTime())}. Nothing was deleted.`,
        { details: { report_id: kept.id } },
      );
    const gone = await deleteReports(client, userId, ids);
    if (gone.length < ids.length) {
      const running = await findListed(client, userId, ids);
      throw running.length + gone.length < ids.length
        ? notFound()
        : new AppError(
            'report_not_ready',
            'A report in progress can’t be deleted: cancel it first. Nothing was deleted.',
          );
    }
    return {
      gone,
      lots: await deleteOwnLots(
        client,
        gone.map(({ lot_key }) => lot_key),
      ),
    };
  });
  // What a crash leaves here is found by the hourly tidying up: nothing names these files any more.
  for (const { id } of gone) await store.deletePrefix(`reports/${id}/`);
  for (const key of lots) await store.deletePrefix(lotFolder(key));
  return gone.length;
}
