import { z } from 'zod';
import { askedSchema, toldBySchema } from './facts/number-facts.ts';

/** Who said which answer fits: the VIN by itself, or the user, who may overrule it. */
const answeredSchema = z.object({
  /** Id of an answer; null: the user does not know, every number stays. */
  answer: z.string().nullable(),
  by: z.enum(['vin', 'user']),
  /** Absent in reports of schema_version 1. */
  told: toldBySchema.optional(),
  /** The same in a sentence; only in reports of schema_version 1. */
  because: z.string().optional(),
});

/** What decides between the catalogue's numbers; made of what names and notes of the source say. */
export const optionQuestionSchema = z.object({
  id: z.string(),
  /** Absent in reports of schema_version 1. */
  asked: askedSchema.optional(),
  /** The same in people's words; only in reports of schema_version 1. */
  text: z.string().optional(),
  answers: z
    .array(
      z.object({
        id: z.string(),
        /** Only in reports of schema_version 1. */
        text: z.string().optional(),
        /** The numbers it leaves on each line it speaks of, by the line's id; lines it says nothing of are not named. */
        leaves: z.record(z.string(), z.array(z.string())),
      }),
    )
    .min(2),
  /** The source's own words that the question rests on. */
  said: z.array(z.string()),
  /** What the VIN says for certain, whatever the user answered. */
  known: answeredSchema.nullable(),
  answered: answeredSchema.nullable(),
});
export type OptionQuestion = z.infer<typeof optionQuestionSchema>;
