import { z } from 'zod';
import { titleContentSchema } from '../evidence.ts';
import { verdictSchema } from '../report-status.ts';

/** Of the value before the damage, 1 = all of it. */
const share = z.number();
const state = z.string();

/** What is typical in the state, then where the repair stands: codes with figures, in the order they are told. */
export const totalLossFactSchema = z.discriminatedUnion('code', [
  /** Thresholds that public lists name, percent of value. */
  z.object({ code: z.literal('threshold'), state, percents: z.array(z.number()).min(1) }),
  /** `listed`: a public list says so; else our judgement. */
  z.object({ code: z.literal('formula'), state, listed: z.boolean() }),
  /** Null: the state is not known. */
  z.object({ code: z.literal('no_rule'), state: state.nullable() }),
  z.object({ code: z.literal('repair_share'), share, of: z.enum(['listed', 'model', 'user']) }),
  z.object({ code: z.literal('value_unknown') }),
  /** Chances that the final cost reaches the highest and the lowest threshold. */
  z.object({ code: z.literal('chance'), least: share, most: share, follows: verdictSchema }),
  /** Where nothing was drawn: the range against the thresholds; `sure`: both its ends say the same. */
  z.object({ code: z.literal('against_threshold'), follows: verdictSchema, sure: z.boolean() }),
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
