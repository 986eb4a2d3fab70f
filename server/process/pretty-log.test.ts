import { describe, expect, it } from 'vitest';
import { createLog, logStream } from '../log.ts';
import { prettyLine } from './pretty-log.ts';

const time = '2026-11-28T14:05:12.000Z';
const clock = new Date(time).toTimeString().slice(0, 8);
const pretty = (fields: object, options = {}) =>
  prettyLine(`${JSON.stringify({ level: 30, time, ...fields })}\n`, {
    colors: false,
    all: false,
    ...options,
  });

describe('a log line for people', () => {
  it('has time, message and fields that say something', () => {
    const fields = {
      msg: 'backup made',
      file: 'a.zip',
      rows: 7,
      photos: 0,
      key: null,
      request_id: 'r1',
      trace_id: 't1',
    };
    expect(pretty(fields)).toBe(`${clock}  backup made  file=a.zip  rows=7\n`);
  });

  it('names the level of warnings and errors only', () => {
    expect(pretty({ level: 40, msg: 'mail refused' })).toBe(`${clock}  warn  mail refused\n`);
    expect(pretty({ level: 50, msg: 'no backup' })).toBe(`${clock}  error  no backup\n`);
    expect(pretty({ level: 20, msg: 'checked' })).toBe(`${clock}  checked\n`);
  });

  it('has the stack of an error below', () => {
    const err = { type: 'Error', message: 'broken', stack: 'Error: broken\n    at here' };
    expect(pretty({ level: 50, msg: 'request failed', err })).toBe(
      `${clock}  error  request failed\n  Error: broken\n      at here\n`,
    );
  });

  it('leaves out answered requests and fetches unless all are wanted', () => {
    const request = { msg: 'request', method: 'GET', path: '/login', status: 200, ms: 3 };
    expect(pretty(request)).toBeNull();
    expect(pretty(request, { all: true })).toBe(
      `${clock}  request  method=GET  path=/login  status=200  ms=3\n`,
    );
    expect(pretty({ ...request, status: 500 })).toContain('status=500');
    expect(pretty({ msg: 'fetch', status: null, error: 'FetchTimeout: late' })).toContain('FetchTimeout');
  });

  it('has colors only where they are wanted', () => {
    expect(pretty({ level: 40, msg: 'late' }, { colors: true })).toContain('\u001b[33mwarn');
    expect(pretty({ level: 40, msg: 'late' })).not.toContain('\u001b');
  });

  it('passes on what is no JSON', () => {
    expect(prettyLine('plain words\n', { colors: false, all: false })).toBe('plain words\n');
  });
});

describe('the log', () => {
  const written = (format: 'pretty' | 'json') => {
    const lines: string[] = [];
    const terminal = { isTTY: false, hasColors: () => false, write: (text: string) => void lines.push(text) };
    const log = createLog('info', logStream({ LOG_FORMAT: format, LOG_LEVEL: 'info' }, terminal));
    log.info({ user: 'u1', password: 'hunter2hunter2', body: { token: 'secret-token' } }, 'signed in');
    return lines.join('');
  };

  it.each(['pretty', 'json'] as const)('hides secrets as %s', (format) => {
    expect(written(format)).toContain('signed in');
    expect(written(format)).toContain('[redacted]');
    expect(written(format)).not.toMatch(/hunter2|secret-token/);
  });

  it.each([
    [true, /^\d\d:\d\d:\d\d {2}ready\n$/],
    [false, /^\{"level":30,.*"msg":"ready"\}\n$/],
  ])('without a setting, is for people in a terminal only (terminal: %s)', (isTTY, line) => {
    const lines: string[] = [];
    const terminal = { isTTY, hasColors: () => false, write: (text: string) => void lines.push(text) };
    createLog('info', logStream({ LOG_FORMAT: undefined, LOG_LEVEL: 'info' }, terminal)).info('ready');
    expect(lines.join('')).toMatch(line);
  });

  it('has colors in a terminal that shows them', () => {
    const lines: string[] = [];
    const terminal = { isTTY: true, hasColors: () => true, write: (text: string) => void lines.push(text) };
    createLog('info', logStream({ LOG_FORMAT: 'pretty', LOG_LEVEL: 'info' }, terminal)).warn('late');
    expect(lines.join('')).toContain('\u001b[33mwarn');
  });
});
