import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { dollarsFromCents as dollars } from '../../../contract/schemas/money.ts';
import { categoryById } from '../../categories/generic-categories.ts';
import { cataloguePrice } from '../pricing/catalogue-price.ts';
import type { Three } from '../pricing/estimate-line.ts';
import { priceWork } from '../pricing/price-line.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { type ListedVehicle, vehicleFacts } from '../tables/vehicle-facts.ts';
import { pricedCar } from '../totals/calculate-estimate.ts';
import type { RatesOf } from './override-line.ts';

/** A line done another way: replaced instead of repaired, or the other way round; null where no table tells. */
export type Rework = (line: EstimateLine, operation: EstimateLine['operation']) => EstimateLine | null;

const inDollars = (three: Three) => ({
  low: dollars(three.low),
  likely: dollars(three.likely),
  high: dollars(three.high),
});
const tidy = (hours: Three) => ({
  low: Math.round(hours.low * 100) / 100,
  likely: Math.round(hours.likely * 100) / 100,
  high: Math.round(hours.high * 100) / 100,
});

/**
 * How this car's lines are priced when their user has them replaced or repaired: part, hours and refinish by the same tables
 * as the estimate itself. A price a catalogue gave stays.
 */
export function reworkFor(vehicle: ListedVehicle, estimate: Estimate, rates: RatesOf): Rework {
  const car = pricedCar(vehicleFacts(vehicle), vehicle.year, 'usual');
  const { id, state } = estimate.profile;
  const table = ratesFor({ id: id === 'shop' ? 'shop' : 'insurer' }, state, car.price_class, car.aluminium);
  return (line, operation) => {
    const category = line.category === null ? undefined : categoryById(line.category);
    if (!category || line.block === 'standard' || (operation !== 'replace' && operation !== 'repair'))
      return null;
    const given = {
      category,
      // The id of a line of the declared damage begins with it.
      priorId: line.id.split(':')[0] ?? null,
      exact: true,
      work: operation,
      method: null,
      car,
      rates: table,
      // Only prices in US dollars: the rates the report was made with are not kept.
      catalogue: cataloguePrice(line.oem_numbers, {}),
    };
    const work = priceWork(given);
    // A part that is never repaired stays what it is.
    if (work.operation !== operation) return null;
    const priced = work.part && {
      ...inDollars(work.part),
      basis: work.part.basis,
      source: work.part.source,
      dated: work.part.dated,
      converted: work.part.converted,
    };
    return {
      ...line,
      operation,
      part_type: work.part ? (line.part_price ? line.part_type : work.part.type) : 'none',
      part_price: work.part ? (line.part_price ?? priced) : null,
      labour: work.labour && {
        type: work.labour.type,
        hours: tidy(work.labour.hours),
        rate: rates(work.labour.type),
        basis: work.labour.basis,
      },
      refinish:
        line.refinish ??
        (work.paint_hours > 0
          ? {
              hours: work.paint_hours,
              clear_coat_hours: 0,
              overlap_hours: 0,
              rate: rates('refinish'),
              materials_rate: rates('materials'),
              basis: 'anchored',
            }
          : null),
      sublet: null,
    };
  };
}
