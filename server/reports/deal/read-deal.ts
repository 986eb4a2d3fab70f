import type { DealSettings } from '../../../contract/deal/deal-settings.ts';
import type { DealSheet } from '../../../contract/deal/deal-sheet.ts';
import type { ReportModel } from '../../../contract/schemas/report.ts';
import { findPreferences } from '../../db/accounts/preferences.ts';
import { listChanges } from '../../db/lots/lot-changes.ts';
import { findDealSettings, saveDealSettings } from '../../db/reports/deal-settings.ts';
import { dealSheet } from '../../deals/deal-sheet.ts';
import { settingsOver } from '../../deals/settings-over.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';
import type { EstimateConfig } from '../../pipeline/steps/make-report.ts';
import { type ReadTools, readStoredReport } from '../read-report.ts';
import { lotAsLastRead } from '../watch/lot-now.ts';
import { lotOfReport } from './lot-of-report.ts';
import { readOwnLots } from './own-lots.ts';

export type DealTools = Pick<ReadTools, 'pool'> & { estimate: EstimateConfig; now(): Date };

/** The deal of a report of this owner, by the settings of report and account, and the tables of today. */
export async function dealOf(
  tools: DealTools,
  { userId, reportId: report_id }: { userId: string; reportId: string },
  model: ReportModel,
): Promise<DealSheet> {
  const settings = await findDealSettings(tools.pool, userId, report_id);
  const { deal, state } = await findPreferences(tools.pool, userId);
  const defaults = deal ?? {};
  const changes = await listChanges(tools.pool, report_id);
  const now = tools.now().toISOString();
  const sheet = dealSheet({
    lot: lotOfReport({ ...model, lot: lotAsLastRead(model.lot, changes) }, state),
    settings: settingsOver(defaults, settings),
    day: now.slice(0, 10),
    at: Date.parse(now),
    read: await readOwnLots(tools.pool, userId, report_id),
    rates: currencyRates(tools.estimate.currencies, now),
  });
  return { report_id, settings, defaults, changes, ...sheet };
}

/** The deal of a finished report, by its newest version. */
export const readDeal = async (tools: DealTools, userId: string, reportId: string): Promise<DealSheet> =>
  await dealOf(tools, { userId, reportId }, await readStoredReport(tools.pool, userId, reportId));

/** Sets what a finished report's deal is calculated with, and answers it. */
export async function saveDeal(
  tools: DealTools,
  userId: string,
  { reportId, settings }: { reportId: string; settings: DealSettings },
): Promise<DealSheet> {
  const model = await readStoredReport(tools.pool, userId, reportId);
  await saveDealSettings(tools.pool, { userId, reportId, settings });
  return await dealOf(tools, { userId, reportId }, model);
}
