import type pg from 'pg';
import type { Preflight } from '../../contract/api/auction-answers.ts';
import type { ListedDeal } from '../../contract/deal/deal-brief.ts';
import type { StoredLot } from '../../contract/schemas/lot.ts';
import { dollarsFromCents } from '../../contract/schemas/money.ts';
import { unlessAborted } from '../concurrency/unless-aborted.ts';
import type { WorkCaller } from '../concurrency/work-caller.ts';
import type { DamageDetector } from '../damage-detectors/detector.ts';
import { findReportStart } from '../db/accounts/preferences.ts';
import { countLotPhotos } from '../db/lots/lot-photos.ts';
import type { Estimating } from '../estimate/workers/estimating.ts';
import type { Log } from '../log.ts';
import { ableOf } from '../parts-catalogues/ask/ask-catalogues.ts';
import type { PartsCatalogue } from '../parts-catalogues/parts-catalogue.ts';
import { keptPartsOf } from '../pipeline/kept-parts.ts';
import { type EstimateConfig, listedFacts, settingsFrom } from '../pipeline/steps/make-report.ts';
import { describeVehicle } from '../vehicles/describe-vehicle.ts';
import { type TriageTools, weigherOf, weighLot } from './deal/triage-list.ts';

export type PreflightTools = {
  pool: pg.Pool;
  catalogues: readonly PartsCatalogue[];
  detector: DamageDetector;
  estimate: EstimateConfig;
  estimating: Pick<Estimating, 'for'>;
  dealing: TriageTools['dealing'];
  log: Pick<Log, 'warn'>;
  now(): Date;
};

/**
 * What this account's (null: a visitor's) report of a lot would rest on and, by the rates, parts and state it would start with,
 * cost, calculated in the caller's turn; null where it can't be told within so many ms. Never throws.
 */
export type ReadPreflight = (
  lot: StoredLot,
  mostMs: number,
  of: { userId: string | null; caller: WorkCaller },
) => Promise<Preflight | null>;

type Vehicle = ReturnType<typeof describeVehicle>;
type Range = NonNullable<Preflight['estimate']>;

/** Lots whose ranges are kept at hand. */
const MOST_RANGES = 200;

/** Asks only what stands here: no source that is keyed, paid or far away. */
export function createPreflight(tools: PreflightTools): ReadPreflight {
  /** By lot as read and what its report would start with: each range is calculated once, also when nobody waited for it. */
  const ranges = new Map<string, Promise<Range | null>>();

  async function rangeOf(
    lot: StoredLot,
    vehicle: Vehicle,
    { userId, caller }: { userId: string | null; caller: WorkCaller },
  ): Promise<Range | null> {
    const start = await findReportStart(tools.pool, userId);
    const key = `${lot.lot_key} ${lot.read_at} ${JSON.stringify(start)}`;
    const known = ranges.get(key);
    if (known !== undefined) return known;
    const facts = listedFacts(
      settingsFrom(tools.estimate, start),
      { lot, vehicle },
      tools.now().toISOString(),
    );
    const range = tools.estimating
      .for(caller)
      .listedRange({ facts, settings: start.settings })
      .catch((error: unknown) => {
        tools.log.warn({ error: String(error), lot: lot.lot_key }, 'no range before the report');
        return null;
      })
      .then((cents) => {
        // Asked again it may come.
        if (cents === null) ranges.delete(key);
        return cents && inDollars(cents);
      });
    ranges.set(key, range);
    for (const first of ranges.keys()) {
      if (ranges.size <= MOST_RANGES) break;
      ranges.delete(first);
    }
    return range;
  }

  const deals = new Map<string, Promise<ListedDeal | null>>();

  /** As `rangeOf`: calculated once for a lot and who asks. */
  async function dealOf(
    lot: StoredLot,
    of: { userId: string | null; caller: WorkCaller },
  ): Promise<ListedDeal | null> {
    const weigher = await weigherOf(tools, of);
    const day = tools.now().toISOString().slice(0, 10);
    const key = `${lot.lot_key} ${lot.read_at} ${day} ${JSON.stringify([weigher.start, weigher.deal])}`;
    const known = deals.get(key);
    if (known !== undefined) return known;
    const deal = weighLot(tools, lot, weigher).catch((error: unknown) => {
      tools.log.warn({ error: String(error), lot: lot.lot_key }, 'no max bid before the report');
      deals.delete(key);
      return null;
    });
    deals.set(key, deal);
    for (const first of deals.keys()) {
      if (deals.size <= MOST_RANGES) break;
      deals.delete(first);
    }
    return deal;
  }

  async function numbersOf(vehicle: Vehicle, userId: string | null): Promise<Preflight['catalogue']> {
    const catalogue = await catalogueOf(tools.catalogues, vehicle);
    if (catalogue !== 'none') return catalogue;
    const saved = await keptPartsOf(tools.pool, userId, vehicle);
    return Object.values(saved).some((parts) => parts.length > 0) ? 'saved' : 'none';
  }

  return async (lot, mostMs, of) => {
    const enough = AbortSignal.timeout(mostMs);
    tools.detector.lookAgain?.();
    try {
      const vehicle = describeVehicle(lot);
      const [photos, catalogue, estimate, deal] = await Promise.all([
        unlessAborted(countLotPhotos(tools.pool, lot.lot_key), enough),
        unlessAborted(numbersOf(vehicle, of.userId), enough),
        unlessAborted(rangeOf(lot, vehicle, of), enough).catch(() => null),
        unlessAborted(dealOf(lot, of), enough).catch(() => null),
      ]);
      return {
        photos,
        vision_model: tools.detector.examines_photos,
        catalogue,
        estimate,
        ...(deal ? { deal } : {}),
      };
    } catch (error) {
      // Too late is no fault: it can be asked for by itself.
      if (!enough.aborted) tools.log.warn({ error: String(error), lot: lot.lot_key }, 'no preflight');
      return null;
    }
  };
}

const inDollars = ({ low, likely, high }: { low: number; likely: number; high: number }): Range => ({
  low: dollarsFromCents(low),
  likely: dollarsFromCents(likely),
  high: dollarsFromCents(high),
  width: dollarsFromCents(high - low),
});

async function catalogueOf(
  catalogues: readonly PartsCatalogue[],
  vehicle: Vehicle,
): Promise<Preflight['catalogue']> {
  const asked = ableOf(catalogues, vehicle);
  const held = await Promise.all(asked.map((catalogue) => catalogue.holds?.(vehicle) ?? null));
  if (held.includes(true)) return 'held';
  return held.includes(null) ? 'on_request' : 'none';
}
