import { z } from 'zod';

/** Who said which answer fits: the VIN by itself, or the user, who may overrule it. */
const answeredSchema = z.object({
  /** Id of an answer; null: the user does not know, every number stays. */
  answer: z.string().nullable(),
  by: z.enum(['vin', 'user']),
  /** One sentence for people. */
  because: z.string(),
});

/** What decides between the catalogue's numbers, asked in people's words; made of what names and notes of the source say. */
export const optionQuestionSchema = z.object({
  id: z.string(),
  text: z.string(),
  answers: z
    .array(
      z.object({
        id: z.string(),
        text: z.string(),
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
