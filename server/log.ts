import { type DestinationStream, type Logger, pino } from 'pino';

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

/** JSON lines on standard error (standard output belongs to commands), secrets redacted. */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths: SECRET_PATHS, censor: '[redacted]' },
    },
    destination ?? pino.destination({ fd: 2, sync: true }),
  );
}

/** A path for the log: never with its query, where tickets and codes travel, nor with the token of a shared report. */
export const loggablePath = (url: string): string =>
  (url.split('?', 1)[0] ?? '').replace(/\/shared\/[^/]+/, '/shared/[redacted]');
