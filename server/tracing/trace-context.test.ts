import { describe, expect, test } from 'vitest';
import { nextSpan, parseTraceparent, traceparentOf } from './trace-context.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  test.each([
    ['sampled', `00-${TRACE}-${SPAN}-01`, true],
    ['not sampled', `00-${TRACE}-${SPAN}-00`, false],
    ['with flags of another time', `00-${TRACE}-${SPAN}-03`, true],
    ['of a newer version with more fields', `cc-${TRACE}-${SPAN}-01-what-the-future-will-be-like`, true],
  ])('%s is read', (_, header, sampled) => {
    expect(parseTraceparent(header)).toEqual({ traceId: TRACE, spanId: SPAN, sampled });
  });

  test.each([
    undefined,
    '',
    'x',
    `ff-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}-1`,
    `00-${TRACE}-${SPAN}`,
    `00-${TRACE}-${SPAN}-01\n`,
    ` 00-${TRACE}-${SPAN}-01`,
    `cc-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
  ])('%j is none', (header) => {
    expect(parseTraceparent(header)).toBeNull();
  });

  test('goes on in the caller’s trace under a span of its own', () => {
    const caller = parseTraceparent(`00-${TRACE}-${SPAN}-01`);
    const own = nextSpan(caller);
    expect(own).toMatchObject({ traceId: TRACE, sampled: true });
    expect(own.spanId).not.toBe(SPAN);
    expect(parseTraceparent(traceparentOf(own))).toEqual(own);
  });

  test('begins where nobody began it', () => {
    const own = nextSpan(null);
    expect(parseTraceparent(traceparentOf(own))).toEqual(own);
    expect(nextSpan(null).traceId).not.toBe(own.traceId);
  });
});
