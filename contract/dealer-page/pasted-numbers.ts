import { z } from 'zod';
import { recalculateAnswerSchema } from '../schemas/edit-report.ts';

/** Characters of a paste: a page of a hundred results as text has fifty thousand (judgement). */
export const MOST_PASTED = 500_000;

/** What a user pastes for the lines of a report: a dealer's page or its text, or a list with one part a line. */
export const pastedNumbersSchema = z.strictObject({
  /** Of the report, as for an edit. */
  version: z.number().int().min(0),
  text: z.string().trim().min(1).max(MOST_PASTED, 'Paste at most 500,000 characters.'),
});
export type PastedNumbers = z.infer<typeof pastedNumbersSchema>;

/** A number as it was read; `price` in US dollars for one piece. */
export const readNumberSchema = z.object({
  number: z.string(),
  name: z.string(),
  price: z.number().nullable(),
});

/** What was read and saved for the report's car, and the report with it. */
export const pastedNumbersAnswerSchema = z.object({
  saved: z.array(readNumberSchema),
  /** Numbers of the make whose name names no part that reports know: not saved. */
  unknown: z.array(readNumberSchema),
  /** How many of the report's estimate lines have a number now, and how many need one. */
  lines_with_number: z.int(),
  lines: z.int(),
  recalculated: recalculateAnswerSchema,
});
export type PastedNumbersAnswer = z.infer<typeof pastedNumbersAnswerSchema>;
