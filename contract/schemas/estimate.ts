import { z } from 'zod';
import { costProfileSchema } from '../deal/cost-profile.ts';
import { airbagsSettingSchema, estimateSettingsSchema, settingEffectSchema } from '../estimate-settings.ts';
import { evidenceShownSchema, narrowingSchema, rangeReasonsSchema, unseenRiskSchema } from '../evidence.ts';
import { estimateFactSchema, valueFromSchema } from '../facts/estimate-fact.ts';
import { lineReasonSchema } from '../facts/line-reason.ts';
import { narrowedSchema, numberMissingSchema } from '../facts/number-facts.ts';
import { priceOriginSchema, subletOriginSchema } from '../facts/price-origin.ts';
import { ESTIMATE_SETTINGS } from '../facts/setting-names.ts';
import { statedBySellersSchema } from '../facts/stated-number.ts';
import { optionQuestionSchema } from '../option-question.ts';
import { evidenceSchema } from './damage.ts';
import {
  estimatedCarSchema,
  fitSchema,
  positionSchema,
  priceFromSchema,
  sideSchema,
  supplierLinkSchema,
} from './part.ts';

/** US dollars on the wire; low and high are the 10th and 90th percentile, likely the median. */
export const rangeSchema = z.object({ low: z.number(), likely: z.number(), high: z.number() });
export type Range = z.infer<typeof rangeSchema>;

/** Where a figure comes from: a public anchor, our judgement, the user, or a catalogue/supplier. */
export const basisTagSchema = z.enum(['anchored', 'judgement', 'user', 'catalogue']);
export type BasisTag = z.infer<typeof basisTagSchema>;

export const LABOUR_TYPES = [
  'body',
  'refinish',
  'mechanical',
  'structural',
  'frame',
  'glass',
  'diagnostic',
] as const;
export const labourTypeSchema = z.enum(LABOUR_TYPES);
export type LabourType = z.infer<typeof labourTypeSchema>;

/** Estimate operations of a US estimate. */
export const lineOperationSchema = z.enum([
  'replace',
  'repair',
  'r_and_i',
  'refinish',
  'blend',
  'sublet',
  'section',
  'align',
  'pdr',
  'scan',
  'calibrate',
  'inspect',
  'clean',
  /** An amount for damage no listed part names. */
  'allowance',
]);
export const PART_TYPES = ['oem', 'aftermarket', 'recycled', 'reconditioned', 'none'] as const;
export const partTypeSchema = z.enum(PART_TYPES);

/**
 * Whether a line's part counts in the report's head: written; in reports of schema_version 1 seen, or more likely damaged
 * than not.
 */
export const isCountedPart = ({
  part_type,
  standing,
  block,
  probability,
}: Pick<EstimateLine, 'part_type' | 'standing' | 'block' | 'probability'>): boolean =>
  part_type !== 'none' &&
  (standing === undefined
    ? block === 'seen' || block === 'user' || probability >= 0.5
    : standing === 'scope');

/** Id of the line for what no listed part explains; only in reports of schema_version 1. */
export const UNLOCATED_LINE = 'rest';

/** Sections of an estimate, front to rear, as printed. */
export const SECTIONS = [
  'front_bumper',
  'front_lamps',
  'hood',
  'fenders',
  'cooling',
  'front_structure',
  'engine',
  'glass',
  'cowl',
  'front_doors',
  'rear_doors',
  'rocker_pillars',
  'roof',
  'quarter',
  'rear_lamps',
  'rear_body',
  'rear_bumper',
  'wheels',
  'suspension',
  'underbody',
  'restraints',
  'interior',
  'electrical',
  'standard',
] as const;
export const sectionSchema = z.enum(SECTIONS);
export type Section = z.infer<typeof sectionSchema>;

