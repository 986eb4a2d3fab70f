import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { SUPPORTED_MAKES, type Vehicle } from '../../../contract/schemas/vehicle.ts';
import { plausibilityOf } from '../../categories/filter-categories.ts';
import { RetryLater } from '../../errors.ts';
import {
  askCatalogues,
  type CataloguesAnswer,
  lookUpNumbers,
} from '../../parts-catalogues/ask/ask-catalogues.ts';
import { groupVariants } from '../../parts-catalogues/merge/variants.ts';
import type { PartsCatalogue } from '../../parts-catalogues/parts-catalogue.ts';
import type { FetchCaller } from '../../web-fetch/host-line.ts';
import type { StepContext } from '../step.ts';
import { mapVehicleParts } from './map-vehicle-parts.ts';
import type { Outputs } from './outputs.ts';

/** A wait this long is sat out; a longer one becomes a gap of the report. */
const LONGEST_WAIT_MS = 30_000;

/** Catalogue parts of this vehicle for the plausible categories. What a catalogue could not tell is a gap, never a failed report. */
export async function crawlVehicleParts(
  catalogues: readonly PartsCatalogue[],
  vehicle: Vehicle,
  plausible: Outputs['filter_categories'],
  {
    signal,
    mayWait,
    caller,
  }: Pick<StepContext<unknown, Outputs>, 'signal' | 'mayWait'> & {
    caller?: FetchCaller;
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
  return { parts: answer.parts, catalogues: answer.catalogues, gaps: gapsOf(answer, vehicle) };
}

/** One number for each part that is likely damaged and whose price or fit is still open, the likeliest first. */
function likelyNumbers(
  parts: readonly CataloguePart[],
  { make_key }: Vehicle,
  plausible: Outputs['filter_categories']['plausible'],
): string[] {
  const groups = groupVariants(mapVehicleParts(make_key ?? '', parts).parts, make_key);
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
  const make = vehicle.make_key === null ? vehicle.make : SUPPORTED_MAKES[vehicle.make_key];
  const car = [vehicle.year, make, vehicle.model].filter((word) => word !== null).join(' ');
  return [{ step, code: 'no_catalogue', fact: { code: 'no_catalogue', car } }];
}
