import { type Cents, dollarsFromCents } from '../../contract/schemas/money.ts';
import { bodyClassOf } from '../vehicles/body-class.ts';
import { fuelOfListing } from '../vehicles/fuel-of-model.ts';
import { readMake } from '../vehicles/makes.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';
import { type Calculated, forecastOf } from './calculation/calculate.ts';
import type { EstimateInputs } from './calculation/estimate-inputs.ts';
import { prepareInputs } from './calculation/prepare-inputs.ts';
import type { LotFacts } from './lot-facts.ts';

export type LotEstimate = {
  /** Null where the lot is no passenger car, SUV, van or pickup; `basis` says what it is. */
  readonly total: { readonly low: Cents; readonly likely: Cents; readonly high: Cents } | null;
  /** Retail value before the damage. */
  readonly value: Cents | null;
  /** In one line, what the estimate rests on. */
  readonly basis: string;
};

/** In one line, what an estimate from listed facts rests on. */
function basisOf(
  { facts }: EstimateInputs,
  { belief, listing }: Pick<Calculated, 'belief' | 'listing'>,
): string {
  const car = {
    model: `priced as ${facts.make} ${facts.model}`,
    make: `priced as a typical ${facts.make}, model not known`,
    none: 'make not known, priced as a typical car',
  }[facts.known];
  const damage = belief.declared.declared_known
    ? 'declared damage, photos not examined'
    : 'damage not declared: wide, from the value of the car';
  const worth = Math.round(dollarsFromCents(listing.market.value?.cents ?? 0)).toLocaleString('en-US');
  return `${damage}; ${car}; value before the damage about $${worth}`;
}

/** What the estimate of a lot is calculated from, by its listed facts alone. */
export function inputsOfLot(lot: LotFacts): EstimateInputs {
  const make = lot.make === null ? null : readMake(lot.make).name;
  const body_class = bodyClassOf({ body_style: lot.body_style, make, model: lot.model, decoded: null });
  const { year, model, trim, drive } = lot;
  const fuel = fuelOfListing(lot.fuel, { make, model, trim, engines: [lot.engine] });
  return prepareInputs({
    vehicle: { year, make, model, trim, body_class, fuel, drive },
    doors: null,
    engine: lot.engine,
    mileage: lot.mileage,
    state: lot.state,
    colour: lot.color,
    declared: lot.declared,
    keys: lot.keys,
    odometer: lot.odometer,
    retail_value: lot.retail_value,
    detection: null,
    numbers: [],
    currencies: {},
    profile: { id: 'insurer' },
    facts_from: 'listing',
  });
}

/** The estimate of a lot from its listed facts alone, integer cents. Never throws on unknown or missing facts. */
export function estimateLot(lot: LotFacts): LotEstimate {
  const refusal = refusalOf({ ...lot, vin: null });
  if (refusal !== null) return { total: null, value: null, basis: refusal };
  const inputs = inputsOfLot(lot);
  const forecast = forecastOf(inputs);
  const { low, likely, high } = forecast;
  return {
    total: { low, likely, high },
    value: forecast.listing.market.value?.cents ?? null,
    basis: basisOf(inputs, forecast),
  };
}