/** What a source says of a number that tells it from others of the same part. */
export const numberToldBySchema = z.object({
  /** Model years as listed, first and last; null: open. */
  years: z.tuple([z.number().int().nullable(), z.number().int().nullable()]).optional(),
  /** The source's own note. */
  note: z.string().optional(),
  /** Words of its name that not every sibling has. */
  words: z.array(z.string()).optional(),
  /** The drawing it stands in. */
  drawing: z.string().optional(),
  /** Numbers that came after it, in turn. */
  replaced_by: z.array(z.string()).optional(),
  /** Where the source names several successors of the last but one of them: the others. */
  replaced_also: z.array(z.string()).optional(),
  /** It has siblings, and the source names no difference. */
  untold: z.literal(true).optional(),
});
export type NumberToldBy = z.infer<typeof numberToldBySchema>;

/** An OEM number with everything that decides whether it is the right one. */
export const oemNumberSchema = z.object({
  number: z.string(),
  name: z.string(),
  /** For which side of the car it is, where its source tells. */
  side: z.enum(['left', 'right']).optional(),
  source: z.string(),
  /** ISO date of the source's answer; null unknown. */
  dated: z.string().nullable(),
  fit: fitSchema,
  /** What tells this variant from its siblings; absent where it has none, and in reports made before it was kept in fields. */
  told_by: numberToldBySchema.optional(),
  /** The same in words; only in earlier reports. */
  decides: z.string().optional(),
  /** As the source prices it; null unknown. */
  price: z.number().nullable(),
  currency: z.string().nullable(),
  superseded_by: z.string().nullable(),
  url: z.string().nullable(),
  /** The number has the shape this make's numbers have. */
  format_ok: z.boolean(),
  /** Where the price came from, when it is not the number's own source. */
  price_from: priceFromSchema.nullish(),
  /** Its source is an estimate that the report's user keeps, of this car or one like it. */
  from_estimate: estimatedCarSchema.optional(),
  /** Labor hours, paint apart, that the estimate of this very car has for putting one in. */
  replace_hours: z.number().positive().optional(),
  /** Its source is a dealer's page that the report's user opened for this VIN. */
  opened_page: z.literal(true).optional(),
  /** What other sources say of this number beyond its own, each with name and date. */
  also: z.array(z.string()).optional(),
});
export type OemNumber = z.infer<typeof oemNumberSchema>;

/** What was estimated before the user changed the line: shown beside the user's figures. */
export const estimatedFiguresSchema = z.object({
  name: z.string(),
  operation: lineOperationSchema,
  part_type: partTypeSchema,
  quantity: z.number(),
  part_price: z.number().nullable(),
  labour_hours: z.number().nullable(),
  refinish_hours: z.number().nullable(),
  sublet: z.number().nullable(),
  probability: z.number(),
  cost: rangeSchema,
  expected_cost: z.number(),
});

/** Whose hourly rate it is, where its user chose another: a profile's, or their own. */
const rateBasisSchema = z.enum(['profile', 'user']).optional();

