import { z } from 'zod';
import { odometerStatusSchema, titleContentSchema } from '../evidence.ts';
import { contradictionSchema } from '../schemas/lot.ts';
import { siteFeeSchema } from '../schemas/market.ts';
import { sideSchema } from '../schemas/part.ts';
import { lotChangeSchema } from '../watch/lot-change.ts';
import { dealAnswerSchema } from './deal-answer.ts';
import {
  bidWaySchema,
  brokerSchema,
  buyerSchema,
  buysAsSchema,
  channelSchema,
  costChoiceSchema,
  customsClassSchema,
  dealDefaultsSchema,
  dealRowIdSchema,
  dealSettingsSchema,
  destinationSchema,
  feeTitleSchema,
  fuelSchema,
  partOutFigureSchema,
  segmentSchema,
  thresholdSchema,
} from './deal-settings.ts';
import { dealVerdictSchema } from './deal-verdict.ts';
import { expectedPriceSchema } from './expected-price.ts';

/** What a report's owner sets for its deal: it stands in place of what was set before. */
export const dealRequestSchema = dealSettingsSchema;

/** A deal as it is calculated: codes and US dollars, no words. */

/** Why a row of a table is to be doubted. */
export const dealDoubtSchema = z.enum([
  /** Its source names no date. */
  'undated',
  'sources_disagree',
  /** The source gives a range, or a figure to round to. */
  'range',
  'low_trust',
  /** Somebody writes it and names no source. */
  'unsourced',
  /** Where a step begins: the sources differ by a cent. */
  'boundary_open',
  /** What the percentage is taken of. */
  'base_open',
  /** The model year is counted: by the day it was made, the car may be a year older or younger. */
  'age_open',
  'hybrid_open',
  /** The rate depends on the fuel, which is not known. */
  'fuel_open',
  /** The rate depends on whether customs class it as a car or as a vehicle for goods. */
  'class_open',
  /** Listed liters are rounded, and the rate changes at this very size. */
  'engine_rounded',
  /** A car of 30 years or more may be a collector's item. */
  'classic_open',
  /** The fee depends on the title, which was not understood. */
  'title_open',
  /** The amount depends on the state, which is not known. */
  'state_open',
  /** The most it costs from that coast; usually less. */
  'upper_bound',
  /** No duty on a car of US origin with proof of it. */
  'annex_not_seen',
  /** Read off a site of the same house. */
  'sister_site',
  /** Of the other auction: none of this one’s own was found. */
  'other_auction',
]);

/** The row of a table that a figure stands on. */
export const dealSourceSchema = z.object({
  key: z.string(),
  name: z.string(),
  /** The page to check it at. */
  where: z.string(),
  words: z.string(),
  /** ISO; null: the source names none. */
  date: z.string().nullable(),
  /** ISO: when it was read. */
  read: z.string(),
  judgement: z.boolean(),
  /** Of a calculator, a broker or a forum, not of the auction’s or state’s own page. */
  typical: z.literal(true).optional(),
  /** ISO: the day the auction’s or state’s own page said so. */
  checked: z.string().optional(),
  doubt: dealDoubtSchema.optional(),
  /** More than a year old on the day of the deal. */
  old: z.literal(true).optional(),
});
export type DealSource = z.infer<typeof dealSourceSchema>;

/** What has to be known for a row that is not. */
export const dealNeedSchema = z.enum([
  'auction',
  /** The fees of auctions in Canada, in Canadian dollars. */
  'canada_fees',
  /** Sales tax of a Canadian province on bid and fees. */
  'canada_tax',
  /** What bringing a car from Canada into the US costs. */
  'us_import',
  'yard',
  'freight',
  'storage',
  'broker_fee',
  'engine',
  'battery',
  'fuel',
  'year',
  'exchange_rate',
  'figure',
  'value',
  'resale_abroad',
]);
export type DealNeed = z.infer<typeof dealNeedSchema>;

const n = z.number();
/** How a row's amount came about; money in US dollars. */
export const dealBasisSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('user') }),
  z.object({ code: z.literal('unknown'), needs: dealNeedSchema }),
  z.object({ code: z.literal('flat') }),
  z.object({ code: z.literal('step'), tier: z.string() }),
  z.object({ code: z.literal('percent'), percent: n, of: n, minimum: n.optional(), extra: n.optional() }),
  z.object({ code: z.literal('middle'), low: n, high: n }),
  z.object({ code: z.literal('days'), days: n, usd_a_day: n }),
  /** Amount × quantity × years in a currency, at a rate in US dollars. */
  z.object({
    code: z.literal('tariff'),
    amount: n,
    quantity: n,
    unit: z.enum(['liter', 'cc', 'kwh', 'once']),
    years: n.nullable(),
    currency: z.string(),
    rate: n,
    rate_source: z.string(),
    rate_date: z.string(),
    /** The rate is more than a year old on the day of the deal. */
    rate_old: z.literal(true).optional(),
  }),
  /** `cost`: who repairs it; `insurer`: what an insurer would pay at the same quantile. */
  z.object({ code: z.literal('repair'), quantile: n, cost: costChoiceSchema, insurer: n }),
  z.object({
    code: z.literal('resale'),
    value: n,
    of: z.enum(['listed', 'model', 'user']),
    sold_share: n,
    title_share: n,
    channel_share: n,
  }),
]);
export type DealBasis = z.infer<typeof dealBasisSchema>;

