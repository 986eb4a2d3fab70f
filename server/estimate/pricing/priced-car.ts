import { hasSteelFrontBumper } from '../../vehicles/body-class.ts';
import { hasAluminiumBody } from '../tables/aluminium-body.ts';
import type { VehicleFacts } from '../tables/vehicle-facts.ts';
import { ageOf, UNKNOWN_VEHICLE, VALUATION_YEAR } from '../tables/vehicle-value.ts';
import type { PartScenario, PricedCar } from './part-price.ts';

/** The car as part prices and hours take it, in an estimate of the year `writtenIn`: by default that of our tables. */
export function pricedCar(
  facts: VehicleFacts,
  year: number | null,
  scenario: PartScenario,
  writtenIn: number = VALUATION_YEAR,
): PricedCar {
  const age = Math.max(0, ageOf(year) - (VALUATION_YEAR - writtenIn));
  return {
    price_class: (facts.price_class ?? UNKNOWN_VEHICLE.price_class) + (facts.trim_factor - 1) / 2,
    year: VALUATION_YEAR - ageOf(year),
    level_year: writtenIn,
    electric: facts.electric,
    age,
    body_class: facts.body_class,
    scenario,
    aluminium: hasAluminiumBody(facts, year),
    steel_front_bumper: facts.body_class === 'pickup' && hasSteelFrontBumper(facts.make, facts.model),
  };
}
