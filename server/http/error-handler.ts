import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ERROR_STATUS, type ErrorCode } from '../../contract/refusals/error-status.ts';
import type { ErrorBody } from '../../contract/schemas/errors.ts';
import { RateLimited } from '../accounts/limits.ts';
import { GIVEN_UP } from '../db/client.ts';
import { AppError, Busy, RetryLater } from '../errors.ts';
import { loggablePath } from '../log.ts';
import { noRoom } from '../process/no-room.ts';
import { FetchError } from '../web-fetch/fetch-errors.ts';
import { tellLimits } from './limits/limit.ts';
import { noteRefusal } from './security-log.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Failures of this route also carry `success: false` (the auction calls of docs/product.md). */
    saysSuccess?: boolean;
  }
}

const body = (code: ErrorCode, message: string, details: Record<string, unknown> = {}): ErrorBody => ({
  message,
  detail: message,
  code,
  details,
});

/** Maps every failure to `{message, detail, code, details}` once; nothing internal leaves the house. */
export function addErrorHandler(app: FastifyInstance): void {
  app.setNotFoundHandler((request, reply) => {
    void reply
      .status(404)
      .header('cache-control', 'no-store')
      .send(body('not_found', 'There is nothing at this address.'));
    request.log.debug({ path: loggablePath(request.url) }, 'not found');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (hasLeft(error, reply)) {
      request.log.info({ path: loggablePath(request.url) }, 'caller left before its answer began');
      reply.hijack();
      return;
    }
    const { status, answer } = answerOf(error, request);
    noteRefusal(request, answer.code);
    if (error instanceof RateLimited && !tellsOf(reply, error.limit.name)) tellLimits(reply, [error.limit]);
    if (answer.code === 'rate_limited' || answer.code === 'unavailable') {
      void reply.header('retry-after', String(answer.details.retry_after ?? 5));
    }
    if (status === 401)
      void reply.header('www-authenticate', bearerChallenge(request.headers.authorization, answer.message));
    if (answer.code === 'insufficient_scope')
      void reply.header('www-authenticate', 'Bearer realm="LotLens", error="insufficient_scope"');
    sendFailure(request, reply, status, answer);
  });
}

/** Whether the answer was only given up because its caller is gone: nobody is there to be told, and nothing failed. */
const hasLeft = ({ code }: FastifyError, { raw }: FastifyReply): boolean =>
  code === 'ERR_STREAM_PREMATURE_CLOSE' && raw.destroyed;

/** Whether the headers of this answer say where its caller stands by this limit. */
const tellsOf = (reply: FastifyReply, limit: string): boolean =>
  String(reply.getHeader('ratelimit-policy') ?? '').includes(`"${limit}"`);

function sendFailure(request: FastifyRequest, reply: FastifyReply, status: number, answer: ErrorBody): void {
  const failed = request.routeOptions.config.saysSuccess ? { success: false as const, ...answer } : answer;
  // Error bodies have one shape on every route; they do not go through the route's success schema.
  void reply
    .status(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(failed);
}

function answerOf(error: FastifyError, request: FastifyRequest): { status: number; answer: ErrorBody } {
  if (error instanceof AppError)
    return { status: error.status, answer: body(error.code, error.message, error.details) };
  if (error instanceof Busy) {
    return known('unavailable', 'Many requests wait for this site right now. Please try again in a moment.', {
      retry_after: Math.ceil(error.ms / 1000),
    });
  }
  if (error instanceof RetryLater) {
    return known('unavailable', 'The source asks us to wait. Please try again in a minute.', {
      retry_after: Math.ceil(error.ms / 1000),
    });
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return known('body_too_large', 'The request is too large.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return known('unsupported_media_type', 'This content type is not accepted here.');
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_CONTENT_LENGTH':
      return known('validation_error', 'The request body could not be read.');
    // PostgreSQL on a NUL: no text column takes it.
    case '22021':
    case '22P05':
      return known('validation_error', 'The request holds characters that are not allowed.');
    default:
  }
  // A time limit of ours ran out (AbortSignal.timeout), or what was waited for was stopped.
  if (error.name === 'TimeoutError' || error.name === 'AbortError') {
    request.log.warn({ error: String(error), path: loggablePath(request.url) }, 'took too long');
    return known('unavailable', 'This took too long and was stopped. Please try again in a minute.', {
      retry_after: 60,
    });
  }
  if (error instanceof FetchError) {
    request.log.warn({ error: String(error), path: loggablePath(request.url) }, 'source not reached');
    return known('unavailable', 'A source did not answer. Please try again in a minute.', {
      retry_after: 60,
    });
  }
  const full = noRoom(error);
  if (full) {
    request.log.error({ error: String(error) }, 'no room left');
    return { status: full.status, answer: body(full.code, full.message, full.details) };
  }
  if (databaseIsAway(error)) {
    request.log.error({ error: String(error) }, 'database away');
    return known('unavailable', 'LotLens is busy or restarting. Please try again in a few seconds.', {
      retry_after: 2,
    });
  }
  if (UNDONE.has(error.code)) {
    request.log.error({ error: String(error), path: loggablePath(request.url) }, 'database gave up');
    return known('unavailable', 'LotLens is busy right now. Please try again in a few seconds.', {
      retry_after: 5,
    });
  }
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return { status: error.statusCode, answer: body('validation_error', 'The request could not be read.') };
  }
  request.log.error({ err: error, path: loggablePath(request.url) }, 'request failed');
  return known(
    'internal_error',
    `Something went wrong on our side. Please try again; the request id is ${request.id}.`,
    { request_id: request.id },
  );
}

const known = (code: ErrorCode, message: string, details: Record<string, unknown> = {}) => ({
  status: ERROR_STATUS[code],
  answer: body(code, message, details),
});

const AWAY_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EPIPE',
  // What the kernel says of a connection whose other end is gone without a word.
  'ETIMEDOUT',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08006',
  '08001',
  // Takes no writes: the stand-by of a database that is being replaced.
  '25006',
]);
/** Nothing of this statement was done: it stood in another's way, waited too long, or was stopped. */
const UNDONE = new Set([...GIVEN_UP, '55P03', '57014']);
/** What the driver says of its connections has no code. */
const AWAY_WORDS =
  /timeout exceeded when trying to connect|Connection terminated|Query read timeout|is not queryable/;
const databaseIsAway = (error: FastifyError): boolean =>
  AWAY_CODES.has(error.code) || AWAY_WORDS.test(error.message);

/**
 * `WWW-Authenticate` of a 401 (RFC 9110 section 11.6.1, RFC 6750 section 3): a bearer token is asked for; what is wrong
 * with it is named only where one was presented. `sentence` stands in quotes as it is: plain ASCII without quotes.
 */
function bearerChallenge(authorization: string | undefined, sentence: string): string {
  const presented = /^bearer\s/i.test(authorization ?? '');
  const reason = presented ? `, error="invalid_token", error_description="${sentence}"` : '';
  return `Bearer realm="LotLens"${reason}`;
}
