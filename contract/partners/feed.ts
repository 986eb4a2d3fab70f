import { z } from 'zod';
import { makeKeySchema } from '../schemas/vehicle.ts';
import { isPlainHttps } from './partner-site.ts';

/** A partner's stock, as its feed told it and as the partner is shown it; money in US dollars. */

const MIB = 1024 * 1024;
/** Bytes of a feed, and rows in it. Judgement. */
export const MOST_FEED_BYTES = 16 * MIB;
export const MOST_FEED_ROWS = 100_000;
/** Bad rows that an answer has with their reasons; all are counted, and all are in the list as CSV. */
export const MOST_BAD_ROWS = 200;
/**
 * The daily reading of an address that brings less than this share of what is held changes nothing, once that many are held: an
 * export that broke off must not empty a shop. What somebody asked for by hand is taken as it is. Judgement.
 */
export const LEAST_SHARE_LEFT = 0.5;
export const SHARE_COUNTS_FROM = 100;

export const conditionSchema = z.enum(['new', 'used', 'refurbished']);
export const availabilitySchema = z.enum(['in_stock', 'preorder', 'backorder']);

/** Why a row of a feed brought nothing. */
export const badRowReasonSchema = z.enum([
  'columns',
  'id',
  'repeated_id',
  'title',
  'no_number',
  'no_make',
  'unsupported_make',
  'aftermarket_number',
  'number_shape',
  'price',
  'no_currency',
  'other_currency',
  'condition',
  'availability',
  'link',
  'other_site',
  'side',
  'lead_time_days',
  'core_charge',
  'qty',
]);
export type BadRowReason = z.infer<typeof badRowReasonSchema>;

/** `row`: in a table the header is 1; in XML the first item is 1. */
export const badRowSchema = z.object({
  row: z.int(),
  /** The partner's own id of the item, where it told one. */
  item: z.string().nullable(),
  reason: badRowReasonSchema,
});
export type BadRow = z.infer<typeof badRowSchema>;

/** Why a whole reading brought nothing; the stock of before stays. */
export const feedProblemSchema = z.enum([
  'unreadable',
  'missing_columns',
  'no_website',
  'too_many_rows',
  'too_large',
  'too_slow',
  'no_good_row',
  'far_fewer',
  'address_refused',
  'address_failed',
]);
export type FeedProblem = z.infer<typeof feedProblemSchema>;

/** Part numbers of the stock that stood in reports finished this month (UTC), with counts only. */
export const metThisMonthSchema = z.object({
  /** Different numbers. */
  numbers: z.int(),
  /** How often they stood in reports, all together. */
  times: z.int(),
  /** Those that were met most. */
  most: z.array(z.object({ make: z.string(), number: z.string(), reports: z.int() })),
});

/** Where the stock comes from, how the last reading went, and what is held. */
export const partnerFeedSchema = z.object({
  url: z.string().nullable(),
  /** The address is being read, or about to be. */
  reading: z.boolean(),
  /** Of the last reading, good or not; ISO 8601. */
  read_at: z.string().nullable(),
  file_name: z.string().nullable(),
  outcome: z.enum(['taken', 'refused', 'unreachable']).nullable(),
  problem: feedProblemSchema.nullable(),
  rows_good: z.int(),
  rows_bad: z.int(),
  /** Out of stock, or not on sale. */
  rows_left_out: z.int(),
  /** The first bad rows. */
  bad_rows: z.array(badRowSchema),
  /** How many rows are bad for each reason, most first. */
  bad_reasons: z.array(z.object({ reason: badRowReasonSchema, rows: z.int() })),
  /** Items held now, and when they were taken. */
  stock: z.int(),
  taken_at: z.string().nullable(),
  met: metThisMonthSchema,
});
export type PartnerFeed = z.infer<typeof partnerFeedSchema>;

/** A feed as a file. */
export const sentFeedSchema = z.strictObject({
  file_name: z.string().min(1).max(255),
  /** Base64 of the file as it was saved. */
  content: z.base64().max(Math.ceil(MOST_FEED_BYTES / 3) * 4, 'A feed may have at most 16 MB.'),
});
export type SentFeed = z.infer<typeof sentFeedSchema>;

/** Null: read from nowhere any more; the stock stays. */
export const feedAddressSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .max(2_000)
    .refine(isPlainHttps, 'The address must start with https://, without a port or a user name.')
    .nullable(),
});

export const stockItemSchema = z.object({
  /** The partner's own id. */
  item: z.string(),
  make: makeKeySchema,
  number: z.string(),
  title: z.string(),
  condition: conditionSchema,
  availability: availabilitySchema,
  /** Of one piece. */
  price: z.number(),
  shipping: z.number().nullable(),
  core_charge: z.number().nullable(),
  qty: z.int().nullable(),
  lead_time_days: z.int().nullable(),
  side: z.enum(['left', 'right']).nullable(),
  link: z.string(),
});
export type StockItem = z.infer<typeof stockItemSchema>;

/** `text`: the start of a number or an id, or a part of the title. `after`: `next_after` of the page before. */
export const stockQuerySchema = z.strictObject({
  text: z.string().trim().max(100).optional(),
  after: z
    .string()
    .regex(/^\d{1,15}$/)
    .optional(),
});
export const stockListSchema = z.object({
  items: z.array(stockItemSchema),
  next_after: z.string().nullable(),
});
