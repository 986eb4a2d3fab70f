import { styleText } from 'node:util';

/** One line of pino's JSON; `time` is ISO 8601. */
type Line = Record<string, unknown> & { level: number; time: string; msg?: string };

/** Names of pino's levels from warnings on, and how they are colored; lines of other levels carry none. */
const LEVELS: readonly [number, string, 'red' | 'yellow'][] = [
  [60, 'fatal', 'red'],
  [50, 'error', 'red'],
  [40, 'warn', 'yellow'],
];
/** Stands at the start of the line, or only helps programs to find lines that belong together. */
const APART = new Set(['level', 'time', 'msg', 'request_id', 'trace_id', 'err']);
/** What goes right on every call and every fetch, shown only from debug on: one page makes dozens. */
const ROUTINE = new Set(['request', 'fetch']);

/**
 * One log line for a person: local time, the level from warnings on, the message, and fields that say something (no zeros, nulls
 * or ids of requests); an error's stack below. `null` for routine lines unless `all`. Lines that are no JSON stay as they are.
 */
export function prettyLine(json: string, { colors, all }: { colors: boolean; all: boolean }): string | null {
  let line: Line;
  try {
    line = JSON.parse(json);
  } catch {
    return json;
  }
  const { level, time, msg = '', err, error } = line;
  const status = typeof line.status === 'number' ? line.status : 0;
  if (!all && level < 40 && ROUTINE.has(msg) && status < 500 && (error ?? null) === null) return null;
  const style = (format: 'red' | 'yellow' | 'dim', text: string): string =>
    colors && text !== '' ? styleText(format, text, { validateStream: false }) : text;
  const [, name, color] = LEVELS.find(([least]) => level >= least) ?? [];
  const fields = Object.entries(line)
    .filter(([key, value]) => !APART.has(key) && value !== null && value !== 0 && value !== '')
    .map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`);
  const stack =
    err === null || typeof err !== 'object' ? '' : String((err as { stack?: unknown }).stack ?? '');
  const parts = [
    style('dim', new Date(time).toTimeString().slice(0, 8)),
    ...(name !== undefined && color !== undefined ? [style(color, name)] : []),
    msg,
    style('dim', fields.join('  ')),
  ];
  const below = stack === '' ? '' : `\n${stack.replaceAll(/^/gm, '  ')}`;
  return `${parts.filter((part) => part !== '').join('  ')}${below}\n`;
}
