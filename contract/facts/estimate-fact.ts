import { z } from 'zod';
import { ESTIMATE_SETTINGS } from './setting-names.ts';

const count = z.number().int().nonnegative();
const share = z.number().nonnegative();

/** Where the value before the damage comes from; `listed_refused`: our model's, the listed one lies too far from it. */
export const valueFromSchema = z.enum(['listed', 'model', 'listed_refused']);

/** What a reader must know of an estimate, as reports of schema_version 2 store it: figures, no words. */
export const estimateFactSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('basis'),
    /** Who told the facts of the lot: its listing, or its user by hand. */
    from: z.enum(['listing', 'user']),
    photos_examined: count,
  }),
  /** Whose hourly rates: the profile's name, and the state (two letters) where it is known. */
  z.object({ code: z.literal('rates'), name: z.string(), state: z.string().nullable() }),
  /** What low to high is meant to hold, 0–1. */
  z.object({ code: z.literal('range'), holds: share }),
  z.object({
    code: z.literal('value'),
    /** US dollars before the damage. */
    usd: z.number(),
    from: valueFromSchema,
    /** What our own model knows of the car. */
    known: z.enum(['model', 'make', 'none']),
  }),
  /** Written lines count in full, possible ones by their chance. */
  z.object({ code: z.literal('counting') }),
  /** The likely figure is a median. */
  z.object({ code: z.literal('median') }),
  z.object({
    code: z.literal('tax'),
    percent: z.number(),
    on_labour: z.boolean(),
    /** Two letters; null: not known, or no rate is held for it. */
    state: z.string().nullable(),
  }),
  /** Hours, bands and rates are our own tables. */
  z.object({ code: z.literal('tables') }),
  /** At what share of our price bands the car's catalogue runs, and over how many lines. */
  z.object({ code: z.literal('catalogue_share'), share, lines: count }),
  /** Catalogue prices nobody here can convert. */
  z.object({ code: z.literal('unrated_prices'), count, currencies: z.array(z.string()) }),
  /** What operations the written lines call for: how many are there, and which are missing for which lines (ids). */
  z.object({
    code: z.literal('operation_checks'),
    present: count,
    missing: z.array(z.object({ operation: z.string(), lines: z.array(z.string()) })),
  }),
  /** An electric car's traction battery is in no figure: what a new one lists at, US dollars. */
  z.object({ code: z.literal('traction_battery'), low: z.number(), high: z.number() }),
  /** Settings its user chose. */
  z.object({ code: z.literal('settings'), set: z.array(z.enum(ESTIMATE_SETTINGS)) }),
  /** Questions its user answered: ids of question and answer. */
  z.object({
    code: z.literal('answers'),
    given: z.array(z.object({ question: z.string(), answer: z.string() })),
  }),
  /** On how many lines its user chose the OEM number. */
  z.object({ code: z.literal('chosen_numbers'), lines: count }),
]);
export type EstimateFact = z.infer<typeof estimateFactSchema>;
