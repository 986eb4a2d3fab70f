/**
 * Figures and days as US readers write them. Without Intl: its first formatter holds a browser's thread for some 20 ms, and pages
 * need them at once; figures.test.ts holds both to the same words.
 */

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ',');

function inDollars(amount: number, decimals: 0 | 2): string {
  const digits = Math.abs(amount).toFixed(decimals);
  const [dollars = '', cents] = digits.split('.');
  const sign = amount < 0 && Number(digits) !== 0 ? '-' : '';
  return `${sign}$${grouped(dollars)}${cents === undefined ? '' : `.${cents}`}`;
}

/** US dollars without cents: `$1,235`. */
export const wholeDollars = (amount: number): string => inDollars(amount, 0);
/** US dollars with cents: `$1,234.50`. */
export const dollarsAndCents = (amount: number): string => inDollars(amount, 2);
/** `87,412`; of a fraction what is nearest. */
export const wholeNumber = (value: number): string => grouped(String(Math.round(value)));

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** `Jan 15, 2026` by UTC, so that a day is the same for everybody; `time`: milliseconds since 1970. */
export function dayInUtc(time: number): string {
  const at = new Date(time);
  return `${MONTHS[at.getUTCMonth()]} ${at.getUTCDate()}, ${at.getUTCFullYear()}`;
}
/** `Jan 15, 2026` where the reader is. */
export function dayHere(time: number): string {
  const at = new Date(time);
  return `${MONTHS[at.getMonth()]} ${at.getDate()}, ${at.getFullYear()}`;
}
