import { z } from 'zod';
import { cardDiagramSchema } from './car-diagram/card-diagram.ts';
import { dealAnswerSchema } from './deal/deal-answer.ts';
import { dealVerdictSchema } from './deal/deal-verdict.ts';
import { expectedPriceSchema } from './deal/expected-price.ts';
import { FIRST_SIZES, PHOTO_SIZES } from './facts/photo-sizes.ts';
import { planSchema } from './plans/plan.ts';
import { reportOutcomeSchema } from './report-status.ts';
import { listingStateSchema } from './schemas/lot.ts';
import { listedMarketSchema } from './schemas/market.ts';
import { verdictSchema } from './schemas/verdict.ts';
import { lotChangeSchema } from './watch/lot-change.ts';

/** Requests and answers of the calls in contract/api.ts (docs/product.md). */

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

/** `deal`: whether what to bid is printed; left out, it is. */
export const generateReportRequestSchema = z.strictObject({
  report_id: z.string().max(64),
  deal: z.boolean().optional(),
});

/**
 * A row of `users/get_reports`; `date` ISO 8601, `total_cost` US dollars. What product.md does not list has a default: a client reads
 * an answer of those fields alone too.
 */
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
  /** 0 to 1; where it is not said, that of a status under way. */
  progress: z.number().default(0.05),
  message: z.string().default(''),
  error_code: z.string().nullable().default(null),
  date: z.string(),
  total_cost: z.number().nullable(),
  url: z.string().default(''),
  lot_key: z.string().default(''),
  /** Null until the report is finished, and for those finished before it was kept. */
  diagram: cardDiagramSchema.nullish(),
  /** What the report says in figures, US dollars; null until it is finished. */
  figures: z
    .object({
      low: z.number(),
      high: z.number(),
      /** The likely repair as a share of the value, 1 = all of it; null where no value is known. */
      value_share: z.number().nullable(),
      verdict: verdictSchema.nullable(),
      /** As listed: ISO 8601 where a time is known. */
      sale_date: z.string().nullable(),
      listing_state: listingStateSchema.optional(),
      /** What the lot's page said of its sale and prices; null where it was not read. */
      market: listedMarketSchema.nullish(),
      /** The first photo kept here, small, as a path on our origin. */
      photo: z.string().nullable(),
      photos_total: z.number().int(),
      photos_examined: z.number().int(),
      /** Parts its user confirmed by eye. */
      parts_confirmed: z.number().int(),
    })
    .nullish(),
  /** By the settings of report and account; null until it is calculated. */
  deal: z
    .object({
      verdict: dealVerdictSchema.nullable(),
      /** The max bid, US dollars; null where no bid leaves the wanted profit. */
      ceiling: z.number().nullable(),
      /** What the lot sells for at its auction, and what to bid; null until they are calculated, or where no price is known. */
      price: expectedPriceSchema.nullish(),
      answer: dealAnswerSchema.nullish(),
      /** Nothing that it was calculated from has changed since. */
      current: z.boolean(),
    })
    .nullish(),
  /** What changed of its lot since, as its user or others read it again: the newest first, at most five. */
  changes: z.array(lotChangeSchema).optional(),
  archived: z.boolean().optional(),
  /** Its owner's own words. */
  tag: z.string().nullish(),
  note: z.string().nullish(),
  /** The number of the owner's last event it takes account of: a frame with a larger one is newer. */
  seq: z.number().int().default(0),
});
export type ReportListItem = z.infer<typeof reportListItemSchema>;

/** What the list can be sorted by; `date`, newest first, unless told. */
export const REPORT_SORTS = [
  'date',
  'vehicle',
  'lot',
  'sale_date',
  'repair',
  'value_share',
  'verdict',
  'status',
] as const;
export type ReportSort = (typeof REPORT_SORTS)[number];

/** The longest words that the list is narrowed by, characters. */
export const MOST_LIST_MAKE = 60;
export const MOST_LIST_TEXT = 100;
export const reportListQuerySchema = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(200),
  /** Of the value that the list is sorted by, four hundred characters at most, as it is written in a cursor. */
  cursor: z.string().max(2_400).optional(),
  status: reportOutcomeSchema.optional(),
  make: z.string().max(MOST_LIST_MAKE).optional(),
  /**
   * Words, each of which is to stand in the name, make or tag: where a word begins if it has fewer than three letters in a row. Of a
   * VIN or lot number, alone, its last four digits will do, or five or more characters in a row. By one number of five or more there are
   * those whose lot number or VIN ends, or whose lot number or tag begins with it, where there are any.
   */
  text: z.string().max(MOST_LIST_TEXT).optional(),
  /** `only`: those that were archived, which the list leaves out otherwise. */
  archived: z.enum(['only']).optional(),
  sort: z.enum(REPORT_SORTS).optional(),
  /** Of `sort`; what is not known comes last either way. */
  order: z.enum(['asc', 'desc']).optional(),
});
export type ReportListQuery = z.infer<typeof reportListQuerySchema>;