export const dealGroupSchema = z.enum([
  'resale',
  'repair',
  'auction',
  'transport',
  'import',
  'selling',
  'wanted',
]);

export const dealRowSchema = z.object({
  id: dealRowIdSchema,
  group: dealGroupSchema,
  /** US dollars; null: not known, enter it. */
  usd: n.nullable(),
  low: n.optional(),
  high: n.optional(),
  /** The amount is a least one: it is taken of a sum with an unknown row in it. */
  at_least: z.literal(true).optional(),
  basis: dealBasisSchema,
  from: z.enum(['table', 'report', 'user', 'unknown']),
  sources: z.array(dealSourceSchema),
  /** What it would be without its user's own figure; absent where that is not known. */
  instead_of: n.optional(),
});

export const dealEffectSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('costs'), usd: n }),
  z.object({ code: z.literal('price_share'), share: n }),
  z.object({ code: z.literal('no_road') }),
  z.object({ code: z.literal('check_state') }),
  z.object({ code: z.literal('inspection') }),
  z.object({ code: z.literal('no_export') }),
  z.object({ code: z.literal('export_some_lines') }),
  z.object({ code: z.literal('export_papers') }),
  /** The repair counts at its cautious figure. */
  z.object({ code: z.literal('careful') }),
  /** The range of the repair is wider for it. */
  z.object({ code: z.literal('wider') }),
  /** What it costs is in no row of the tables. */
  z.object({ code: z.literal('not_counted') }),
  z.object({ code: z.literal('look') }),
]);
export type DealEffect = z.infer<typeof dealEffectSchema>;

const effects = z.array(dealEffectSchema);
/** What to beware of, worst first, each with what it costs or forbids. */
export const redFlagSchema = z.discriminatedUnion('code', [
  z.object({ code: z.literal('title'), content: titleContentSchema, listed: z.string(), effects }),
  z.object({
    code: z.literal('title_unknown'),
    listed: z.string().nullable(),
    /** What its understood words can mean, worst first; absent where none was understood. */
    could: z.array(titleContentSchema).optional(),
    effects,
  }),
  z.object({ code: z.literal('odometer'), status: odometerStatusSchema, effects }),
  z.object({ code: z.literal('odometer_unknown'), effects }),
  z.object({ code: z.literal('no_keys'), effects }),
  z.object({ code: z.literal('flood'), effects }),
  z.object({ code: z.literal('burn'), effects }),
  z.object({ code: z.literal('airbags'), state: z.enum(['deployed', 'missing']), effects }),
  z.object({ code: z.literal('frame'), effects }),
  z.object({ code: z.literal('contradiction'), fact: contradictionSchema.shape.fact, effects }),
  z.object({ code: z.literal('photos_not_examined'), effects }),
  z.object({ code: z.literal('views_missing'), zones: z.array(z.string()), effects }),
  z.object({ code: z.literal('does_not_drive'), effects }),
  /** Asked for far less than such wrecks bring. */
  z.object({ code: z.literal('far_under_usual'), effects }),
  /** The listed repair is the listed value: nobody estimated it. */
  z.object({ code: z.literal('placeholder_repair'), effects }),
]);
export type RedFlag = z.infer<typeof redFlagSchema>;

export const dealReasonSchema = z.discriminatedUnion('code', [
  /** Chance of the wanted profit, and to break even, at the price the lot is expected to bring. */
  z.object({
    code: z.literal('chance'),
    probability: n,
    break_even: n,
    bid: n,
    of: z.enum(['user', 'expected', 'sold', 'listed']),
  }),
  z.object({ code: z.literal('highest_bid'), highest: n, bid: n }),
  z.object({ code: z.literal('no_bid') }),
  z.object({ code: z.literal('no_value') }),
  z.object({ code: z.literal('no_price') }),
  z.object({ code: z.literal('title_forbids') }),
  z.object({ code: z.literal('parts_value'), value: n, cost: n, cost_at_least: z.literal(true).optional() }),
  z.object({ code: z.literal('unknown_rows'), count: n }),
  /** A price far under usual, or a listed repair as dear as the car: there is a reason. */
  z.object({ code: z.literal('too_good') }),
]);
export type DealReason = z.infer<typeof dealReasonSchema>;

/** A part that is sold used, US dollars. */
export const pulledPartSchema = z.object({
  part: z.string(),
  side: sideSchema,
  quantity: n,
  /** New, each. */
  list: n,
  /** Used, each, where it sells. */
  used: n,
  /** Chance that the damage left it whole, 0–1. */
  undamaged: n,
  /** On average, all of them: some never sell. */
  brings: n,
});
export type PulledPart = z.infer<typeof pulledPartSchema>;

