import { z } from 'zod';
import { evidenceShownSchema } from '../evidence.ts';
import { verdictBasisSchema } from '../facts/total-loss-fact.ts';
import { verdictSchema } from '../schemas/verdict.ts';

/** What an insurer notes on a report, and what follows for the claim: codes and US dollars, no words. */

const usd = z.number();

/** What is noted on a report; null: nothing. */
export const claimSchema = z.object({ number: z.string().nullable(), deductible: usd.nullable() });
export type Claim = z.infer<typeof claimSchema>;

/** It stands in place of what was noted before. */
export const claimRequestSchema = z.strictObject({
  number: z
    .string()
    .trim()
    .min(1)
    .max(60, 'A claim number has at most 60 characters.')
    .regex(/^[\p{L}\p{N} #./:_-]+$/u, 'Letters, digits, spaces and # . / : _ - only.')
    .nullable(),
  deductible: z.number().min(0).max(1_000_000).multipleOf(0.01).nullable(),
});

/**
 * Where a total-loss verdict turns, all else the same: it is none on one side of `least` and `most`, a total loss on the other, and
 * open between them. A total loss: at `most` of repair or salvage and more, at `least` of value and less. `now`: where it stands.
 */
export const tippingPointSchema = z.object({
  of: z.enum(['repair', 'value', 'salvage']),
  least: usd,
  most: usd,
  now: usd.nullable(),
});
export type TippingPoint = z.infer<typeof tippingPointSchema>;

/** What the report says for its claim, by the total-loss rule of its state. */
export const claimDecisionSchema = z.object({
  state: z.string().nullable(),
  verdict: verdictSchema.nullable(),
  /** What it rests on: the law, or insurers' practice; null: neither. */
  basis: verdictBasisSchema.nullable(),
  /** Whether an insurer settles, as entered; null: not stated. */
  insurer: z.enum(['settles', 'none']).nullable(),
  /** Share of the draws in which the rule says total loss; null where nothing was drawn or no rule decides. */
  probability: z.number().nullable(),
  /** The title decides, whatever the repair costs: nothing tips it. */
  by_title: z.boolean(),
  repair: usd,
  value: z.object({ usd, of: z.enum(['listed', 'model', 'user']) }).nullable(),
  /** `usual`: what such wrecks bring, judgment. */
  salvage: z.object({ least: usd, most: usd, of: z.enum(['usual', 'user']) }).nullable(),
  tips: z.array(tippingPointSchema),
  /** What moved the repair most, largest first: of these more or better evidence can turn the verdict. */
  evidence: z.array(z.object({ id: z.string(), kind: evidenceShownSchema.shape.kind, moves: usd })).max(3),
  /**
   * Before the taxes and fees that states add, with the deductible where one is noted: a total loss with the salvage left to the
   * insurer, one whose owner keeps the car (the salvage known), and the repair.
   */
  payments: z.object({ total_loss: usd.nullable(), owner_keeps: usd.nullable(), repair: usd }),
});
export type ClaimDecision = z.infer<typeof claimDecisionSchema>;

export const claimFileSchema = z.object({
  report_id: z.string(),
  /** Of the report that it is read from. */
  version: z.number().int(),
  claim: claimSchema,
  decision: claimDecisionSchema,
});
export type ClaimFile = z.infer<typeof claimFileSchema>;
