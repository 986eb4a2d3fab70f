import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayHere, dayInUtc, dollarsAndCents, wholeDollars, wholeNumber } from './figures.ts';

const money = (digits: number) =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: digits });
const cents = fc.integer({ min: -2_000_000_000, max: 2_000_000_000 });

describe('figures as US readers write them', () => {
  it('has any amount as Intl has it, with and without cents', () => {
    const [whole, exact] = [money(0), money(2)];
    fc.assert(
      fc.property(cents, (amount) => {
        expect(dollarsAndCents(amount / 100)).toBe(exact.format(amount / 100));
        // Intl keeps the sign of what rounds to nothing.
        expect(wholeDollars(amount / 100)).toBe(whole.format(amount / 100).replace(/^-\$0$/, '$0'));
      }),
    );
  });

  it('groups any count as Intl does', () => {
    const count = new Intl.NumberFormat('en-US');
    fc.assert(
      fc.property(fc.integer(), (value) => {
        expect(wholeNumber(value)).toBe(count.format(value));
      }),
    );
  });

  it('has any day as Intl has it, of the reader’s place and of UTC', () => {
    const day = (timeZone?: string) =>
      new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', ...(timeZone ? { timeZone } : {}) });
    const [here, utc] = [day(), day('UTC')];
    fc.assert(
      fc.property(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }), (date) => {
        expect(dayHere(date.getTime())).toBe(here.format(date));
        expect(dayInUtc(date.getTime())).toBe(utc.format(date));
      }),
    );
  });
});
