import { z } from 'zod';

/** What a deal is calculated with: of an account, of a report, or of the tables where neither says anything. */

/** Countries a car may be sold in; `other`: duty, taxes and freight are the user's own figures. */
export const DESTINATIONS = ['US', 'UA', 'GE', 'PL', 'LT', 'DE', 'AE', 'other'] as const;
export const destinationSchema = z.enum(DESTINATIONS);

export const BROKERS = [
  'none',
  'bid_cars',
  'a_better_bid',
  'autobidmaster_advanced',
  'autobidmaster_premium',
  'salvagebid_vip',
  'flat_350',
  'flat_steps',
  'prime_cars',
] as const;
export const brokerSchema = z.enum(BROKERS);

export const segmentSchema = z.enum(['mainstream', 'premium', 'exotic']);
export type Segment = z.infer<typeof segmentSchema>;
export const fuelSchema = z.enum(['petrol', 'diesel', 'hybrid', 'plug_in_hybrid', 'electric']);
export type Fuel = z.infer<typeof fuelSchema>;
export const channelSchema = z.enum(['private', 'wholesale', 'retail_lot']);
export const buyerSchema = z.enum(['private', 'shop', 'dealer']);
export const feeTitleSchema = z.enum(['clean', 'non_clean']);
export type FeeTitle = z.infer<typeof feeTitleSchema>;
export const bidWaySchema = z.enum(['live', 'pre_bid']);
/** A car that carries people (customs heading 8703), or a pickup or van made for goods (8704). */
export const customsClassSchema = z.enum(['passenger', 'goods']);
export type CustomsClass = z.infer<typeof customsClassSchema>;
/** How its user buys: what they repair by, whom they bid through, how they sell. */
export const buysAsSchema = z.enum(['body_shop', 'hobbyist', 'dealer', 'exporter']);
export type BuysAs = z.infer<typeof buysAsSchema>;
/** Who repairs the car; abroad: where it is sold. */
export const costChoiceSchema = z.enum(['own_labor', 'door_rate', 'unpaid', 'abroad', 'insurer']);
export type CostChoice = z.infer<typeof costChoiceSchema>;
export const truckBandSchema = z.enum(['near', 'middle', 'far']);

/** Rows of a deal, as they are shown. */
export const DEAL_ROWS = [
  'resale',
  'repair',
  'reserve',
  'buyer_fee',
  'bid_fee',
  'gate',
  'environmental',
  'title_fee',
  'purchase_tax',
  'broker',
  'broker_on_account',
  'storage',
  'inland',
  'non_runner',
  'ocean',
  'powertrain',
  'border_leg',
  'insurance',
  'duty',
  'excise',
  'import_tax',
  'forwarder',
  'customs_broker',
  'port_handling',
  'vat',
  'pension_fund',
  'registration',
  'certification',
  'rebuilt_title',
  'exit_cost',
  'holding',
  'margin',
] as const;
export const dealRowIdSchema = z.enum(DEAL_ROWS);
export type DealRowId = z.infer<typeof dealRowIdSchema>;

const usd = z.number().min(0).max(10_000_000).multipleOf(0.01);
/** US dollars for a unit of a currency. */
const rate = z.number().positive().max(1_000);

const wantedSchema = z.discriminatedUnion('kind', [
  /** Percent of what the car sells for. */
  z.strictObject({ kind: z.literal('share'), percent: z.number().min(0).max(90).multipleOf(0.1) }),
  z.strictObject({ kind: z.literal('amount'), usd }),
]);

/** When the verdict says what; ours are judgment. */
const thresholds = {
  /** Chance of the wanted profit at the expected price, from which on to buy, and to consider. */
  buy_chance: z.number().min(0).max(1).multipleOf(0.01),
  consider_chance: z.number().min(0).max(1).multipleOf(0.01),
  /** So many times what they cost, all in, the parts must bring. */
  parts_share: z.number().min(0).max(10).multipleOf(0.01),
};
export const thresholdSchema = z.enum(Object.keys(thresholds) as [DealThreshold, ...DealThreshold[]]);
export type DealThreshold = keyof typeof thresholds;

/** Figures of a car that is sold in parts. */
const partOut = { parts: usd, metal: usd, catalyst: usd, labor: usd, selling: usd };
export const partOutFigureSchema = z.enum(Object.keys(partOut) as [PartOutFigure, ...PartOutFigure[]]);
export type PartOutFigure = keyof typeof partOut;

/** How its user buys and sells: kept in the account, and changed for one report. */
const trade = {
  buys_as: buysAsSchema,
  cost: costChoiceSchema,
  /** What an hour of own labor costs, US dollars. */
  labor_usd: z.number().min(0).max(500).multipleOf(0.01),
  /** Paint is bought at a shop's door rate. */
  paint_sublet: z.boolean(),
  /** Used airbags that never went off in place of new ones. */
  used_airbags: z.boolean(),
  destination: destinationSchema,
  channel: channelSchema,
  buyer: buyerSchema,
  unsecured: z.boolean(),
  high_volume: z.boolean(),
  bid_way: bidWaySchema,
  broker: brokerSchema,
  /** Which quantile of the repair counts. */
  repair_quantile: z.number().min(0.05).max(0.95).multipleOf(0.05),
  /** What a model brings repaired where it is sold, US dollars, by make, model and country: entered once. */
  resales: z.record(z.string().min(1).max(120), usd),
  /** Chance to miss the wanted profit that its user takes. */
  risk: z.number().min(0.05).max(0.95).multipleOf(0.05),
  margin: wantedSchema,
  /** Nothing is charged on goods of US origin in the EU: to be checked in TARIC. */
  eu_duty_off: z.boolean(),
  /** US dollars for a unit of a currency, where its user has a better rate than the tables. */
  rates: z.strictObject({
    EUR: rate.optional(),
    GEL: rate.optional(),
    UAH: rate.optional(),
    PLN: rate.optional(),
  }),
  holding_days: z.number().int().min(0).max(1_000),
  holding_usd_a_day: z.number().min(0).max(10_000).multipleOf(0.01),
  thresholds: z.strictObject(thresholds).partial(),
};
/** What is known of one lot better than its report knows it. */
const lot = {
  fee_title: feeTitleSchema,
  segment: segmentSchema,
  fuel: fuelSchema,
  /** Of the model, as customs count its age. */
  year: z.number().int().min(1950).max(2100),
  liters: z.number().min(0.1).max(12).multipleOf(0.001),
  battery_kwh: z.number().min(1).max(300).multipleOf(0.1),
  /** How customs class the vehicle, where its user knows. */
  customs_class: customsClassSchema,
  yard_distance: truckBandSchema,
  /** The price the lot is expected to bring, or that stands bid. */
  bid: usd,
  /** What it was sold for at its auction, as its user found out; `day` null: not known when. */
  sold_for: z.strictObject({ usd: usd.min(0.01), day: z.iso.date().nullable() }),
  /** A row's amount as its user has it, US dollars. */
  rows: z.partialRecord(dealRowIdSchema, usd),
  /** The same of a figure of the car in parts. */
  part_out: z.strictObject(partOut).partial(),
};

const optional = <T extends Record<string, z.ZodType>>(shape: T) => z.strictObject(shape).partial();
export const dealDefaultsSchema = optional(trade);
export type DealDefaults = z.infer<typeof dealDefaultsSchema>;
export const dealSettingsSchema = optional({ ...trade, ...lot });
export type DealSettings = z.infer<typeof dealSettingsSchema>;
