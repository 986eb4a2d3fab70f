import type { Run } from '../../db/reports/report-runs.ts';
import { lotByKey, type ScrapeTools } from '../../lots/scrape-lot.ts';
import type { Outputs } from './outputs.ts';

/** The lot this report is about is stored and readable. */
export async function createTask(lots: ScrapeTools, run: Run): Promise<Outputs['create_task']> {
  const lot = await lotByKey(lots, run.lotKey);
  return { lot_key: lot.lot_key };
}
