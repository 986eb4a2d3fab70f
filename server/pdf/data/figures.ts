import type { Range } from '../../../contract/schemas/estimate.ts';

const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en-US');
/** UTC, so that the same report prints the same day everywhere. */
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** US dollars without cents: `$1,184`. */
export const dollars = (amount: number): string => whole.format(amount);
/** US dollars with cents: `$1,184.00`. */
export const dollarsAndCents = (amount: number): string => exact.format(amount);
export const dollarRange = ({ low, high }: Range): string => `${dollars(low)}–${dollars(high)}`;
/** Hours in tenths, as estimates are written; hundredths below a tenth: `2.4`, `0.05`. */
export const hourFigure = (hours: number): string =>
  hours > 0 && hours < 0.095 ? hours.toFixed(2) : hours.toFixed(1);
/** A share of one as whole percent: `58 %`. */
export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;
export const wholeNumber = (value: number): string => count.format(value);

/** `Jan 15, 2026` for an ISO date or time; the text itself where it is no date; null stays null. */
export function dayOf(date: string | null): string | null {
  if (date === null) return null;
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? date : day.format(time);
}

/** Parts of a sentence that are known, joined. */
export const joined = (parts: readonly (string | null | undefined | false)[], by = ' · '): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '').join(by);
