import { type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from './config.ts';
import { prettyLine } from './process/pretty-log.ts';
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

type Terminal = { isTTY?: boolean; hasColors?(): boolean; write(text: string): unknown };

/** Standard error, written before the next statement runs, so that a process that ends loses no line. */
const descriptor = pino.destination({ fd: 2, sync: true });
const standardError: Terminal = {
  isTTY: process.stderr.isTTY,
  hasColors: () => process.stderr.isTTY && process.stderr.hasColors(),
  write: (text) => descriptor.write(text),
};

/**
 * Where log lines go: standard error (standard output belongs to commands), as LOG_FORMAT says, or without it for people in a
 * terminal and as JSON elsewhere. Colors where the terminal shows them; Node heeds NO_COLOR.
 */
export function logStream(
  { LOG_FORMAT, LOG_LEVEL }: Pick<Config, 'LOG_FORMAT' | 'LOG_LEVEL'>,
  terminal: Terminal = standardError,
): DestinationStream {
  const format = LOG_FORMAT ?? (terminal.isTTY ? 'pretty' : 'json');
  if (format === 'json') return { write: (line) => void terminal.write(line) };
  const colors = terminal.isTTY === true && terminal.hasColors?.() === true;
  const all = LOG_LEVEL === 'debug' || LOG_LEVEL === 'trace';
  return {
    write(line) {
      const text = prettyLine(line, { colors, all });
      if (text !== null) terminal.write(text);
    },
  };
}

/** JSON lines to `destination`, secrets redacted; each says which request, report or job it belongs to. */
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
    destination ?? descriptor,
  );
}

/** Longest path that a line of the log holds, in characters: longer than any route's, so that a caller can't fill the disk (judgement). */
const MAX_LOGGED_PATH = 300;

/** A path for the log: never with its query, where tickets and codes travel, nor with the token of a shared report. */
export const loggablePath = (url: string): string =>
  (url.split('?', 1)[0] ?? '')
    .replace(/\/(shared|quotes)\/[^/]+/, '/$1/[redacted]')
    .slice(0, MAX_LOGGED_PATH);