/** One line of the estimate. Money in US dollars, hours in labour hours. */
export const estimateLineSchema = z.object({
  id: z.string(),
  /** Seen on photos · estimated from the declared damage · hidden behind it · operations every such repair brings · added by the user. */
  block: z.enum(['seen', 'declared', 'likely_hidden', 'standard', 'user']),
  section: sectionSchema,
  category: z.string().nullable(),
  /**
   * The vocabulary has no category for this part (engine, carpet, …): `category` is its nearest neighbour, tells on which
   * panel it shows, and brings none of the neighbour's prices and operations.
   */
  stand_in: z.literal(true).optional(),
  name: z.string(),
  side: sideSchema,
  position: positionSchema,
  operation: lineOperationSchema,
  /** Chance that the line is needed, 0–1; 1 for standard operations and user lines. */
  probability: z.number().min(0).max(1),
  basis: z.enum(['photos', 'declared', 'both', 'hidden', 'standard', 'user']),
  severity: z.number().int().min(1).max(4).nullable(),
  /** Why this line is here; absent in reports of schema_version 1. */
  because: lineReasonSchema.optional(),
  /** The same in a sentence; only in reports of schema_version 1. */
  why: z.string().optional(),
  evidence: z.array(evidenceSchema),
  part_type: partTypeSchema,
  quantity: z.number(),
  /** Price of one part if the line is needed; null where the operation takes no part. */
  part_price: rangeSchema
    .extend({
      basis: basisTagSchema,
      /** Where it comes from; absent in reports of schema_version 1. */
      origin: priceOriginSchema.optional(),
      /** The same in words; only in reports of schema_version 1. */
      source: z.string().optional(),
      dated: z.string().nullable(),
      /** Set when the price came in another currency: what the source said and the rate used. */
      converted: z
        .object({
          amount: z.number(),
          currency: z.string(),
          rate: z.number(),
          rate_date: z.string(),
          /** Who published the rate; absent where the service set its own, and in older reports. */
          rate_source: z.string().optional(),
          /** The service set the rate. */
          rate_own: z.literal(true).optional(),
          /** It was more than a year old. */
          rate_old: z.literal(true).optional(),
        })
        .nullable(),
    })
    .nullable(),
  oem_numbers: z.array(oemNumberSchema),
  /** Numbers an answer or a choice ruled out, with what did; they come back when it is taken back. */
  ruled_out: z.array(oemNumberSchema).optional(),
  /** Smaller pieces that the catalogue lists under the same part (the striker beside the lock). */
  other_pieces: z.array(oemNumberSchema).optional(),
  /** What narrowed the numbers: the VIN, the user's answers, or (`chosen`) the user's choice of one. */
  narrowed: z.array(narrowedSchema).optional(),
  /** Which settings of the estimate changed this line. */
  switched_by: z.array(z.enum(ESTIMATE_SETTINGS)).optional(),
  /** The same in words; only in reports of schema_version 1. */
  switched: z.array(z.string()).optional(),
  /** Why no number is printed; absent where there is one or none is needed, and in reports of schema_version 1. */
  oem_missing: numberMissingSchema.optional(),
  /** The same in words; only in reports of schema_version 1. */
  oem_missing_reason: z.string().nullish(),
  /**
   * Where the line has no number of its own: that of the same part on the other side, which does not fit here, and how many
   * alternatives there are beside it.
   */
  counterpart: z
    .object({ number: z.string(), side: z.enum(['left', 'right']), others: z.number().int().min(0) })
    .optional(),
  /** Versions that sources list for the other side alone, beside one that both sides have: their counterparts here are listed nowhere. */
  one_sided: z.object({ side: z.enum(['left', 'right']), numbers: z.array(z.string()).min(1) }).optional(),
  /** Where the line has no number of its own: those that its user's estimates have of cars like this one. None is known to fit. */
  similar_numbers: z.array(oemNumberSchema).optional(),
  /**
   * Where no source has a number: what independent sellers state as one, by side where the line's is not known. Their claim,
   * checked by nobody; no price of it counts.
   */
  stated_by_sellers: z.array(statedBySellersSchema).optional(),
  supplier_links: z.array(supplierLinkSchema),
  labour: z
    .object({
      type: labourTypeSchema,
      hours: rangeSchema,
      rate: z.number(),
      basis: basisTagSchema,
      /** Share (0–1) of the panel that photos show damaged, where the hours go by it. */
      extent: z.number().min(0).max(1).optional(),
      /** ISO day of the kept estimate of this very car that the user took the hours from. */
      from_estimate: z.string().optional(),
      rate_basis: rateBasisSchema,
    })
    .nullable(),
  /** Refinish hours after overlap, clear coat included; materials follow these hours. */
  refinish: z
    .object({
      hours: z.number(),
      clear_coat_hours: z.number(),
      overlap_hours: z.number(),
      rate: z.number(),
      materials_rate: z.number(),
      basis: basisTagSchema,
      rate_basis: rateBasisSchema,
    })
    .nullable(),
  /** Sublet or fixed amount, dollars. */
  sublet: rangeSchema
    .extend({
      basis: basisTagSchema,
      /** Absent in reports of schema_version 1. */
      origin: subletOriginSchema.optional(),
      /** The same in words; only in reports of schema_version 1. */
      source: z.string().optional(),
    })
    .nullable(),
  /** Cost of the line if it is needed. */
  cost: rangeSchema,
  /** What the line adds to the average outcome: cost × probability × counts, before tax. */
  expected_cost: z.number(),
  /**
   * Share (0–1) of the line's money that average and forecast count: of small operations and R&I their level holds the rest
   * already. Absent: all.
   */
  counts: z.number().min(0).max(1).optional(),
  /** Written now, or possible beside it; absent in reports of schema_version 1. */
  standing: z.enum(['scope', 'possible']).optional(),
  /** What would confirm or strike a possible line. */
  settled_by: z.enum(['teardown', 'airbags', 'other_side', 'look']).optional(),
  /** One piece of a pair nobody told the side of: to be confirmed. */
  side_open: z.literal(true).optional(),
  /** The second piece of such a pair. */
  other_side: z.literal(true).optional(),
  /** Ids of the lines any of which brings this one: without them it goes. */
  called_by: z.array(z.string()).optional(),
  /** One cause brings those lines together: this one is as likely as the likeliest of them. */
  called_jointly: z.literal(true).optional(),
  /** Share of its chance, 0–1, with which a line brings this one, by id, where that is not all of it. */
  called_shares: z.record(z.string(), z.number()).optional(),
  /** Ids of the lines any of which makes this one needless: a panel that is painted anyway is not blended. */
  called_unless: z.array(z.string()).optional(),
  /** Only on lines the user changed. */
  estimated: estimatedFiguresSchema.optional(),
  /** Why the user changed or added the line, in their own words. */
  own_reason: z.string().optional(),
});
export type EstimateLine = z.infer<typeof estimateLineSchema>;

