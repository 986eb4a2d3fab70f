import { z } from 'zod';
import { cardDiagramSchema } from './car-diagram/card-diagram.ts';
import { BASKETS } from './report-view/baskets.ts';
import { airbagsSchema, lotSchema, runConditionSchema, siteSchema, storedLotSchema } from './schemas/lot.ts';
import { reportModelSchema, reportPhotoSchema, STEP_NAMES } from './schemas/report.ts';
import { makeKeySchema, vehicleSchema } from './schemas/vehicle.ts';

/** Requests and answers of the calls in contract/api.ts (docs/product.md). */

const pageText = z
  .string()
  .min(1)
  .max(8 * 1024 * 1024);

export const scrapeRequestSchema = z.strictObject({
  auction_link: z.string().max(2048),
  /** The lot's page as the user has it: HTML, the site's JSON, or its visible text; several are merged. */
  page: z.union([pageText, z.array(pageText).min(1).max(8)]).optional(),
});
export type ScrapeRequest = z.infer<typeof scrapeRequestSchema>;

export const scrapeAnswerSchema = storedLotSchema.extend({ success: z.literal(true), message: z.string() });
export type ScrapeAnswer = z.infer<typeof scrapeAnswerSchema>;
export const SCRAPE_MESSAGE = 'Auction data extracted';

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

export const processReportRequestSchema = z.strictObject({
  auction_url: z.string().max(2048),
  lot_number: z.string().max(40).nullish(),
  vin: z.string().max(40).nullish(),
  make: z.string().max(80).nullish(),
  lot_key: z.string().max(200).nullish(),
});
export type ProcessReportRequest = z.infer<typeof processReportRequestSchema>;

export const processReportAnswerSchema = z.object({
  success: z.literal(true),
  message: z.string(),
  task_id: z.string(),
  report_id: z.string(),
});
export type ProcessReportAnswer = z.infer<typeof processReportAnswerSchema>;

export const generateReportRequestSchema = z.strictObject({ report_id: z.string().max(64) });

/** A row of `users/get_reports`; `date` ISO 8601, `total_cost` US dollars. */
export const reportListItemSchema = z.object({
  report_id: z.string(),
  task_id: z.string(),
  model_name: z.string().nullable(),
  vin: z.string().nullable(),
  lot_number: z.string().nullable(),
  make_name: z.string().nullable(),
  body_type: z.string().nullable(),
  mileage: z.number().int().nullable(),
  task_status: z.string(),
  progress: z.number(),
  message: z.string(),
  error_code: z.string().nullable(),
  date: z.string(),
  total_cost: z.number().nullable(),
  url: z.string(),
  lot_key: z.string(),
  /** Null until the report is finished, and for those finished before it was kept. */
  diagram: cardDiagramSchema.nullish(),
});
export type ReportListItem = z.infer<typeof reportListItemSchema>;

export const reportListQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(200),
  cursor: z.string().max(200).optional(),
  status: z.enum(['ready', 'failed', 'in_progress']).optional(),
  make: z.string().max(60).optional(),
  /** Looked for in name, VIN, lot number and make. */
  text: z.string().max(100).optional(),
});

export const wsTicketAnswerSchema = z.object({ ticket: z.string() });

/** One report: its card, the model once finished, and until then what the steps have found. */
export const reportDetailSchema = reportListItemSchema.extend({
  report: reportModelSchema.nullable(),
  /** Its estimate is made by the tables that run now: recalculating it moves nothing. Null until finished; not stored. */
  tables_current: z.boolean().nullable(),
  partial: z.object({
    lot: lotSchema.nullable(),
    vehicle: vehicleSchema.nullable(),
    photos: z.array(reportPhotoSchema),
    steps_done: z.array(z.enum(STEP_NAMES)),
  }),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

export const reportPathSchema = z.strictObject({ report_id: z.string().max(64) });
export const sessionPathSchema = z.strictObject({ session_id: z.string().max(64) });

/** `json`: the versioned report model; `csv`, `xlsx`: the lines; `parts`: the parts to order, as CSV. */
export const exportFormatSchema = z.enum(['json', 'csv', 'xlsx', 'parts']);
export type ExportFormat = z.infer<typeof exportFormatSchema>;

export const exportQuerySchema = z.strictObject({
  format: exportFormatSchema.default('json'),
  /** With `parts`: which basket's prices stand beside the parts. */
  basket: z.enum(BASKETS).default('oem'),
});

/** The read-only page its owner shares, as a path on our origin; null while not shared. */
export const reportShareSchema = z.object({ path: z.string().nullable(), shared_at: z.string().nullable() });
export type ReportShare = z.infer<typeof reportShareSchema>;
export const sharedPathSchema = z.strictObject({ token: z.string().max(64) });
/** In a shared report the id stands so: it leads nowhere without its owner's session. */
export const SHARED_REPORT_ID = 'shared';

/** Every photo is kept in these sizes: as large as we keep it, as a model looks at it, as a list shows it. */
export const PHOTO_SIZES = ['full', 'model', 'thumbnail'] as const;
export const photoPathSchema = z.strictObject({
  photo_id: z.uuid(),
  file: z.enum(PHOTO_SIZES.map((size) => `${size}.jpg` as const)),
});
export const SAMPLE_PHOTO_SIZES = ['full', 'thumbnail'] as const;
export const samplePhotoPathSchema = z.strictObject({
  photo: z.string().max(40),
  file: z.enum(SAMPLE_PHOTO_SIZES.map((size) => `${size}.jpg` as const)),
});

/** A ticket of ws/ticket, or an access token; `since` is the last event number seen. */
export const liveSocketQuerySchema = z.strictObject({
  token: z.string().min(1).max(4096),
  since: z.coerce.number().int().min(0).optional(),
});

/**
 * The way out to a supplier, counted. The id is the supplier's name; the server builds the address from its own table, so that no
 * call can lead anywhere else.
 */
export const supplierOutPathSchema = z.strictObject({ id: z.string().max(60) });
export const supplierOutQuerySchema = z.strictObject({
  make: makeKeySchema.optional(),
  number: z.string().min(1).max(60).optional(),
  words: z.string().min(1).max(300).optional(),
  /** One item the supplier offers, by its own id. */
  item: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** The report the link stands in: a request for a part of it counts once as a lead. */
  report: z.uuid().optional(),
});

/** What the pages need to know of this installation. `samples` is empty in production. */
export const siteInfoSchema = z.object({
  support_email: z.string(),
  sales_email: z.string(),
  samples: z.array(z.object({ link: z.string(), title: z.string(), shows: z.string() })),
});
export type SiteInfo = z.infer<typeof siteInfoSchema>;

/** What the probes answer while all is well. */
export const healthSchema = z.object({ status: z.literal('ok') });
