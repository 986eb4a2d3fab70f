import type { ErrorBody } from '../../contract/schemas/errors.ts';

/** An error answer, or no answer at all (`status` 0). `message` is for people (docs/product.md). */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly details: Record<string, unknown>;
  /** Whether `message` says more than that there was an error. */
  readonly told: boolean;

  constructor(status: number, body: Partial<ErrorBody> | null) {
    super(sentence(status, body));
    this.name = 'ApiError';
    this.status = status;
    this.code = body?.code ?? null;
    this.details = body?.details ?? {};
    this.told = status === 0 || messageIn(body) !== '';
  }
}

/**
 * What an error body says for people. Another server's `detail` may be a list of objects with a message each, as frameworks write
 * validation errors; whatever else it is has no words.
 */
function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.map(wordsOf).filter(Boolean).join(' ');
  const { message, msg, detail } = Object(value);
  const words: unknown = message ?? msg ?? detail;
  return words === undefined ? '' : wordsOf(words);
}

const messageIn = (body: Partial<ErrorBody> | null): string =>
  wordsOf(body?.message) || wordsOf(body?.detail);

function sentence(status: number, body: Partial<ErrorBody> | null): string {
  if (status === 0) return 'A network error occurred or the server is unreachable.';
  if (body?.code === 'authentication_failed' && body.details?.field === 'old_password')
    return 'Incorrect current password.';
  const message = messageIn(body) || 'An API error occurred.';
  return body?.code === 'validation_error' ? `Validation failed: ${message}` : message;
}

/** The error's own sentence, or the screen's fallback where the server gave none. */
export function messageOf(error: unknown, fallback: string): string {
  return error instanceof ApiError && error.told ? error.message : fallback;
}
