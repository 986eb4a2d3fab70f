import type { Cents } from '../../contract/schemas/money.ts';
import { partProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { bodyClassOf } from '../vehicles/body-class.ts';
import { fuelOfListing } from '../vehicles/fuel-of-model.ts';
import { readMake } from '../vehicles/makes.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';
import type { LotFacts } from './lot-facts.ts';
import { calculateEstimate } from './totals/calculate-estimate.ts';
import { estimateBasis } from './totals/estimate-basis.ts';

export type LotEstimate = {
  /** Null where the lot is no passenger car, SUV, van or pickup; `basis` says what it is. */
  readonly total: { readonly low: Cents; readonly likely: Cents; readonly high: Cents } | null;
  /** Retail value before the damage. */
  readonly value: Cents | null;
  /** In one line, what the estimate rests on. */
  readonly basis: string;
};

/** The estimate of a lot from its listed facts alone, integer cents. Never throws on unknown or missing facts. */
export function estimateLot(lot: LotFacts): LotEstimate {
  const refusal = refusalOf({ ...lot, vin: null });
  if (refusal !== null) return { total: null, value: null, basis: refusal };
  const make = lot.make === null ? null : readMake(lot.make).name;
  const body_class = bodyClassOf({ body_style: lot.body_style, make, model: lot.model, decoded: null });
  const { year, model, trim, drive } = lot;
  const fuel = fuelOfListing(lot.fuel, { make, model, trim, engines: [lot.engine] });
  const probabilities = partProbabilities({
    declared: lot.declared,
    vehicle: { year, make, model, body_class, fuel },
  });
  const calculation = calculateEstimate({
    vehicle: { year, make, model, trim, body_class, fuel, drive },
    mileage: lot.mileage,
    title: lot.declared.title,
    state: lot.state,
    colour: lot.color,
    findings: [],
    probabilities,
  });
  return {
    total: calculation.total,
    value: calculation.value.cents,
    basis: estimateBasis(calculation, probabilities),
  };
}
