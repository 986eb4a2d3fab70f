import { describe, expect, it } from 'vitest';
import { readRetryAfter, retryDelayMs } from './retry-after.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('readRetryAfter', () => {
  it.each([
    ['0', 0],
    ['5', 5000],
    ['1.5', 1500],
    [' 120 ', 120_000],
    ['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['999999999999', 3_600_000],
  ])('reads %j as %i ms', (value, ms) => {
    expect(readRetryAfter(value, NOW)).toBe(ms);
  });

  it.each([undefined, '', 'soon', '-'])('finds nothing in %j', (value) => {
    expect(readRetryAfter(value, NOW)).toBeNull();
  });
});

describe('retryDelayMs', () => {
  it('doubles the back-off and spreads it over half', () => {
    const at = (attempt: number, random: number) =>
      retryDelayMs({ status: 503, headers: {} }, attempt, 1000, () => random);
    expect([at(1, 0), at(1, 1), at(2, 0), at(2, 1)]).toEqual([500, 1000, 1000, 2000]);
  });
});
