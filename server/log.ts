import { type DestinationStream, type Logger, pino } from 'pino';
import { currentWork } from './tracing/current-work.ts';

export type Log = Logger;

const SECRET_PATHS = [
  'password',
  'new_password',
  'old_password',
  'token',
  'access_token',
  'refresh_token',
  'code',
  'ticket',
  '*.password',
  '*.token',
  '*.access_token',
  '*.refresh_token',
  '*.authorization',
  '*.cookie',
  'req.headers.authorization',
  'req.headers.cookie',
  'res.headers["set-cookie"]',
];

/** Stands on a log whose lines say already what they belong to. */
const NAMED = Symbol('named');

/** A log whose lines all say `fields`, wherever they come from. */
export function namedLog(log: Log, fields: Readonly<Record<string, string>>): Log {
  const named = log.child({ ...fields });
  Object.defineProperty(named, NAMED, { value: true });
  return named;
}

/**
 * JSON lines on standard error (standard output belongs to commands), secrets redacted; each says which request, report or job
 * it belongs to.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      // Once: a log of one request says it itself.
      mixin: (_line, _level, log) => (NAMED in log ? {} : (currentWork()?.fields ?? {})),
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

/** A path for the log: never with its query, where tickets and codes travel, nor with the token of a shared report. */
export const loggablePath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/\/(shared|quotes)\/[^/]+/, '/$1/[redacted]');
