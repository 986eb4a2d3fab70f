import { z } from 'zod';
import type { Cents } from '../../../contract/schemas/money.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { curveSchema, groundSchema, onCurve, readJson } from './read-table.ts';
import type { VehicleFacts } from './vehicle-facts.ts';

const positive = z.number().positive();
const schema = z.object({
  version: z.string(),
  dated: z.iso.date(),
  about: z.string(),
  valuation_year: z.number().int(),
  year_index: curveSchema,
  ages: z.array(z.number()),
  /** One curve a retention class, with the cars it is of. */
  kept: z.array(z.object({ of: z.string(), shares: z.array(positive) }).and(groundSchema)).length(5),
  floor_dollars: positive,
  mileage: z.object({
    expected: curveSchema,
    per_10k: curveSchema,
    least: z.number(),
    most: z.number(),
    believed_to: positive,
  }),
  body_price: z.record(bodyClassSchema, positive),
  body_factor_unlisted_model: z.record(bodyClassSchema, positive),
  unknown: z.object({ year: z.number(), price: positive, price_class: z.number(), retention: z.number() }),
  equipment: z.object({
    note: z.string(),
    four_wheel: positive,
    two_wheel: positive,
    diesel_pickup: positive,
    hybrid: positive,
  }),
  uncertainty: z.object({
    model: positive,
    make: positive,
    none: positive,
    year_unknown: positive,
    mileage_unknown: positive,
    /** Added for each year of age: old cars differ more. */
    per_year: positive,
    /** US dollars by which cars of one kind and age differ whatever they are worth; absent from older tables. */
    dollars: positive.optional(),
  }),
  grounds: z.record(
    z.enum([
      'models',
      'year_index',
      'floor_dollars',
      'mileage',
      'body_price',
      'body_factor_unlisted_model',
      'unknown',
      'equipment',
      'uncertainty',
    ]),
    groundSchema,
  ),
});
const table = readJson('vehicle-value.json', schema);
export const VALUE_DATED = table.dated;
/** Standard deviation of the logarithm of a value (cents) by what cars of one kind differ by in dollars. */
export const spreadInDollars = (cents: Cents): number =>
  cents > 0 ? (100 * (table.uncertainty.dollars ?? 0)) / cents : 0;
export const UNKNOWN_VEHICLE = table.unknown;
/** The year whose used-car prices and part prices the tables hold. */
export const VALUATION_YEAR = table.valuation_year;

/** Years since the model year, 0 at least; the table's typical age where the year is unknown or absurd. */
export function ageOf(year: number | null): number {
  const known = year !== null && year > 1950 && year < 2100;
  return Math.max(0, VALUATION_YEAR - (known ? year : table.unknown.year));
}

/** Share of the list price a car of this retention class (0 best, 4 worst, in between allowed) still has at an age. */
function keptShare(retention: number, age: number): number {
  const curve = (at: number) =>
    onCurve(
      table.ages.map((x, k) => [x, table.kept[at]?.shares[k] ?? 0.1]),
      age,
    );
  const lower = Math.min(3, Math.max(0, Math.floor(retention)));
  const [a, b] = [curve(lower), curve(lower + 1)];
  return Math.exp(Math.log(a) + (Math.log(b) - Math.log(a)) * (retention - lower));
}

function equipmentFactor({ body_class: body, four_wheel, diesel, hybrid }: VehicleFacts): number {
  const { equipment } = table;
  const tall = body === 'suv' || body === 'pickup';
  const drive = !tall || four_wheel === null ? 1 : four_wheel ? equipment.four_wheel : equipment.two_wheel;
  return (
    drive * (diesel && body === 'pickup' ? equipment.diesel_pickup : 1) * (hybrid ? equipment.hybrid : 1)
  );
}

export type VehicleValue = { readonly cents: Cents; readonly sd_log: number };

/**
 * Retail value before the damage, integer US cents, with the standard deviation of its logarithm. Our own model (basis
 * judgement); the listing's value is never used. Never falls when mileage falls.
 */
export function vehicleValue(
  facts: VehicleFacts,
  vehicle: { year: number | null; mileage: number | null },
): VehicleValue {
  const { unknown, mileage: rule, uncertainty } = table;
  const age = ageOf(vehicle.year);
  const body = facts.body_class;
  const bodyFactor = facts.known === 'make' && body ? table.body_factor_unlisted_model[body] : 1;
  const list = (facts.msrp ?? (body ? table.body_price[body] : unknown.price)) * bodyFactor;
  const asNew =
    list * onCurve(table.year_index, VALUATION_YEAR - age) * facts.trim_factor * equipmentFactor(facts);
  const miles =
    vehicle.mileage !== null && vehicle.mileage > 10 && vehicle.mileage < rule.believed_to
      ? vehicle.mileage
      : null;
  const over = miles === null ? 0 : (miles - onCurve(rule.expected, age)) / 10_000;
  const worn = Math.min(rule.most, Math.max(rule.least, -over * onCurve(rule.per_10k, age)));
  const dollars =
    asNew * keptShare(facts.retention ?? unknown.retention, age) * Math.exp(worn) + table.floor_dollars;
  const cents = Math.round(dollars * 100);
  const parts = [
    spreadInDollars(cents),
    uncertainty[facts.known] + age * uncertainty.per_year,
    vehicle.year === null ? uncertainty.year_unknown : 0,
    miles === null ? uncertainty.mileage_unknown : 0,
  ];
  return { cents, sd_log: Math.hypot(...parts) };
}
