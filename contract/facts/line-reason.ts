import { z } from 'zod';
import { positionSchema, sideSchema } from '../schemas/part.ts';

/** Listed facts that settle a part whatever the declared damage says. */
export const settlingFactSchema = z.enum([
  'not_running',
  'airbags_deployed',
  'airbags_intact',
  'airbags_missing',
  'catalytic_converter_missing',
]);

/** What the listing says of a part. */
export const declaredReasonSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('declared'),
    /** As listed. */
    words: z.array(z.string()),
    /** Not every such car has the part. */
    if_fitted: z.literal(true).optional(),
    /** How often it happened in inspected crash vehicles of 2015, where the chance rests on that. */
    counted: z
      .object({
        /** 0–1, by sampling weights. */
        share: z.number().min(0).max(1),
        inspected: z.number().int().positive(),
        hits: z.enum(['front', 'front corner', 'side', 'rear', 'roof']),
      })
      .optional(),
  }),
  z.object({ code: z.literal('listed'), fact: settlingFactSchema }),
]);
export type DeclaredReason = z.infer<typeof declaredReasonSchema>;

/** What photos say of a part. */
export const seenReasonSchema = z.discriminatedUnion('code', [
  z.object({
    code: z.literal('photos'),
    /** Numbers of the photos that show it damaged. */
    photos: z.array(z.number().int().positive()),
    /** Who looked, as its name; null: not told. */
    by: z.string().nullable(),
    /** 0–1; null: not told. */
    confidence: z.number().min(0).max(1).nullable(),
    doubts: z.array(z.enum(['repair_may_do', 'unsettled'])).optional(),
  }),
  z.object({
    code: z.literal('hidden_behind'),
    /** The damaged part it lies behind; null: not told which. */
    part: z.object({ category: z.string(), side: sideSchema, position: positionSchema }).nullable(),
  }),
]);

/** What looking at the part came to: one of these, so that no line can say two. */
export const lookedSchema = z.discriminatedUnion('state', [
  z.object({ state: z.literal('not_examined') }),
  /** Photos were examined, none shows it damaged or whole; how many. */
  z.object({ state: z.literal('not_seen'), examined: z.number().int().positive() }),
  /** Photos (by number) that show it whole. */
  z.object({ state: z.literal('whole'), photos: z.array(z.number().int().positive()) }),
]);
export type Looked = z.infer<typeof lookedSchema>;

/** Why a line is on the estimate, as reports of schema_version 2 store it: codes and figures, no words. */
export const lineReasonSchema = z.object({
  from: z.discriminatedUnion('code', [
    ...declaredReasonSchema.options,
    ...seenReasonSchema.options,
    /** An operation that other lines bring: its id, and the part it is done to where that is one. */
    z.object({ code: z.literal('operation'), operation: z.string(), part: z.string().optional() }),
    /** The user answered that it is damaged. */
    z.object({ code: z.literal('confirmed') }),
    /** The user added the line. */
    z.object({ code: z.literal('added') }),
  ]),
  looked: lookedSchema.optional(),
  /** Photos and declared damage agree. */
  matches_declared: z.literal(true).optional(),
  /** It is the opposite side of a part whose side is open. */
  opposite_side: z.literal(true).optional(),
});
export type LineReason = z.infer<typeof lineReasonSchema>;
