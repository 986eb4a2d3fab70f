import { hasSteelFrontBumper } from '../../vehicles/body-class.ts';
import { hasAluminiumBody } from '../tables/aluminium-body.ts';
import type { VehicleFacts } from '../tables/vehicle-facts.ts';
import { ageOf, UNKNOWN_VEHICLE, VALUATION_YEAR } from '../tables/vehicle-value.ts';
import type { PartScenario, PricedCar } from './part-price.ts';

/** The car as part prices and hours take it. */
export function pricedCar(facts: VehicleFacts, year: number | null, scenario: PartScenario): PricedCar {
  const age = ageOf(year);
  return {
    price_class: (facts.price_class ?? UNKNOWN_VEHICLE.price_class) + (facts.trim_factor - 1) / 2,
    year: VALUATION_YEAR - age,
    age,
    body_class: facts.body_class,
    scenario,
    aluminium: hasAluminiumBody(facts, year),
    steel_front_bumper: facts.body_class === 'pickup' && hasSteelFrontBumper(facts.make, facts.model),
  };
}
