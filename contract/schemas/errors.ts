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
  not_found: 404,
  method_not_allowed: 405,
  report_not_ready: 409,
  version_conflict: 409,
  report_read_only: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_conflict: 422,
  unsupported_url: 422,
  unsupported_make: 422,
  extraction_failed: 422,
  source_blocked: 422,
  lot_not_found: 422,
  wrong_number_kind: 422,
  layout_changed: 422,
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
  'lot_not_found',
  'wrong_number_kind',
  'layout_changed',
] as const satisfies readonly ErrorCode[];

/** What a user reads whenever a lot can't be read (docs/product.md); the reason stands in `code`. */
export const NO_DATA_MESSAGE = 'No data could be extracted from this auction link';
