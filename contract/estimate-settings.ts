import { z } from 'zod';

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

export const ratesChoiceSchema = z.discriminatedUnion('profile', [
  /** What insurers pay, or what shops post, in this state or (two letters) another one. */
  z.strictObject({ profile: z.literal('insurer'), state: z.string().length(2).optional() }),
  z.strictObject({ profile: z.literal('shop'), state: z.string().length(2).optional() }),
  z.strictObject({ profile: z.literal('own'), rates: ownRatesSchema }),
]);
export type RatesChoice = z.infer<typeof ratesChoiceSchema>;

export const partsChoiceSchema = z.enum(['oem', 'aftermarket', 'used']);
export const paintChoiceSchema = z.enum(['two_stage', 'three_stage', 'two_tone']);
export const airbagsChoiceSchema = z.enum(['deployed', 'intact', 'unknown']);
export const taxChoiceSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('off') }),
  z.strictObject({ kind: z.literal('own'), percent: z.number().min(0).max(30).multipleOf(0.001) }),
]);

/** Only what differs from the estimate as made. */
export const scenarioSchema = z.strictObject({
  rates: ratesChoiceSchema.optional(),
  parts: partsChoiceSchema.optional(),
  paint: paintChoiceSchema.optional(),
  airbags: airbagsChoiceSchema.optional(),
  tax: taxChoiceSchema.optional(),
});
export type Scenario = z.infer<typeof scenarioSchema>;
export const SWITCHES = ['airbags', 'rates', 'parts', 'paint', 'tax'] as const satisfies (keyof Scenario)[];
export type Switch = (typeof SWITCHES)[number];

/** Some switches set, or (null) back to the estimate. */
export const scenarioEditSchema = z.strictObject({
  rates: ratesChoiceSchema.nullish(),
  parts: partsChoiceSchema.nullish(),
  paint: paintChoiceSchema.nullish(),
  airbags: airbagsChoiceSchema.nullish(),
  tax: taxChoiceSchema.nullish(),
});

/** What a switch that is set says, and by how many dollars it moves the likely total. */
export const switchEffectSchema = z.object({
  switch: z.enum(SWITCHES),
  text: z.string(),
  change: z.number(),
});

/** States whose insurer-paid rates are told apart; all others share one. */
export const RATE_STATES = {
  AZ: 'Arizona',
  CA: 'California',
  FL: 'Florida',
  HI: 'Hawaii',
  IL: 'Illinois',
  MA: 'Massachusetts',
  MI: 'Michigan',
  NJ: 'New Jersey',
  NY: 'New York',
  OH: 'Ohio',
  RI: 'Rhode Island',
  TX: 'Texas',
} as const;
