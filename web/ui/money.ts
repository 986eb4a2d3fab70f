import { dayHere, distanceOf, wholeDollars } from '../../contract/report-view/figures.ts';
import { percentOf } from '../../contract/report-view/words/sentence.ts';

/** US dollars without cents, in the money that is shown; `N/A` for null. */
export const dollars = (amount: number | null): string => (amount === null ? 'N/A' : wholeDollars(amount));
export const miles = (value: number | null): string => (value === null ? 'Unknown' : distanceOf(value));
export const hours = (value: number): string => `${value.toFixed(1)} h`;
/** To the hundredth: hours × rate gives the amount beside it, but for the rounding. */
export const exactHours = (value: number): string => `${Math.round(value * 100) / 100} h`;
export const percent = percentOf;

/** `Nov 21, 2026`; the text itself where it is no date. */
export function shortDay(date: string | null): string {
  if (date === null) return 'Unknown';
  const time = Date.parse(date);
  return Number.isNaN(time) ? date : dayHere(time);
}
