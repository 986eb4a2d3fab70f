import { z } from 'zod';

/** Most files of one estimate, and their bytes together; a set of 500 lines is half a megabyte. */
export const MOST_ESTIMATE_FILES = 40;
export const MOST_ESTIMATE_BYTES = 8 * 1024 * 1024;

/** An estimate out of an estimating system: an EMS set as a zip or as its files, or one BMS file. */
export const sentEstimateSchema = z.strictObject({
  files: z
    .array(
      z.strictObject({
        name: z.string().min(1).max(255),
        /** Base64 of the file as it was saved. */
        content: z.base64().max(Math.ceil(MOST_ESTIMATE_BYTES / 3) * 4, 'An estimate may have at most 8 MB.'),
      }),
    )
    .min(1)
    .max(MOST_ESTIMATE_FILES, `An estimate has at most ${MOST_ESTIMATE_FILES} files.`),
});
export type SentEstimate = z.infer<typeof sentEstimateSchema>;
