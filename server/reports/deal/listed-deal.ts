import type { ListedDeal } from '../../../contract/deal/deal-brief.ts';
import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import type { Deal } from '../../deals/deal-lot.ts';
import { dealInBrief } from '../../deals/deal-sheet.ts';
import { highestBid } from '../../deals/highest-bid.ts';
import { buildEstimate, overridesOf } from '../../estimate/build-estimate.ts';
import { type EstimateFacts, prepareInputs } from '../../estimate/calculation/prepare-inputs.ts';
import { lotOfReport } from './lot-of-report.ts';

/** A lot before any report: what it lists, and how its user's report and deal would start. */
export type ListedDealJob = Omit<Deal, 'lot'> & {
  readonly lot: Lot;
  readonly vehicle: Vehicle;
  readonly facts: EstimateFacts;
  readonly estimate: EstimateSettings;
  readonly homeState: string | null;
};

/** The deal of a lot by its listing alone: no photo is looked at, no number is asked for. */
export function dealOfListing({ lot, vehicle, facts, estimate, homeState, ...deal }: ListedDealJob): Deal {
  const examined = { photos_total: lot.images.length, photos_examined: 0, zones_not_photographed: [] };
  const made = buildEstimate(prepareInputs(facts), overridesOf({ ...NO_EDITS, scenario: estimate }));
  return { ...deal, lot: lotOfReport({ lot, vehicle, estimate: made, examined }, homeState) };
}

/** What a list shows of it. */
export function listedDeal(job: ListedDealJob): ListedDeal {
  const deal = dealOfListing(job);
  const { price, answer } = dealInBrief(deal);
  const at = (repair_quantile: number): number | null => {
    const highest = highestBid({ ...deal, settings: { ...deal.settings, repair_quantile } });
    return highest === null ? null : dollars(highest);
  };
  return { price, answer, max_bids: { low: at(0.9), likely: at(0.5), high: at(0.1) } };
}
