import { z } from 'zod';
import { positionSchema, sideSchema } from '../schemas/part.ts';
import { importedEstimateSchema, importedLineSchema } from './imported-estimate.ts';

/** What one estimate has for a part or an operation: hours as billed, ours in tenths as estimating systems have them; US dollars before tax. */
export const comparedShareSchema = z.object({
  /** Names of its lines as that estimate writes them. */
  names: z.array(z.string()).min(1),
  labour_hours: z.number(),
  refinish_hours: z.number(),
  /** Price of the part times its pieces. */
  parts: z.number(),
  /** Sublet and fixed amounts. */
  other: z.number(),
});
export type ComparedShare = z.infer<typeof comparedShareSchema>;

/** One part or operation, with what each of the two has for it; at least one has. */
export const comparedRowSchema = z.object({
  /** Its place among the rows, from 1 on. */
  number: z.number().int().positive(),
  /** Id of the part's category; null: an operation, or nothing the vocabulary names. */
  category: z.string().nullable(),
  side: sideSchema,
  position: positionSchema,
  ours: comparedShareSchema.nullable(),
  theirs: comparedShareSchema.nullable(),
});
export type ComparedRow = z.infer<typeof comparedRowSchema>;

/** An operation that lines of the other estimate call for and that was not found on it, by our table of operations. */
export const missedOperationSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Those lines, as that estimate writes them. */
  called_by: z.array(z.string()).min(1),
});
export type MissedOperation = z.infer<typeof missedOperationSchema>;

/** A line of the other estimate that its file marks: changed by a supplement, deleted, or damage of no part in this loss. */
export const markedLineSchema = importedLineSchema
  .pick({ number: true, description: true, state: true, damage: true, counts: true })
  .extend({ share: comparedShareSchema });
export type MarkedLine = z.infer<typeof markedLineSchema>;

/** An estimate out of an estimating system beside the report's written lines; `hours` are those of all its rows. */
export const estimateComparisonSchema = z.object({
  theirs: importedEstimateSchema.omit({ lines: true }).extend({
    /** Lines that count. */
    lines: z.number().int(),
    hours: z.number(),
  }),
  ours: z.object({ lines: z.number().int(), hours: z.number(), total: z.number() }),
  /** `yes`: the same whole VIN. `no`: another make, or VINs that differ in a character both show. Else `unknown`. */
  same_car: z.enum(['yes', 'no', 'unknown']),
  rows: z.array(comparedRowSchema),
  missed: z.array(missedOperationSchema),
  /** Lines that do not count are here alone; the others are in `rows` too. */
  marked: z.array(markedLineSchema),
});
export type EstimateComparison = z.infer<typeof estimateComparisonSchema>;
