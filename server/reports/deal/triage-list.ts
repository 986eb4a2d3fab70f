import type pg from 'pg';
import type { ScrapeListEntry } from '../../../contract/api/auction-answers.ts';
import type { ListedDeal } from '../../../contract/deal/deal-brief.ts';
import type { DealDefaults } from '../../../contract/deal/deal-settings.ts';
import type { StoredLot } from '../../../contract/schemas/lot.ts';
import { eachAtMost } from '../../concurrency/each-at-most.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { findPreferences, findReportStart, type ReportStart } from '../../db/accounts/preferences.ts';
import { currencyRates } from '../../estimate/pricing/exchange-rates.ts';
import type { Log } from '../../log.ts';
import { type EstimateConfig, listedFacts, settingsFrom } from '../../pipeline/steps/make-report.ts';
import { describeVehicle } from '../../vehicles/describe-vehicle.ts';
import type { Dealing } from './dealing.ts';

export type TriageTools = {
  pool: pg.Pool;
  dealing: Pick<Dealing, 'listed'>;
  estimate: EstimateConfig;
  log: Pick<Log, 'warn'>;
  now(): Date;
};

/** Lots of one list that are looked at (judgement: as many as a board takes at once). */
const MOST = 60;
const AT_ONCE = 4;

/** Who asks, and how their reports and deals start. */
export type Weigher = { caller: WorkCaller; start: ReportStart; deal: DealDefaults };

/** How the reports and deals of an account start; null: a visitor's. */
export async function weigherOf(
  { pool }: Pick<TriageTools, 'pool'>,
  { userId, caller }: { userId: string | null; caller: WorkCaller },
): Promise<Weigher> {
  const start = await findReportStart(pool, userId);
  const deal = userId === null ? null : (await findPreferences(pool, userId)).deal;
  return { caller, start, deal: deal ?? {} };
}

/** What a lot sells for and what to bid, by its listing alone. */
export function weighLot(
  { dealing, estimate, now }: Pick<TriageTools, 'dealing' | 'estimate' | 'now'>,
  lot: StoredLot,
  { caller, start, deal }: Weigher,
): Promise<ListedDeal> {
  const vehicle = describeVehicle(lot);
  const at = now().toISOString();
  return dealing.listed(caller, {
    lot,
    vehicle,
    facts: listedFacts(settingsFrom(estimate, start), { lot, vehicle }, at),
    estimate: start.settings,
    homeState: start.state,
    settings: deal,
    day: at.slice(0, 10),
    at: Date.parse(at),
    read: [],
    rates: currencyRates(estimate.currencies, at),
  });
}

/** Adds to the lots of a list what to bid by their listings. A lot that can't be calculated stays without. */
export async function triageList(
  tools: TriageTools,
  entries: readonly ScrapeListEntry[],
  of: { userId: string | null; caller: WorkCaller },
): Promise<ScrapeListEntry[]> {
  const weigher = await weigherOf(tools, of);
  const weighed = [...entries];
  const wanted = entries.flatMap((entry, index) =>
    entry.lot?.make_supported ? [{ entry, lot: entry.lot, index }] : [],
  );
  await eachAtMost(AT_ONCE, wanted.slice(0, MOST), async ({ entry, lot, index }) => {
    try {
      weighed[index] = { ...entry, deal: await weighLot(tools, lot, weigher) };
    } catch (error) {
      tools.log.warn({ lot: lot.lot_key, error: String(error) }, 'a listed lot was not weighed');
    }
  });
  return weighed;
}
