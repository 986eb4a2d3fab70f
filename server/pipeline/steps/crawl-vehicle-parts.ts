import type { CataloguePart, Side } from '../../../contract/schemas/part.ts';
import type { Gap } from '../../../contract/schemas/report.ts';
import type { Vehicle } from '../../../contract/schemas/vehicle.ts';
import { numberMake } from '../../../contract/vehicles/makes.ts';
import { plausibilityOf } from '../../categories/filter-categories.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import type { WorkCaller } from '../../concurrency/work-caller.ts';
import { RetryLater } from '../../errors.ts';
import {
  askCatalogues,
  type CataloguesAnswer,
  lookUpNumbers,
} from '../../parts-catalogues/ask/ask-catalogues.ts';
import { IMPORTED_FILE } from '../../parts-catalogues/imported-file/imported-file.ts';
import { groupVariants, type PartVariants } from '../../parts-catalogues/merge/variants.ts';
import { PARTS_CATALOGS } from '../../parts-catalogues/parts-catalogs-com/api.ts';
import type { AskedPart } from '../../suppliers/seller-numbers/seller-listing.ts';
import type { SellersGap } from '../../suppliers/seller-numbers/seller-numbers.ts';
import type { PipelineTools } from '../pipeline-tools.ts';
import type { StepContext } from '../step.ts';
import { mapVehicleParts } from './map-vehicle-parts.ts';
import type { Outputs } from './outputs.ts';

/** A wait this long is sat out; a longer one becomes a gap of the report. */
const LONGEST_WAIT_MS = 30_000;

/**
 * Catalogue parts of this vehicle for the plausible categories, and what sellers state where no catalogue has a number of a
 * likely part. What a source could not tell is a gap, never a failed report.
 */
export async function crawlVehicleParts(
  { catalogues, sellers }: Pick<PipelineTools, 'catalogues' | 'sellers'>,
  vehicle: Vehicle,
  plausible: Outputs['filter_categories'],
  {
    signal,
    mayWait,
    caller,
  }: Pick<StepContext<unknown, Outputs>, 'signal' | 'mayWait'> & {
    caller?: WorkCaller;
  },
): Promise<Outputs['crawl_vehicle_parts']> {
  const categories = [...new Set(plausible.plausible.map((entry) => entry.category))];
  const found = await askCatalogues(catalogues, vehicle, { categories }, signal, caller);
  const numbers = likelyNumbers(found.parts, vehicle, plausible.plausible);
  const answer = await lookUpNumbers(catalogues, vehicle, numbers, found, signal, caller);
  const wait = answer.failures.find(
    (failure) => failure.retry_after_ms !== null && failure.retry_after_ms <= LONGEST_WAIT_MS,
  );
  if (wait && wait.retry_after_ms !== null && answer.parts.length === 0 && mayWait(wait.retry_after_ms))
    throw new RetryLater(wait.retry_after_ms);
  const gaps = gapsOf(answer, vehicle);
  const listed = {
    parts: answer.parts,
    catalogues: answer.catalogues,
    asked: {
      parts_catalogs: catalogues.some(({ name }) => name === PARTS_CATALOGS),
      imported_parts: answer.catalogues.includes(IMPORTED_FILE),
      sellers: sellers !== null,
    },
  };
  const open = sellers === null ? [] : likelyWithoutNumber(answer.parts, vehicle, plausible.plausible);
  if (sellers === null || open.length === 0) return { ...listed, gaps };
  const { stated, gap } = await sellers.askFor(vehicle, open, signal, caller);
  return {
    ...listed,
    gaps: gap === null ? gaps : [...gaps, sellersGap(sellers.label, gap)],
    stated: [...stated],
  };
}

/** What the parts are on this car, each with its numbers. */
function groupedParts(parts: readonly CataloguePart[], vehicle: Vehicle): PartVariants[] {
  const make = numberMake(vehicle);
  return groupVariants(mapVehicleParts(make ?? '', parts).parts, make);
}

/** Whether two places of a part can be one: what names no end or side is at any. */
const meets = (listed: string, asked: string): boolean =>
  listed === asked || listed === 'none' || asked === 'none';

/** Likely parts, each on one side, that no catalogue has a number for, the likeliest first. */
function likelyWithoutNumber(
  parts: readonly CataloguePart[],
  vehicle: Vehicle,
  plausible: Outputs['filter_categories']['plausible'],
): Omit<AskedPart, 'make'>[] {
  const numbered = groupedParts(parts, vehicle).filter(({ numbers }) => numbers.length > 0);
  const likely = plausible
    .filter(({ probability }) => plausibilityOf(probability) === 'likely')
    .toSorted((a, b) => b.probability - a.probability)
    .flatMap(({ category, side, position }) =>
      sidesAsked(category, side).map((one) => ({ category, side: one, position })),
    );
  const open = likely.filter(
    ({ category, side, position }) =>
      !numbered.some(
        (group) => group.category === category && meets(group.side, side) && meets(group.position, position),
      ),
  );
  return [...new Map(open.map((part) => [JSON.stringify(part), part])).values()];
}

/** Each side on its own where a part has two: what one seller states of the left says nothing of the right. */
function sidesAsked(category: string, side: Side): AskedPart['side'][] {
  if (side === 'left' || side === 'right') return [side];
  return side === 'unknown' && categoryById(category)?.side === 'LR' ? ['left', 'right'] : ['none'];
}

const sellersGap = (label: string, { why, groups }: SellersGap): Gap => ({
  step: 'crawl_vehicle_parts',
  code: `sellers_${why}`,
  fact: { code: 'catalogue', catalogue: label, why, groups },
});

/** One number for each part that is likely damaged and whose price or fit is still open, the likeliest first. */
function likelyNumbers(
  parts: readonly CataloguePart[],
  vehicle: Vehicle,
  plausible: Outputs['filter_categories']['plausible'],
): string[] {
  const groups = groupedParts(parts, vehicle);
  const likely = groups.flatMap(({ category, side, position, numbers }) => {
    const probability = Math.max(
      0,
      ...plausible
        .filter((entry) => entry.category === category && entry.position === position)
        .filter((entry) => entry.side === side || entry.side === 'unknown' || side === 'none')
        .map((entry) => entry.probability),
    );
    const current = numbers.find((number) => number.superseded_by === null) ?? numbers[0];
    const open = current && (current.price === null || current.fit !== 'exact_vin');
    return open && plausibilityOf(probability) === 'likely' ? [{ number: current.number, probability }] : [];
  });
  likely.sort((a, b) => b.probability - a.probability);
  return [...new Set(likely.map(({ number }) => number))];
}

function gapsOf(answer: CataloguesAnswer, vehicle: Vehicle): Outputs['crawl_vehicle_parts']['gaps'] {
  const step = 'crawl_vehicle_parts' as const;
  const failures = answer.failures.map(({ catalogue, kind, left }) => ({
    step,
    code: `catalogue_${kind}`,
    fact: { code: 'catalogue' as const, catalogue, why: kind, ...left },
  }));
  if (answer.parts.length > 0 || failures.length > 0) return failures;
  const car = [vehicle.year, vehicle.make, vehicle.model].filter((word) => word !== null).join(' ');
  return [{ step, code: 'no_catalogue', fact: { code: 'no_catalogue', car } }];
}
