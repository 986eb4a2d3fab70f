const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});
const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const count = new Intl.NumberFormat('en-US');

/** US dollars without cents, `N/A` for null. */
export const dollars = (amount: number | null): string => (amount === null ? 'N/A' : whole.format(amount));
export const dollarsAndCents = (amount: number): string => exact.format(amount);
export const miles = (value: number | null): string =>
  value === null ? 'Unknown' : `${count.format(value)} mi`;
export const hours = (value: number): string => `${value.toFixed(1)} h`;
/** To the hundredth: hours × rate gives the amount beside it, but for the rounding. */
export const exactHours = (value: number): string => `${Math.round(value * 100) / 100} h`;
export const percent = (share: number): string => `${Math.round(share * 100)} %`;

const shortDate = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });

/** `Nov 21, 2026`; the text itself where it is no date. */
export function shortDay(date: string | null): string {
  if (date === null) return 'Unknown';
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : shortDate.format(time);
}
