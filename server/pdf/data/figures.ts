import { dayInUtc, wholeDollars } from '../../../contract/report-view/figures.ts';
import { percentOf } from '../../../contract/report-view/words/sentence.ts';
import type { Range } from '../../../contract/schemas/estimate.ts';

/** US dollars without cents: `$1,184`. */
export const dollars = wholeDollars;
export const dollarRange = ({ low, high }: Range): string => `${dollars(low)}–${dollars(high)}`;
/** Hours in tenths, as estimates are written; hundredths below a tenth: `2.4`, `0.05`. */
export const hourFigure = (hours: number): string =>
  hours > 0 && hours < 0.095 ? hours.toFixed(2) : hours.toFixed(1);
/** A share of one as whole percent: `58%`. */
export const percent = percentOf;

/** `Jan 15, 2026` for an ISO date or time; the text itself where it is no date; null stays null. */
export function dayOf(date: string | null): string | null {
  if (date === null) return null;
  const time = /^\d{4}-\d{2}-\d{2}/.test(date) ? Date.parse(date) : Number.NaN;
  return Number.isNaN(time) ? date : dayInUtc(time);
}

/** Parts of a sentence that are known, joined. */
export const joined = (parts: readonly (string | null | undefined | false)[], by = ' · '): string =>
  parts.filter((part) => part !== null && part !== undefined && part !== false && part !== '').join(by);