/** A figure of the calculator on the lot's own page, beside ours. */
const pageCostSchema = z.object({
  name: siteFeeSchema.shape.name,
  amount: n,
  currency: siteFeeSchema.shape.currency,
  port: z.string().nullable(),
  /** The bid that both are for; null: any. */
  at_bid: n.nullable(),
  /** US dollars; null: not a cost of this deal, or not known. */
  ours: n.nullable(),
});
export type PageCost = z.infer<typeof pageCostSchema>;

export const dealSheetSchema = z.object({
  report_id: z.string(),
  /** ISO: the day it is calculated for. */
  day: z.string(),
  /** What its user set for this report, and in the account for all. */
  settings: dealSettingsSchema,
  defaults: dealDefaultsSchema,
  /** What changed of its lot since the report, the newest first: the newest prices count. */
  changes: z.array(lotChangeSchema),
  /** What counts, whoever says it: report, account, the lot or our tables; null: nobody does. */
  counted: z.object({
    buys_as: buysAsSchema,
    cost: costChoiceSchema,
    paint_sublet: z.boolean(),
    /** Whether the law lets this buyer take used airbags. */
    may_use_airbags: z.boolean(),
    high_volume: z.boolean(),
    /** By what the price abroad is remembered for this model. */
    resale_key: z.string().nullable(),
    destination: destinationSchema,
    channel: channelSchema,
    buyer: buyerSchema,
    broker: brokerSchema,
    /** Who says so: its user, who may have said how they buy; else an own license is assumed. */
    broker_from: z.enum(['user', 'assumed']),
    /** The lot is sold in Canada: bid and fees are in Canadian dollars there. */
    sold_in_canada: z.boolean(),
    /** The VIN says that the car was made in the US; null: no VIN. */
    us_built: z.boolean().nullable(),
    customs_class: customsClassSchema.nullable(),
    bid_way: bidWaySchema,
    fee_title: feeTitleSchema,
    repair_quantile: n,
    segment: segmentSchema.nullable(),
    fuel: fuelSchema.nullable(),
    liters: n.nullable(),
    year: n.nullable(),
  }),
  /** What the lot sells for at its auction; null: nothing is known of it. */
  price: expectedPriceSchema.nullable(),
  /** What to bid. */
  answer: dealAnswerSchema,
  /** What the same deal answers with another switch: the max bid in US dollars, null: none. */
  switches: z.object({
    cost: z.array(z.object({ cost: costChoiceSchema, repair: n, max_bid: n.nullable() })),
    caution: z.array(z.object({ quantile: n, repair: n, max_bid: n.nullable() })),
  }),
  /** The highest bid on its page, US dollars, while its sale is open; null: none is known. */
  bid_now: n.nullable(),
  /** The bid that the rows are of. */
  bid: n,
  rows: z.array(dealRowSchema),
  /** What the calculator of the lot's own page says, in its order. */
  page_costs: z.array(pageCostSchema),
  /** Rows whose cost is not known; while there is one, `all_in` is a least amount, `profit` and the bids are most ones. */
  unknown_rows: z.array(dealRowIdSchema),
  /** Bid and all that is paid, without the wanted profit; what is left of the resale. */
  all_in: n,
  /** True: unknown costs come on top of `all_in`, and off `profit`, `highest_bid` and `ceiling`. */
  all_in_at_least: z.boolean(),
  profit: n.nullable(),
  /** The highest bid that leaves the wanted profit; null: none does, or the resale is not known. */
  highest_bid: n.nullable(),
  /** The increments that bids are on. */
  bid_sources: z.array(dealSourceSchema),
  /** The highest bid that leaves it with the chance its user wants. */
  ceiling: n.nullable(),
  risk: n,
  /** Chance of the wanted profit by bid, rising. */
  curve: z.array(z.object({ bid: n, probability: n })),
  part_out: z
    .object({
      parts: n,
      parts_count: n,
      /** What to pull, by what it brings: parts that are likely undamaged, each side by itself. */
      pull: z.array(pulledPartSchema),
      /** What an engine that runs brings, and all parts that are not listed. */
      engine: n,
      others: n,
      /** All of them together are counted at most as `parts`, a share of the car’s value. */
      capped: z.boolean(),
      metal: n,
      catalyst: n,
      labor: n,
      selling: n,
      value: n,
      /** Paid for it at the bid until it stands where it is taken apart. */
      cost: n,
      cost_at_least: z.boolean(),
      days: n,
      /** Figures that are its user’s: `sources` are of the others. */
      own: z.array(partOutFigureSchema),
      sources: z.array(dealSourceSchema),
    })
    .nullable(),
  verdict: dealVerdictSchema.nullable(),
  /** What the verdict went by; no source where its user says so. */
  thresholds: z.array(
    z.object({
      code: thresholdSchema,
      value: n,
      from: z.enum(['table', 'user']),
      sources: z.array(dealSourceSchema),
    }),
  ),
  reasons: z.array(dealReasonSchema).max(3),
  flags: z.array(redFlagSchema),
});
export type DealSheet = z.infer<typeof dealSheetSchema>;
export type DealRow = z.infer<typeof dealRowSchema>;