export const MOST_SELECTED = 200;
/** Reports chosen from the list: all of them are the caller's, or none is touched. */
export const selectedReportsRequestSchema = z.strictObject({
  report_ids: z.array(z.string().max(64)).min(1).max(MOST_SELECTED),
});
export const exportReportsRequestSchema = selectedReportsRequestSchema.extend({
  format: z.enum(['csv', 'xlsx']).default('csv'),
});
export const markReportsRequestSchema = selectedReportsRequestSchema.extend({
  archived: z.boolean().optional(),
  /** Null takes it away. */
  tag: z.string().trim().min(1).max(30, 'A tag has at most 30 characters.').nullish(),
  note: z.string().trim().min(1).max(500, 'A note has at most 500 characters.').nullish(),
});
export type MarkReportsRequest = z.infer<typeof markReportsRequestSchema>;

export const wsTicketAnswerSchema = z.object({ ticket: z.string() });

export const reportPathSchema = z.strictObject({ report_id: z.string().max(64) });
export const approvalPathSchema = reportPathSchema.extend({ approval_id: z.string().max(64) });
export const sessionPathSchema = z.strictObject({ session_id: z.string().max(64) });

/** The read-only page its owner shares, as a path on our origin; null while not shared. */
export const reportShareSchema = z.object({
  path: z.string().nullable(),
  shared_at: z.string().nullable(),
  /** Whether the report's photos are shown there; true while not shared. */
  photos: z.boolean(),
  /** Whether the report's deal is shown there: what its owner may bid, and the profit they want. */
  deal: z.boolean(),
});
export type ReportShare = z.infer<typeof reportShareSchema>;
/**
 * `photos`: whether its photos are shown, `deal`: what its owner may bid. Left out, the photos are and the deal is not, or both stay as
 * they were where it is shared already.
 */
export const shareRequestSchema = z.strictObject({
  photos: z.boolean().optional(),
  deal: z.boolean().optional(),
});
export type ShareRequest = z.infer<typeof shareRequestSchema>;
export const sharedPathSchema = z.strictObject({ token: z.string().max(64) });
/** `photo`: the photo's number in the shared report. */
export const sharedPhotoPathSchema = sharedPathSchema.extend({
  photo: z.string().max(64),
  file: z.enum(PHOTO_SIZES.map((size) => `${size}.jpg` as const)),
});
/** In a shared report the id stands so: it leads nowhere without its owner's session. */
export const SHARED_REPORT_ID = 'shared';

export const photoPathSchema = z.strictObject({
  photo_id: z.uuid(),
  file: z.enum(PHOTO_SIZES.map((size) => `${size}.jpg` as const)),
});
export const samplePhotoPathSchema = z.strictObject({
  photo: z.string().max(40),
  file: z.enum(FIRST_SIZES.map((size) => `${size}.jpg` as const)),
});

/** A ticket of ws/ticket, or an access token; `since` is the last event number seen. */
export const liveSocketQuerySchema = z.strictObject({
  token: z.string().min(1).max(4096),
  since: z.coerce.number().int().min(0).optional(),
});

/** Where the extension is got for each browser; null where nobody published one. */
export const extensionPagesSchema = z.object({
  chrome: z.url().nullable(),
  edge: z.url().nullable(),
  firefox: z.url().nullable(),
});

/** What the pages need to know of this installation. `samples` is empty in production. */
export const siteInfoSchema = z.object({
  support_email: z.string(),
  sales_email: z.string(),
  /** Reports a verified account starts with. */
  free_reports: z.int().nonnegative(),
  /** What is on sale after those; none: nothing is. */
  plans: z.array(planSchema),
  /** Whether plans are paid for here; else they are asked for. */
  checkout: z.boolean(),
  /** What comes after the free reports, in words: pages that must load at once say it without making it. */
  after_trial: z.string(),
  extension_pages: extensionPagesSchema,
  /** `when`: what goes wrong with that lot, as the name of its button; null where it makes a report. */
  samples: z.array(
    z.object({ link: z.string(), title: z.string(), shows: z.string(), when: z.string().nullable() }),
  ),
});
export type SiteInfo = z.infer<typeof siteInfoSchema>;

/** What the probes answer while all is well. */
export const healthSchema = z.object({ status: z.literal('ok') });
