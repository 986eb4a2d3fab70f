import { ERROR_STATUS, type ErrorCode } from '../contract/refusals/error-status.ts';

/** A failure with a known meaning; http maps the code to its status once. `message` is for people. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: Record<string, unknown>;
  /** Overrides the code's usual HTTP status (e.g. authentication_failed as 400 on change-password). */
  readonly status: number;

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; status?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.details = options.details ?? {};
    this.status = options.status ?? ERROR_STATUS[code];
  }
}

/** The source asks us to wait: run the step again after `ms`; costs no attempt. */
export class RetryLater extends Error {
  readonly ms: number;
  constructor(ms: number, message = 'try again later') {
    super(message);
    this.name = 'RetryLater';
    this.ms = ms;
  }
}

/** The same for a wait of our own making: many requests of ours want the same host. */
export class Busy extends RetryLater {
  override readonly name: string = 'Busy';
}

/** Trying again cannot help: the report fails now, with this code and sentence. */
export class GiveUp extends AppError {
  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(code, message, options);
    this.name = 'GiveUp';
  }
}

/** Given to a schema that checks input: what has no sentence of our own gets none of the library's, which are not for people. */
export const ownSentences = { error: (): string => '' };

/** What a schema found wrong at `field`, as validation_error; an empty sentence is said in general words. */
export function invalidInput(sentence: string, field: string): AppError {
  const general = field === '' ? 'The request is not valid.' : `The field ${field} is missing or not valid.`;
  return new AppError('validation_error', sentence || general, {
    details: field === '' ? {} : { field },
  });
}

/** Text that can't be stored (`storable-text.ts`) at `field`, as validation_error. */
export const unstorableInput = (field: string): AppError =>
  invalidInput(
    `${field === '' ? 'The request' : `The field ${field}`} holds characters that can’t be stored.`,
    field,
  );
