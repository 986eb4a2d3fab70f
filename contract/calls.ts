import { z } from 'zod';
import { cardDiagramSchema } from './car-diagram/card-diagram.ts';
import { airbagsSchema, lotSchema, runConditionSchema, siteSchema, storedLotSchema } from './schemas/lot.ts';
import { reportModelSchema, reportPhotoSchema, STEP_NAMES } from './schemas/report.ts';
import { vehicleSchema } from './schemas/vehicle.ts';

/** Requests and answers of the auction and report calls (docs/product.md). Paths stand under /api/v1. */

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
  partial: z.object({
    lot: lotSchema.nullable(),
    vehicle: vehicleSchema.nullable(),
    photos: z.array(reportPhotoSchema),
    steps_done: z.array(z.enum(STEP_NAMES)),
  }),
});
export type ReportDetail = z.infer<typeof reportDetailSchema>;

export const reportPathSchema = z.strictObject({ report_id: z.string().max(64) });