export const totalRowSchema = z.object({
  key: z.enum([
    'parts',
    'body_labour',
    'refinish_labour',
    'structural_labour',
    'mechanical_labour',
    'glass_labour',
    'paint_materials',
    'sublet',
    'misc',
    'tax',
  ]),
  label: z.string(),
  /** Hours or dollars the row is computed from, and the rate applied; null where not a product. */
  basis: z.number().nullable(),
  unit: z.enum(['hours', 'dollars', 'percent']).nullable(),
  rate: z.number().nullable(),
  likely: z.number(),
});

/** Whether an operation that lines call for is on the estimate. */
export const operationCheckSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** `not_needed`: no line calls for it; `not_fitted`: this car has nothing it would be done to. */
  status: z.enum(['present', 'missing', 'not_needed', 'not_fitted']),
  /** Lines that call for it and do not have it. */
  missing_for: z.array(z.string()),
  /** Lines the user took out that would do it; absent where there are none, and in reports of schema_version 1. */
  left_out: z.array(z.string()).optional(),
});
export type OperationCheck = z.infer<typeof operationCheckSchema>;

/**
 * Four rows that add up to the average outcome, US dollars with tax: as written + possible + fall_away + unlocated = average.
 * `fall_away` is negative or zero.
 */
export const outcomeSchema = z.object({
  /** What is written now: the scope at full hours and full price. */
  as_written: z.number(),
  /** The scope is closed past the car's value: welded structure is not listed, and what is written is the least. */
  at_least: z.literal(true).optional(),
  /** Possible items, each by its chance; those under one in twenty are in it, `slight` of it, and not listed. */
  possible: z.number(),
  possible_count: z.number().int(),
  slight: z.number(),
  slight_count: z.number().int(),
  /** Written lines that may turn out needless, each by its chance. */
  fall_away: z.number(),
  fall_away_count: z.number().int(),
  /** Damage no line can be named for, where the evidence does not locate it. */
  unlocated: z.number(),
  average: z.number(),
});

