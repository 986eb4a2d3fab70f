import { randomBytes } from 'node:crypto';

/** A place in a trace, as W3C Trace Context (Level 1) names it: 32 and 16 lower-case hexadecimal digits. */
export type TraceContext = { traceId: string; spanId: string; sampled: boolean };

/** Version 00 has these four fields; a newer version begins with them and may go on after a dash. */
const TRACEPARENT = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
/** Longer than any version says; a header is a caller's word. */
const LONGEST = 256;

const isZero = (digits: string): boolean => /^0+$/.test(digits);

/** What a caller's `traceparent` says; null where it is not one, which then counts as none. */
export function parseTraceparent(header: string | undefined): TraceContext | null {
  if (header === undefined || header.length > LONGEST) return null;
  const [, version, traceId = '', spanId = '', flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (isZero(traceId) || isZero(spanId)) return null;
  return { traceId, spanId, sampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** The next place in a caller's trace, or the first of a new one. */
export const nextSpan = (caller: TraceContext | null): TraceContext => ({
  traceId: caller?.traceId ?? randomBytes(16).toString('hex'),
  spanId: randomBytes(8).toString('hex'),
  sampled: caller?.sampled ?? false,
});

export const traceparentOf = ({ traceId, spanId, sampled }: TraceContext): string =>
  `00-${traceId}-${spanId}-${sampled ? '01' : '00'}`;
