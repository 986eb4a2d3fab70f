import { dayInUtc } from '../../../contract/report-view/figures.ts';

const HOUR_MS = 3_600_000;
const isDay = (sale: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(sale);

/**
 * Hours from `now` (ms since 1970) until a sale begins: 0 on its day, where no hour is listed; null where it is over or its
 * day can't be read.
 */
export function hoursUntilSale(sale: string, now: number): number | null {
  const begins = Date.parse(sale);
  if (Number.isNaN(begins)) return null;
  const ends = isDay(sale) ? begins + 24 * HOUR_MS : begins;
  return now > ends ? null : Math.max(0, (begins - now) / HOUR_MS);
}

/** `on Sep 12, 2026, in about 5 hours`; a sale without an hour by its day alone. */
export function saleClockWords(sale: string, now: number): string {
  const hours = hoursUntilSale(sale, now);
  const day = `on ${dayInUtc(Date.parse(sale))}`;
  if (hours === null || isDay(sale)) return day;
  const rounded = Math.round(hours);
  return `${day}, in ${rounded < 1 ? 'less than an hour' : `about ${rounded === 1 ? '1 hour' : `${rounded} hours`}`}`;
}