export const estimateSchema = z.object({
  lines: z.array(estimateLineSchema),
  /** Absent in reports of schema_version 1, whose lines each counted by their chance. */
  outcome: outcomeSchema.optional(),
  /** Final cost ÷ value before the damage over all draws: what a total loss is read from. Null where no value is known. */
  cost_to_value: z
    .object({
      /** US dollars. */
      value: z.number(),
      source: z.enum(['listed', 'model', 'user']),
      /** Of cost ÷ value at every twentieth, from the least draw to the greatest. */
      quantiles: z.array(z.number()).length(21),
      /** What the wreck usually brings, as a share of the value, least and most: judgement. */
      salvage: z.tuple([z.number(), z.number()]),
    })
    .nullish(),
  /** What whoever repairs it otherwise pays ÷ the insurer's cost, at every twentieth of the draws; absent in older reports. */
  repair_by_profile: z.partialRecord(costProfileSchema, z.array(z.number()).length(21)).optional(),
  /** What bears on the estimate, and what each piece moved when the report was made; answers as they are given. */
  evidence: z.array(evidenceShownSchema).optional(),
  range_reasons: rangeReasonsSchema.optional(),
  /** What would narrow the range most, three at most; left out right after an answer, until the report is read again. */
  narrowing: z.array(narrowingSchema).max(3).optional(),
  /**
   * What looking at a part takes out of doubt, US dollars by the id of its line: the standard deviation of the total that goes when it
   * is known. Of parts one can look at and nobody did; absent in older reports.
   */
  in_doubt: z.record(z.string(), z.number()).optional(),
  risks: z.array(unseenRiskSchema).optional(),
  /** What this car's catalogue asks against our bands, 1 as much, and over how many lines; absent where too few have both. */
  catalogue_share: z.object({ share: z.number(), lines: z.number().int() }).optional(),
  /** Whether the evidence tells where the damage is; false: a forecast without a scope. Absent in schema_version 1. */
  located: z.boolean().optional(),
  totals: z.array(totalRowSchema),
  subtotal: z.number(),
  tax: z.number(),
  total: rangeSchema,
  /** Expected cost by block, before tax; adds up to `subtotal`. */
  blocks: z.object({
    seen: z.number(),
    declared: z.number(),
    likely_hidden: z.number(),
    standard: z.number(),
    user: z.number().optional(),
  }),
  /** Lines the user took out, as they were estimated; they count nowhere. */
  excluded: z.array(estimateLineSchema).optional(),
  /** What the car was worth before the damage, and where that comes from: a code, in reports of schema_version 1 words. */
  vehicle_value: rangeSchema
    .extend({ origin: valueFromSchema.optional(), source: z.string().optional() })
    .nullish(),
  /** Repair ÷ retail value as listed, null where the listing gives none. */
  repair_to_value: rangeSchema.nullable(),
  profile: z.object({ id: z.string(), name: z.string(), state: z.string().nullable() }),
  versions: z.object({
    tables: z.string(),
    /** Differs where any table does; absent in reports of schema_version 1. */
    tables_id: z.string().optional(),
    prior: z.string(),
    dated: z.string(),
  }),
  /** What a reader must know of it; absent in reports of schema_version 1. */
  facts: z.array(estimateFactSchema).optional(),
  /** The same in sentences; only in reports of schema_version 1. */
  assumptions: z.array(z.string()).optional(),
  /** The missed-operations check over the lines as they are; absent from reports made before there was one. */
  checks: z.array(operationCheckSchema).optional(),
  /** The paint the refinish was reckoned for, and the listed colour that told it; absent: two-stage. */
  paint: z
    .object({
      stage: z.enum(['two_stage', 'three_stage', 'two_tone']),
      /** As listed; absent in reports of schema_version 1. */
      color: z.string().optional(),
      /** The same in a sentence; only in reports of schema_version 1. */
      because: z.string().optional(),
    })
    .optional(),
  /** What would narrow the numbers; in reports made before there were questions: none. */
  questions: z.array(optionQuestionSchema).optional(),
  /** The switches that are set, with what each moves. */
  scenario: z.object({ set: estimateSettingsSchema, effects: z.array(settingEffectSchema) }).optional(),
  /** Lines that hang on the air bags, as they would be estimated for each answer; without it the switch is not offered. */
  airbags: z
    .object({
      told: airbagsSettingSchema,
      lines: z.partialRecord(airbagsSettingSchema, z.array(estimateLineSchema)),
      /** Ids of the estimate's own lines that another answer's lines stand in place of; without it, its restraints. */
      replaces: z.array(z.string()).optional(),
    })
    .optional(),
});
export type Estimate = z.infer<typeof estimateSchema>;
