import { z } from 'zod';

/** A place on a photo as fractions of it: [x0, y0, x1, y1]. */
export const areaSchema = z.tuple([z.number(), z.number(), z.number(), z.number()]);
export type Area = z.infer<typeof areaSchema>;

/** A line of text on a photo, as the text reader tells it: words that lie level are one line. */
export const textLineSchema = z.object({
  text: z.string().max(2_000),
  /** How sure the reader is, 0–1. */
  mean: z.number(),
  box: areaSchema,
});
export type TextLine = z.infer<typeof textLineSchema>;
