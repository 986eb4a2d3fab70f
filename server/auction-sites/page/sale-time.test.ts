import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { saleTimeOf, timeLeftOf } from './sale-time.ts';

const NOW = Date.parse('2026-09-01T00:00:00Z');

describe('saleTimeOf', () => {
  it.each([
    ['Wed. May 06, 2026 06:00 PM GMT+1', '2026-05-06', '2026-05-06T17:00:00Z'],
    ['Wed. May 06, 2026 12:00 PM CDT', '2026-05-06', '2026-05-06T17:00:00Z'],
    ['09/18/2026 04:00 am MSK', '2026-09-18', '2026-09-18T01:00:00Z'],
    ['03/22/2023 04:00 pm GMT+2', '2023-03-22', '2023-03-22T14:00:00Z'],
    ['6/29/2026 1:30:00 PM +00:00', '2026-06-29', '2026-06-29T13:30:00Z'],
    ['2026-08-04T13:30:00+00:00', '2026-08-04', '2026-08-04T13:30:00Z'],
    ['2026-10-02 12:00 PDT', '2026-10-02', '2026-10-02T19:00:00Z'],
    ['Mon May 4, 2026 12:00 AM NST', '2026-05-04', '2026-05-04T03:30:00Z'],
    ['Tue 15 Sep, 15:30 GMT+2', '09-15', '2026-09-15T13:30:00Z'],
  ])('reads %s to the instant', (text, day, at) => {
    expect(saleTimeOf(text, NOW)).toEqual({ day, at });
  });

  it.each([
    ['Saturday, September 12, 2026', '2026-09-12'],
    ['Sat 12 September, 2026', '2026-09-12'],
    ['Thursday, July 16, 2026', '2026-07-16'],
    ['Wed. May 06, 2026 06:00 PM', '2026-05-06'],
    ['May 06, 2026 06:00 PM XYZ', '2026-05-06'],
    ['May 06, 2026 18:00 PM EDT', '2026-05-06'],
    ['Wed Jun 24 9:00 am (EDT) Auction Today (London)', '06-24'],
    ['Thu Jun 25 9:00 am (EDT) Auction in 1 day (Ottawa)', '06-25'],
  ])('reads the day alone of %s', (text, day) => {
    expect(saleTimeOf(text, NOW)).toEqual({ day, at: null });
  });

  it.each(['Future', '', 'Not Ready for Sale', 'Feb 30, 2026', '13/40/2026', 'May 2026', null])(
    'reads no day in %s',
    (text) => {
      expect(saleTimeOf(text, NOW)).toEqual({ day: null, at: null });
    },
  );

  it('reads back every instant in every zone by its offset', () => {
    const instant = fc.integer({ min: Date.UTC(2001, 0), max: Date.UTC(2099, 0) });
    fc.assert(
      fc.property(instant, fc.integer({ min: -12, max: 14 }), (time, hours) => {
        const second = Math.floor(time / 1000) * 1000;
        const local = new Date(second + hours * 3_600_000).toISOString();
        const sign = hours < 0 ? '-' : '+';
        const text = `${local.slice(0, 10)} ${local.slice(11, 19)} GMT${sign}${Math.abs(hours)}`;
        expect(saleTimeOf(text).at).toBe(new Date(second).toISOString().replace('.000Z', 'Z'));
      }),
    );
  });
});

describe('timeLeftOf', () => {
  it.each([
    ['0D 1H 34min', 5640],
    ['2d 3h', 183_600],
    ['45 min', 2700],
    ['1 day 2 hours', 93_600],
    ['soon', null],
    ['', null],
    ['34', null],
  ])('reads %s as %s', (text, seconds) => {
    expect(timeLeftOf(text)).toBe(seconds);
  });
});
