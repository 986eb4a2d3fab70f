import { z } from 'zod';
import { ESTIMATE_SETTINGS, type EstimateSetting } from './facts/setting-names.ts';
import { stateName } from './us-states.ts';

/** Switches of an estimate: what the user assumes otherwise than it was made. */

/** US dollars an hour; `materials` is dollars of paint per refinish hour. */
const hourly = z.number().min(1).max(1_000).multipleOf(0.01);
export const ownRatesSchema = z.strictObject({
  body: hourly,
  refinish: hourly,
  mechanical: hourly,
  structural: hourly,
  frame: hourly,
  glass: hourly,
  diagnostic: hourly,
  materials: hourly,
});
export type OwnRates = z.infer<typeof ownRatesSchema>;

export const ratesSettingSchema = z.discriminatedUnion('profile', [
  /** What insurers pay, or what shops post, in this state or (two letters) another one. */
  z.strictObject({ profile: z.literal('insurer'), state: z.string().length(2).optional() }),
  z.strictObject({ profile: z.literal('shop'), state: z.string().length(2).optional() }),
  z.strictObject({ profile: z.literal('own'), rates: ownRatesSchema }),
]);
export type RatesSetting = z.infer<typeof ratesSettingSchema>;

export const partsSettingSchema = z.enum(['oem', 'aftermarket', 'used']);
export const paintSettingSchema = z.enum(['two_stage', 'three_stage', 'two_tone']);
export const airbagsSettingSchema = z.enum(['deployed', 'intact', 'unknown']);
/** Parts without a catalogue price, priced in proportion to what the catalogue asks for the others against our bands. */
export const bandsSettingSchema = z.literal('in_proportion');
export const taxSettingSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({ kind: z.literal('own'), percent: z.number().min(0).max(30).multipleOf(0.001) }),
]);

/** What the user knows of the car's value, the wreck's price (US dollars) and the state whose rule decides a total loss. */
export const lossSettingSchema = z.strictObject({
  acv: z.number().min(1).max(10_000_000).multipleOf(0.01).optional(),
  salvage: z.number().min(0).max(10_000_000).multipleOf(0.01).optional(),
  /** Two letters of a US state or a Canadian province. */
  state: z.string().length(2).optional(),
  /** Whether an insurer settles the loss; absent: not stated. */
  insurer: z.enum(['settles', 'none']).optional(),
});

/** Only what differs from the estimate as made. */
export const estimateSettingsSchema = z.strictObject({
  rates: ratesSettingSchema.optional(),
  parts: partsSettingSchema.optional(),
  paint: paintSettingSchema.optional(),
  airbags: airbagsSettingSchema.optional(),
  bands: bandsSettingSchema.optional(),
  tax: taxSettingSchema.optional(),
  loss: lossSettingSchema.optional(),
} satisfies Record<EstimateSetting, z.ZodType>);
export type EstimateSettings = z.infer<typeof estimateSettingsSchema>;

/** Some switches set, or (null) back to the estimate. */
export const settingsEditSchema = z.strictObject({
  rates: ratesSettingSchema.nullish(),
  parts: partsSettingSchema.nullish(),
  paint: paintSettingSchema.nullish(),
  airbags: airbagsSettingSchema.nullish(),
  bands: bandsSettingSchema.nullish(),
  tax: taxSettingSchema.nullish(),
  loss: lossSettingSchema.nullish(),
});

/** By how many dollars a setting that is chosen moves the likely total. */
export const settingEffectSchema = z.object({
  switch: z.enum(ESTIMATE_SETTINGS),
  /** What it says, in words; only in reports of schema_version 1. */
  text: z.string().optional(),
  change: z.number(),
});

/** States whose insurer-paid rates are told apart; all others share one. */
export const RATE_STATES: Readonly<Record<string, string>> = Object.fromEntries(
  ['AZ', 'CA', 'FL', 'HI', 'IL', 'MA', 'MI', 'NJ', 'NY', 'OH', 'RI', 'TX'].map((code) => [
    code,
    stateName(code),
  ]),
);
