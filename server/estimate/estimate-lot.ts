import { type Cents, dollarsFromCents } from '../../contract/schemas/money.ts';
import { bodyClassOf } from '../vehicles/body-class.ts';
import { fuelOfListing } from '../vehicles/fuel-of-model.ts';
import { readMake } from '../vehicles/makes.ts';
import { refusalOf } from '../vehicles/other-kinds.ts';
import { type Calculated, forecastOf, writtenEstimate } from './calculation/calculate.ts';
import type { EstimateInputs } from './calculation/estimate-inputs.ts';
import { prepareInputs } from './calculation/prepare-inputs.ts';
import type { LotFacts } from './lot-facts.ts';
import { statuteOf } from './totals/statutes.ts';
import { lossLot, type TotalLoss, totalLoss } from './totals/total-loss.ts';

export type LotEstimate = {
  /** Null where the lot is no passenger car, SUV, van or pickup; `basis` says what it is. */
  readonly total: { readonly low: Cents; readonly likely: Cents; readonly high: Cents } | null;
  /** Retail value before the damage. */
  readonly value: Cents | null;
  /** In one line, what the estimate rests on. */
  readonly basis: string;
  /** By the law of its state or province; null where none is given. */
  readonly total_loss: TotalLoss | null;
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

/** What the estimate of a lot is calculated from, by its listed facts alone; `writtenIn`: the year of the estimate. */
export function inputsOfLot(lot: LotFacts, writtenIn?: number): EstimateInputs {
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
    written_in: writtenIn,
    facts_from: 'listing',
  });
}

const NO_LINES = { lines: [], subtotal: 0, tax: 0 };

/** What the law of its state or province says of a lot's repair. */
function lossOf(
  lot: LotFacts,
  { inputs, forecast, day }: { inputs: EstimateInputs; forecast: ReturnType<typeof forecastOf>; day: string },
): TotalLoss {
  const { insurer, salvage, declared, year, jurisdiction } = lot;
  const loss = { ...(insurer ? { insurer } : {}), ...(salvage === null ? {} : { salvage }) };
  // Lines are priced only where a law goes by them: that takes longer than the forecast.
  const reading = statuteOf(jurisdiction)?.reading;
  const goesByLines = reading?.not_counted || reading?.needs_structure || reading?.bolt_on_from_age;
  const { low, likely, high, costToValue } = forecast;
  return totalLoss(lossLot({ location: null, declared }, { year, defaultState: jurisdiction, day }), {
    ...(goesByLines ? writtenEstimate(inputs) : NO_LINES),
    total: { low: dollarsFromCents(low), likely: dollarsFromCents(likely), high: dollarsFromCents(high) },
    cost_to_value: costToValue(),
    vehicle_value: null,
    repair_to_value: null,
    scenario: { set: { loss }, effects: [] },
  });
}

/**
 * The estimate of a lot from its listed facts alone, integer cents. Never throws on unknown or missing facts.
 * @param day ISO day that the car's age is counted to for a total-loss verdict; without it there is none.
 */
export function estimateLot(lot: LotFacts, day: string | null = null): LotEstimate {
  const refusal = refusalOf({ ...lot, vin: null });
  if (refusal !== null) return { total: null, value: null, basis: refusal, total_loss: null };
  const inputs = inputsOfLot(lot);
  const forecast = forecastOf(inputs);
  const { low, likely, high } = forecast;
  return {
    total: { low, likely, high },
    value: forecast.listing.market.value?.cents ?? null,
    basis: basisOf(inputs, forecast),
    total_loss: day === null || lot.jurisdiction === null ? null : lossOf(lot, { inputs, forecast, day }),
  };
}
