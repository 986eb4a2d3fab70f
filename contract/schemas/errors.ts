import { z } from 'zod';

/** Every error code with its HTTP status (docs/product.md). */
export const ERROR_STATUS = {
  validation_error: 400,
  authentication_failed: 401,
  invalid_token: 401,
  token_reused: 401,
  quota_exceeded: 402,
  verification_required: 403,
  forbidden: 403,
  insufficient_scope: 403,
  second_factor_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  report_not_ready: 409,
  version_conflict: 409,
  report_read_only: 409,
  report_kept: 409,
  setup_read_only: 409,
  set_in_environment: 409,
  calculation_changed: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  key_refused: 422,
  unsupported_url: 422,
  unsupported_make: 422,
  extraction_failed: 422,
  source_blocked: 422,
  source_unreachable: 422,
  lot_not_found: 422,
  wrong_number_kind: 422,
  layout_changed: 422,
  several_lots: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
} as const;
export type ErrorCode = keyof typeof ERROR_STATUS;

export const errorCodeSchema = z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]);

/** Every error body; `message` and `detail` hold the same sentence. */
export const errorBodySchema = z.object({
  message: z.string(),
  detail: z.string(),
  code: errorCodeSchema,
  details: z.record(z.string(), z.unknown()),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Codes that say why a lot could not be read, and nothing else; `details.reason` says what can be done. */
export const UNREAD_LOT_CODES = [
  'extraction_failed',
  'source_blocked',
  'source_unreachable',
  'lot_not_found',
  'wrong_number_kind',
  'layout_changed',
  'several_lots',
] as const satisfies readonly ErrorCode[];

/** A car of a page that shows several lots: `choice` sent back with the same page reads this one, null where nothing tells it from the others. */
export const foundLotSchema = z.object({
  name: z.string().nullable(),
  lot_number: z.string().nullable(),
  vin: z.string().nullable(),
  choice: z.string().nullable(),
});
export type FoundLot = z.infer<typeof foundLotSchema>;

/** `details` of `several_lots`: in the page's order, at most 250. */
export const severalLotsSchema = z.object({ reason: z.string(), lots: z.array(foundLotSchema) });

/** What a user reads whenever a lot can't be read (docs/product.md); the reason stands in `code`. */
export const NO_DATA_MESSAGE = 'No data could be extracted from this auction link';
