import { AppError } from '../errors.ts';

/** Seconds after which asking again may help: an operator has to make room first. */
const RETRY_SECONDS = 60;

/** Disk (POSIX), PostgreSQL (class 53: disk_full, out_of_memory, configuration_limit_exceeded), S3 and its look-alikes. */
const FULL = new Set([
  'ENOSPC',
  'EDQUOT',
  '53100',
  '53200',
  '53400',
  'InsufficientStorage',
  'QuotaExceeded',
  'StorageFull',
  'XMinioStorageFull',
]);

/** What an error says when disk, store or database have no room left, whatever it was wrapped in: 503; null for any other error. */
export function noRoom(error: unknown): AppError | null {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    const { code, name, $metadata } = at as Error & {
      code?: unknown;
      $metadata?: { httpStatusCode?: number };
    };
    if (FULL.has(String(code)) || FULL.has(name) || $metadata?.httpStatusCode === 507)
      return new AppError(
        'unavailable',
        'LotLens has no room left to store this. Please try again later; nothing of yours was lost or charged.',
        { details: { retry_after: RETRY_SECONDS }, cause: error },
      );
  }
  return null;
}
