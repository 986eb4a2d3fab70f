import { userCaller } from '../../concurrency/work-caller.ts';
import { findLot } from '../../db/lots/lots.ts';
import type { Run } from '../../db/reports/report-runs.ts';
import { GiveUp } from '../../errors.ts';
import { FRESH_SECONDS, lotByKey, type ScrapeTools, scrapeLot } from '../../lots/scrape-lot.ts';
import { describeVehicle } from '../../vehicles/describe-vehicle.ts';
import { refusalOf } from '../../vehicles/other-kinds.ts';
import type { Outputs } from './outputs.ts';

/** The lot, read again when what we fetched has grown stale, and the vehicle that listing and VIN describe; gives up on what is no car. */
export async function crawlVehicleData(
  lots: ScrapeTools,
  run: Run,
  signal: AbortSignal,
): Promise<Outputs['crawl_vehicle_data']> {
  const stored = await lotByKey(lots, run.lotKey);
  const ours = stored.origin === 'fetched' || stored.origin === 'sample';
  const fresh = !ours || (await findLot(lots.pool, run.lotKey, FRESH_SECONDS)) !== null;
  const lot = fresh ? stored : await scrapeLot(lots, run.url, signal, userCaller(run.userId));
  const refusal = refusalOf(lot);
  if (refusal !== null) throw new GiveUp('unsupported_make', refusal);
  return { lot, vehicle: describeVehicle(lot) };
}
