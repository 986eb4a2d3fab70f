import { z } from 'zod';
import { listedDealSchema } from '../deal/deal-brief.ts';
import { isTooLarge, MOST_PDF_PAGE } from '../saved-page/page-limit.ts';
import { errorCodeSchema } from '../schemas/errors.ts';
import { airbagsSchema, runConditionSchema, siteSchema, storedLotSchema } from '../schemas/lot.ts';

/** What is asked and told of a lot. */

const pageText = z
  .string()
  .min(1)
  .max(MOST_PDF_PAGE)
  .refine((page) => !isTooLarge(page), 'A page may have at most 8 MB.');

export const scrapeRequestSchema = z.strictObject({
  /** A lot's link, or its VIN or number alone, which a licensed source may know. */
  auction_link: z.string().max(2048),
  /** The lot's page as the user has it: HTML, the site's JSON, or its visible text; several are merged. */
  page: z.union([pageText, z.array(pageText).min(1).max(8)]).optional(),
  /** Which lot of a page that shows several: a `choice` of the refusal `several_lots`. It goes before the link. */
  choice: z.string().min(1).max(60).optional(),
});
export type ScrapeRequest = z.infer<typeof scrapeRequestSchema>;

/** The page of a lot to compare with its report. */
export const compareLotRequestSchema = scrapeRequestSchema.required({ page: true });

/** What a report of a lot would rest on, told before it is ordered. Nothing that is keyed or paid is asked for it. */
export const preflightSchema = z.object({
  /** `held`: kept here; `refused`: their server or their bytes would not do; the rest is still to be downloaded. */
  photos: z.object({
    listed: z.number().int().nonnegative(),
    held: z.number().int().nonnegative(),
    refused: z.number().int().nonnegative(),
  }),
  /** Photos would be reviewed by a model; else its user confirms by eye. */
  vision_model: z.boolean(),
  /**
   * `held`: an imported file has parts of this car; `on_request`: a configured service is asked when the report is made; `saved`: the
   * account's own saved numbers for the model alone.
   */
  catalogue: z.enum(['held', 'on_request', 'saved', 'none']),
  /** US dollars, from the listed facts alone; null while it is being calculated. */
  estimate: z.object({ low: z.number(), likely: z.number(), high: z.number(), width: z.number() }).nullable(),
  /** What the lot sells for and the max bid, by the listing alone; absent while it is being calculated. */
  deal: listedDealSchema.optional(),
});
export type Preflight = z.infer<typeof preflightSchema>;
export const preflightQuerySchema = z.strictObject({ lot_key: z.string().min(1).max(200) });

/** The report of a lot that its user has already. */
export const lotReportQuerySchema = z.strictObject({ auction_link: z.string().min(1).max(2048) });
export const lotReportAnswerSchema = z.object({
  /** The newest that has not failed; null where there is none. */
  report: z
    .object({
      report_id: z.string(),
      /** Whether its caller may read it: an access key reads only what it started. */
      readable: z.boolean(),
    })
    .nullable(),
});
export type LotReport = z.infer<typeof lotReportAnswerSchema>;

export const scrapeAnswerSchema = storedLotSchema.extend({
  success: z.literal(true),
  message: z.string(),
  /** Null where it could not be told in time. */
  preflight: preflightSchema.nullable().default(null),
});
export type ScrapeAnswer = z.infer<typeof scrapeAnswerSchema>;
export const SCRAPE_MESSAGE = 'Auction data extracted';

/** Most links of one call, and the largest file of a list, in bytes. */
export const MOST_LINKS = 25;
export const MOST_LIST_BYTES = 2 * 1024 * 1024;

/** Several lots at once: links (or VINs, or lot numbers), or the file of a list export. */
export const scrapeListRequestSchema = z.union([
  z.strictObject({ links: z.array(z.string().max(2048)).min(1).max(MOST_LINKS) }),
  z.strictObject({
    /** Base64 of a CSV file as it was saved: its first line names the columns. */
    file: z
      .base64()
      .min(1)
      .max(Math.ceil(MOST_LIST_BYTES / 3) * 4, 'A list may have at most 2 MB.'),
  }),
]);
export type ScrapeListRequest = z.infer<typeof scrapeListRequestSchema>;

/** What became of one link or row: a lot, or why there is none. A lot with a code is one that no report is made of. */
export const scrapeListEntrySchema = z.object({
  /** Its place in `links` from 1 on, or its line in the file, whose first is 1. */
  row: z.number().int().positive(),
  /** What stood there: the link, or the car's name or number. */
  listed: z.string(),
  lot: storedLotSchema.nullable(),
  /** What to bid by the listing alone; absent where it can't be told. */
  deal: listedDealSchema.optional(),
  code: errorCodeSchema.nullable(),
  reason: z.string().nullable(),
});
export type ScrapeListEntry = z.infer<typeof scrapeListEntrySchema>;

export const scrapeListAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  entries: z.array(scrapeListEntrySchema),
  /** Rows of a file past the most that are read, which nobody looked at; null where all were. */
  left_out: z.object({ from_row: z.number().int().positive(), rows: z.number().int().positive() }).nullable(),
});
export type ScrapeListAnswer = z.infer<typeof scrapeListAnswerSchema>;

/** One photo of a lot whose page its user handed over, as their browser has it. */
export const handOverPhotoRequestSchema = z.strictObject({
  lot_key: z.string().min(1).max(200),
  /** Its address among the lot's `images`. */
  url: z.string().min(1).max(2048),
  /** Base64 of a JPEG, PNG, WebP or AVIF file. */
  photo: z
    .string()
    .min(1)
    .max(14 * 1024 * 1024),
});
export type HandOverPhotoRequest = z.infer<typeof handOverPhotoRequestSchema>;

/** Whether it is held now; else why not. */
export const handOverPhotoAnswerSchema = z.object({ held: z.boolean(), reason: z.string().nullable() });

/** A lot entered by hand: a VIN, or year, make and model; photos as data the server re-encodes. */
export const enterLotRequestSchema = z.strictObject({
  site: siteSchema.optional(),
  lot_number: z.string().trim().max(40, 'A lot number has at most 40 characters.').optional(),
  vin: z.string().trim().max(20, 'A VIN has at most 20 characters.').optional(),
  year: z.number().int().min(1950).max(2100).optional(),
  make: z.string().trim().max(60, 'A make has at most 60 characters.').optional(),
  model: z.string().trim().max(80, 'A model has at most 80 characters.').optional(),
  trim: z.string().trim().max(80, 'A trim has at most 80 characters.').optional(),
  body_style: z.string().trim().max(60, 'A body style has at most 60 characters.').optional(),
  mileage: z.number().int().min(0).max(2_000_000).optional(),
  primary_damage: z.string().trim().max(60, 'A damage has at most 60 characters.').optional(),
  secondary_damage: z.string().trim().max(60, 'A damage has at most 60 characters.').optional(),
  run_condition: runConditionSchema.optional(),
  airbags: airbagsSchema.optional(),
  title: z.string().trim().max(80, 'A title has at most 80 characters.').optional(),
  /** Base64 of JPEG, PNG, WebP or AVIF files. */
  photos: z
    .array(z.string().max(14 * 1024 * 1024))
    .max(20)
    .optional(),
});
export type EnterLotRequest = z.infer<typeof enterLotRequestSchema>;
