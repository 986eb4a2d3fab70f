import type pg from 'pg';
import { z } from 'zod';
import type { KeepingBounds } from '../accounts/profile/keeping-bounds.ts';
import { deleteOldAnswers } from '../damage-detectors/vision/cache.ts';
import { deleteExpired } from '../db/claims/kept-reports.ts';
import { inTransaction } from '../db/client.ts';
import { deleteOwnLots } from '../db/lots/lots.ts';
import { deleteSpentRows, deleteUnusedLots, unknownIds } from '../db/ops/retention.ts';
import { lotFolder } from '../lots/lot-photos.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Store } from '../storage/store.ts';

const IDS_AT_ONCE = 1_000;
/** Reports, and lots, of one transaction: with all that hangs on a report it is a second's work. Basis: judgement. */
const AT_ONCE = 200;
const isId = (text: string | undefined): text is string => z.uuid().safeParse(text).success;

/** The job: deletes what is past its time, and files that nothing names any more. Running it twice does no more. */
export async function applyRetention(tools: {
  pool: pg.Pool;
  store: Store;
  outbox: Outbox;
  config?: KeepingBounds;
}): Promise<Record<string, number>> {
  // Listed first: a file that comes while rows are looked up is not mistaken for a left-over.
  const reportFiles = await tools.store.list('reports/');
  const lotFiles = await tools.store.list('lots/');
  const letters = (await tools.outbox.list()).filter(isId);
  const gone = await deleteSpentRows(tools.pool);
  const reports = await byBatches(tools, async (client) => {
    const of = await deleteExpired(client, tools.config?.REPORTS_KEPT_DAYS ?? null, AT_ONCE);
    return { looked: of.length, gone: of.length, lots: await deleteOwnLots(client, of) };
  });
  const lots = await byBatches(tools, async (client) => {
    const { looked, gone } = await deleteUnusedLots(client, AT_ONCE);
    return { looked, gone: 0, lots: gone };
  });
  const files =
    (await deleteLeftOver(tools, 'reports', reportFiles, (key) => key.split('/')[1])) +
    (await deleteLeftOver(tools, 'lot_photos', lotFiles, (key) => key.split('/')[2]));
  const lettersGone = await unknownIds(tools.pool, 'mails', letters);
  await tools.outbox.remove(lettersGone);
  const answers = await deleteOldAnswers(tools.store, new Date());
  return {
    ...gone,
    'reports past their account’s time': reports.gone,
    lots: reports.lots + lots.lots,
    'left-over files': files,
    'mails in the outbox': lettersGone.length,
    'answers about photos': answers,
  };
}

type Batch = { looked: number; gone: number; lots: string[] };

/** One short transaction after the other until there is nothing more to look at; the files of lots go after each. */
async function byBatches(
  { pool, store }: { pool: pg.Pool; store: Store },
  work: (client: pg.PoolClient) => Promise<Batch>,
): Promise<{ gone: number; lots: number }> {
  const sum = { gone: 0, lots: 0 };
  for (;;) {
    const { looked, gone, lots } = await inTransaction(pool, work);
    for (const key of lots) await store.deletePrefix(lotFolder(key));
    sum.gone += gone;
    sum.lots += lots.length;
    if (looked < AT_ONCE) return sum;
  }
}

async function deleteLeftOver(
  tools: { pool: pg.Pool; store: Store },
  table: 'reports' | 'lot_photos',
  keys: string[],
  idOf: (key: string) => string | undefined,
): Promise<number> {
  const byId = Map.groupBy(keys, idOf);
  const ids = [...byId.keys()].filter(isId);
  let deleted = 0;
  for (let start = 0; start < ids.length; start += IDS_AT_ONCE) {
    for (const id of await unknownIds(tools.pool, table, ids.slice(start, start + IDS_AT_ONCE))) {
      for (const key of byId.get(id) ?? []) {
        await tools.store.delete(key);
        deleted += 1;
      }
    }
  }
  return deleted;
}
