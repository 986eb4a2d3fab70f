import { z } from 'zod';
import type { PriceOrigin } from '../../../contract/facts/price-origin.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { type AlternativeKind, alternativeKindSchema, type PriceBands } from '../tables/part-costs.ts';
import { curveSchema, onCurve, readJson } from '../tables/read-table.ts';

const positive = z.number().positive();
const classTable = readJson(
  'price-class.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    band_spread: z.object({ low: positive, high: positive }),
    year_index: curveSchema,
    steep: z.object({ exponent: positive, categories: z.array(z.string()) }),
    body: z.partialRecord(bodyClassSchema, z.record(z.string(), positive)),
    labour_by_class: curveSchema,
  }),
);
const typeTable = readJson(
  'part-types.json',
  z.object({
    version: z.string(),
    dated: z.iso.date(),
    about: z.string(),
    basis: z.literal('judgement'),
    kinds: z.record(
      alternativeKindSchema,
      z.object({
        type: z.enum(['oem', 'aftermarket', 'recycled', 'reconditioned']),
        factor: positive,
        ease: z.number(),
      }),
    ),
    use_by_age: curveSchema,
    scenarios: z.object({ usual: z.number(), oem: z.number(), alternative: z.number() }),
  }),
);
const steep = new Set(classTable.steep.categories);

export type PartScenario = keyof typeof typeTable.scenarios;
export type PricedCar = {
  readonly price_class: number;
  readonly year: number;
  readonly age: number;
  readonly body_class: z.infer<typeof bodyClassSchema> | null;
  readonly scenario: PartScenario;
  /** Outer body of aluminium: dearer hours. */
  readonly aluminium?: boolean;
  /** Front bumper of steel, chromed or coated: not painted, nothing of a plastic cover. */
  readonly steel_front_bumper?: boolean;
};
export type PartPrice = {
  readonly low: Cents;
  readonly likely: Cents;
  readonly high: Cents;
  readonly type: 'oem' | 'aftermarket' | 'recycled' | 'reconditioned';
  readonly origin: PriceOrigin;
};

/** What stands in for a new OEM part of this kind, and its price as a share of OEM list. */
export const alternativeOf = (kind: AlternativeKind): { type: PartPrice['type']; factor: number } =>
  typeTable.kinds[kind];

/** Labour hours of one car against the table's: premium cars have more to take off. Judgement. */
export const hoursFactor = (priceClass: number): number => onCurve(classTable.labour_by_class, priceClass);

/** OEM list price in dollars at a price class between the bands (0 eco … 3 luxury), geometrically. */
export function listDollars(bands: PriceBands, priceClass: number): number {
  const at = Math.min(3, Math.max(0, priceClass));
  const steps = [bands.eco, bands.mid, bands.premium, bands.luxury] as const;
  const lower = Math.min(2, Math.floor(at)) as 0 | 1 | 2;
  const [a, b] = [steps[lower], steps[(lower + 1) as 1 | 2 | 3]];
  return a * (b / a) ** (at - lower);
}

/**
 * Price of one piece as an insurer's estimate has it, integer US cents: OEM list of class, year and body, mixed with
 * aftermarket or used parts as often as the car's age makes them usual. `oem` scenario: list only.
 */
export function partPrice(
  category: string,
  bands: PriceBands,
  kind: AlternativeKind,
  car: PricedCar,
): PartPrice {
  const index = onCurve(classTable.year_index, car.year);
  const byYear = steep.has(category) ? index ** classTable.steep.exponent : index;
  const byBody = (car.body_class ? classTable.body[car.body_class]?.[category] : undefined) ?? 1;
  const list = listDollars(bands, car.price_class) * byYear * byBody * 100;
  const { type, factor, ease } = typeTable.kinds[kind];
  const use = onCurve(typeTable.use_by_age, car.age) * ease * typeTable.scenarios[car.scenario];
  const share = Math.min(0.95, use);
  const likely = Math.round(list * (1 - share * (1 - factor)));
  return {
    low: Math.min(likely, Math.round(list * (share > 0.1 ? factor : 1) * classTable.band_spread.low)),
    likely,
    high: Math.round(list * classTable.band_spread.high),
    type: share > 0.5 ? type : 'oem',
    origin: { from: { code: 'band', ...(share > 0 && type !== 'oem' ? { mixed: { type, share } } : {}) } },
  };
}
