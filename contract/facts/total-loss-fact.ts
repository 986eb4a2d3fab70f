import { z } from 'zod';
import { titleContentSchema } from '../evidence.ts';
import { verdictSchema } from '../schemas/verdict.ts';

/** Of the value before the damage, 1 = all of it. */
const share = z.number();
const state = z.string();

/** Costs that a law leaves out of the repair before it compares. */
export const costKindSchema = z.enum([
  'airbags',
  'tires',
  'sound',
  'hail',
  'sales_tax',
  'paint',
  'glass',
  'electronics',
  'all_but_structure_and_drive',
]);

/** What a verdict rests on: a law, or what insurers do where the law names no number. */
export const verdictBasisSchema = z.enum(['law', 'practice']);
export type VerdictBasis = z.infer<typeof verdictBasisSchema>;

/** What applies in the state or province, then where the repair is against it: codes with figures, in the order they are shown. */
export const totalLossFactSchema = z.discriminatedUnion('code', [
  /** The law of a state or province, with its citation and the date of the copy that was read. */
  z.object({
    code: z.literal('law'),
    state,
    /** What a verdict may rest on. */
    use: z.enum(['percent', 'percent_no_insurer', 'formula', 'floor', 'practice', 'none']),
    percent: z.number().nullable(),
    /** `>`: exactly on the line is no total loss; `unknown`: not settled. */
    boundary: z.enum(['>=', '>', '<', 'unknown', '-']),
    /** Which value it compares with, in the table's words. */
    value_base: z.string(),
    applies_to: z.string(),
    citation: z.string(),
    statement: z.string(),
    confidence: z.string(),
    source_name: z.string(),
    /** Of the copy, not of the law; as the table writes it. */
    source_date: z.string(),
    effective: z.string(),
    special_outcomes: z.string(),
    open_points: z.string(),
    /** Whether an insurer settles, as the user says. */
    insurer: z.enum(['settles', 'none', 'not_stated']),
  }),
  /** A law with an age or value limit, which this car is outside of; `unknown`: its age is not known. */
  z.object({
    code: z.literal('limit'),
    outside: z.enum(['yes', 'unknown']),
    age: z.string(),
    value: z.string(),
  }),
  /** Costs that do not count, and which share of the value is left. */
  z.object({ code: z.literal('not_counted'), costs: z.array(costKindSchema).min(1), counted: share }),
  /** The line is too near: by the chance, by the likely cost, or as the text of the law is open. */
  z.object({ code: z.literal('too_close'), by: z.enum(['chance', 'line', 'open_text']) }),
  /** What follows where an insurer settles, and where none does. */
  z.object({
    code: z.literal('by_insurer'),
    settles: verdictSchema.nullable(),
    none: verdictSchema.nullable(),
  }),
  /** The law binds insurers alone, and none settles. */
  z.object({ code: z.literal('insurers_only') }),
  /** Below the line no total loss without the owner's consent. */
  z.object({ code: z.literal('owner_consent'), percent: z.number() }),
  /** The law asks for damage to structure, suspension or electronics, and none is on the estimate. */
  z.object({ code: z.literal('no_structure') }),
  /** A further title from a share of the value on. */
  z.object({
    code: z.literal('second_line'),
    outcome: z.enum(['scrap_title', 'certificate_of_destruction']),
    percent: z.number(),
  }),
  /** What the salvage counts as by the law where no insurer settles. */
  z.object({ code: z.literal('lawful_salvage'), share, follows: verdictSchema.nullable() }),
  /** Thresholds that public lists name, percent of value; only in earlier reports. */
  z.object({ code: z.literal('threshold'), state, percents: z.array(z.number()).min(1) }),
  /** `listed`: a public list says so; else our judgement. Only in earlier reports. */
  z.object({ code: z.literal('formula'), state, listed: z.boolean() }),
  /** Null: the state is not known. */
  z.object({ code: z.literal('no_rule'), state: state.nullable() }),
  z.object({ code: z.literal('repair_share'), share, of: z.enum(['listed', 'model', 'user']) }),
  z.object({ code: z.literal('value_unknown') }),
  /** Chances that the final cost reaches the highest and the lowest threshold. */
  z.object({ code: z.literal('chance'), least: share, most: share, follows: verdictSchema }),
  /** Where nothing was drawn: the range against the thresholds; `sure`: whether both its ends say the same; absent: not compared. */
  z.object({ code: z.literal('against_threshold'), follows: verdictSchema, sure: z.boolean().optional() }),
  /** From this salvage on the formula says total. */
  z.object({ code: z.literal('tips_at'), share }),
  /** The user's own salvage, with the chance of a total loss. */
  z.object({ code: z.literal('own_salvage'), share, chance: share }),
  /** What such a wreck usually brings, judgement. */
  z.object({ code: z.literal('usual_salvage'), least: share, most: share, follows: verdictSchema }),
  z.object({ code: z.literal('repair_alone') }),
  /** What the title says; `effect`: what that does to the rule's verdict. */
  z.object({
    code: z.literal('title'),
    content: titleContentSchema,
    effect: z.enum(['decides', 'overrules', 'agrees', 'stands_beside']),
  }),
  /** Percent of value at which insurers call a total loss. */
  z.object({ code: z.literal('practice'), low: z.number(), high: z.number() }),
]);
export type TotalLossFact = z.infer<typeof totalLossFactSchema>;
