import { z } from 'zod';
import type { PriceOrigin } from '../../../contract/facts/price-origin.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import { bodyClassSchema } from '../../../contract/schemas/vehicle.ts';
import { type AlternativeKind, alternativeKindSchema, type PriceBands } from '../tables/part-costs.ts';
import { curveSchema, groundSchema, onCurve, readJson } from '../tables/read-table.ts';

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
    /** The one type of a written line; absent in older tables, whose lines have the mix. */
    written: groundSchema
      .and(
        z.object({
          note: z.string(),
          kinds: z.partialRecord(alternativeKindSchema, z.object({ from_age: z.number() })),
          categories: z.record(
            z.string(),
            z.object({
              type: z.enum(['aftermarket', 'recycled', 'reconditioned']),
              factor: positive,
              from_age: z.number(),
            }),
          ),
          always_new: z.array(z.string()),
          electric_new: groundSchema,
          /** No aftermarket part: of a car with a front radar, of an aluminum body. Absent in older tables. */
          not_aftermarket: groundSchema
            .and(z.object({ with_radar: z.array(z.string()), aluminium: z.array(z.string()) }))
            .optional(),
          level: groundSchema.and(
            /** Without a curve of its own: by the model years' index. */
            z.object({ content_exponent: positive, curve: curveSchema.optional() }),
          ),
          /** Kinds whose public points lie above our bands; absent in older tables. */
          raised: groundSchema.and(z.object({ by: z.record(z.string(), positive) })).optional(),
          /** Shares of the row's bands by light source. */
          tail_lamps: groundSchema.and(z.object({ led: positive, halogen: positive })).optional(),
          unlisted: groundSchema.and(
            z.object({ low: positive, high: positive, listed: z.array(z.string()) }),
          ),
          headlamps: groundSchema.and(
            z.object({
              led: z.object({ eco: positive, mid: positive, premium: positive, luxury: positive }),
              halogen: positive,
              led_from: curveSchema,
            }),
          ),
        }),
      )
      .optional(),
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
  /** The year of the estimate, whose price level written parts have; absent: that of our tables. */
  readonly level_year?: number;
  /** Driven by a battery alone: its written parts are new. */
  readonly electric?: boolean;
  /** Outer body of aluminium: dearer hours. */
  readonly aluminium?: boolean;
  /** Most such cars have a front radar, which their grille hides; absent in older reports. */
  readonly front_radar?: boolean;
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

const scaled = ({ eco, mid, premium, luxury }: PriceBands, by: number): PriceBands => ({
  eco: eco * by,
  mid: mid * by,
  premium: premium * by,
  luxury: luxury * by,
});

/** Lamps by light source, kinds that public points raise; other parts by their row. */
function writtenBands(category: string, bands: PriceBands, car: PricedCar): PriceBands {
  const table = typeTable.written;
  if (!table) return bands;
  const { headlamps, tail_lamps, raised } = table;
  const isLed = car.year >= onCurve(headlamps.led_from, car.price_class);
  if (category === 'headlamp') return isLed ? headlamps.led : scaled(headlamps.led, headlamps.halogen);
  if (category === 'tail_lamp' && tail_lamps)
    return scaled(bands, isLed ? tail_lamps.led : tail_lamps.halogen);
  return scaled(bands, raised?.by[category] ?? 1);
}

/** The one part that a written line takes, and its price as a share of OEM list. */
function writtenType(
  category: string,
  kind: AlternativeKind,
  car: PricedCar,
): { type: PartPrice['type']; factor: number } {
  const oem = { type: 'oem' as const, factor: 1 };
  const table = typeTable.written;
  if (!table || car.electric || kind === 'none') return oem;
  // A pickup's bed side is bolted on or comes as a used bed.
  const isNew =
    table.always_new.includes(category) && !(category === 'quarter_panel' && car.body_class === 'pickup');
  if (isNew) return oem;
  const own = table.categories[category];
  const from = own ?? (table.kinds[kind] && { ...typeTable.kinds[kind], ...table.kinds[kind] });
  const { with_radar = [], aluminium = [] } = table.not_aftermarket ?? {};
  const only = [...(car.front_radar ? with_radar : []), ...(car.aluminium ? aluminium : [])];
  if (from?.type === 'aftermarket' && only.includes(category)) return oem;
  return from && car.age >= from.from_age ? { type: from.type, factor: from.factor } : oem;
}

/**
 * Price of one piece of the one type that a written line takes, integer US cents, at the level of the estimate's year; the model
 * year moves only what lamps, sensors and mirrors hold. Null in older tables: their lines have the mix.
 */
export function writtenPartPrice(
  category: string,
  bands: PriceBands,
  kind: AlternativeKind,
  car: PricedCar,
): PartPrice | null {
  const table = typeTable.written;
  if (!table || car.level_year === undefined) return null;
  const { type, factor } = writtenType(category, kind, car);
  const level = onCurve(table.level.curve ?? classTable.year_index, car.level_year);
  const content = steep.has(category)
    ? onCurve(classTable.year_index, car.year) ** table.level.content_exponent
    : 1;
  const byBody = (car.body_class ? classTable.body[car.body_class]?.[category] : undefined) ?? 1;
  const list =
    listDollars(writtenBands(category, bands, car), car.price_class) *
    level *
    content *
    byBody *
    factor *
    100;
  const isListed = table.unlisted.listed.includes(category);
  const spread = isListed ? classTable.band_spread : table.unlisted;
  return {
    low: Math.round(list * spread.low),
    likely: Math.round(list),
    high: Math.round(list * spread.high),
    type,
    origin: {
      from: {
        code: 'band',
        ...(type === 'oem' ? {} : { one: { type, share: factor } }),
        ...(isListed ? {} : { unlisted: true as const }),
      },
    },
  };
}
