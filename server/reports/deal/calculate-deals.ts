import type pg from 'pg';
import { userCaller } from '../../concurrency/work-caller.ts';
import { findPreferences } from '../../db/accounts/preferences.ts';
import { inSavepoint } from '../../db/client.ts';
import { listChanges } from '../../db/lots/lot-changes.ts';
import { findStaleDeals, type StaleDeal, saveDealFigures } from '../../db/reports/deal-settings.ts';
import { settingsOver } from '../../deals/settings-over.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';
import type { Log } from '../../log.ts';
import type { EstimateConfig } from '../../pipeline/steps/make-report.ts';
import type { Jobs } from '../../queue/jobs.ts';
import type { Queue } from '../../queue/queue.ts';
import { lotAsLastRead } from '../watch/lot-now.ts';
import type { DealFigures } from './deal-jobs.ts';
import type { Dealing } from './dealing.ts';
import { lotOfReport } from './lot-of-report.ts';
import { readOwnLots } from './own-lots.ts';

type Job = Jobs['calculate-deals'];
type CalculateTools = {
  pool: pg.Pool;
  queue: Pick<Queue, 'send'>;
  dealing: Dealing;
  estimate: Pick<EstimateConfig, 'currencies'>;
  log: Pick<Log, 'warn'>;
  now(): Date;
};

/** Reports of one job: each is half a megabyte that is read. */
const MOST = 20;

/**
 * Queues what the list shows of a report's deal, in the transaction that ends the report. A queue that fails costs nothing: the
 * list asks for what it has not.
 */
export async function queueDeals(
  client: pg.PoolClient,
  { queue, log }: Pick<CalculateTools, 'queue' | 'log'>,
  { userId, reportId }: { userId: string | null; reportId: string },
): Promise<void> {
  if (userId === null) return;
  try {
    await inSavepoint(client, () =>
      queue.send('calculate-deals', { user_id: userId, report_ids: [reportId] }, { within: client }),
    );
  } catch (error) {
    log.warn({ error: String(error) }, 'the deal of a report was not queued');
  }
}

/** The job: calculates and stores those deals of a user's reports it names that are old, the first of them first. */
export async function calculateDeals(
  tools: CalculateTools,
  { user_id: userId, report_ids: reportIds = [] }: Job,
  signal: AbortSignal,
): Promise<void> {
  const stale = await findStaleDeals(tools.pool, userId, reportIds.slice(0, MOST));
  for (const report of stale) {
    signal.throwIfAborted();
    const figures = await figuresOf(tools, userId, report);
    await saveDealFigures(tools.pool, { id: report.id, stamp: report.stamp, ...figures });
  }
  const left = reportIds.slice(MOST);
  if (left.length > 0) await tools.queue.send('calculate-deals', { user_id: userId, report_ids: left });
}

async function figuresOf(
  { pool, dealing, estimate, log, now }: CalculateTools,
  userId: string,
  { id, model, settings }: StaleDeal,
): Promise<DealFigures> {
  const { deal: defaults, state } = await findPreferences(pool, userId);
  const at = now().toISOString();
  try {
    return await dealing.figures(userCaller(userId), {
      lot: lotOfReport({ ...model, lot: lotAsLastRead(model.lot, await listChanges(pool, id)) }, state),
      settings: settingsOver(defaults ?? {}, settings),
      day: at.slice(0, 10),
      at: Date.parse(at),
      read: await readOwnLots(pool, userId, id),
      rates: currencyRates(estimate.currencies, at),
    });
  } catch (error) {
    // One that can't be calculated must not be tried for ever, nor keep the others waiting; its own page says more.
    log.warn({ report_id: id, error: String(error) }, 'a deal was not calculated');
    return { verdict: null, ceiling: null, brief: null };
  }
}
