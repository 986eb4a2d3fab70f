import { isoTime, textOf, zonedTime } from './listing-values.ts';

/** When a lot is sold, as pages print it: in the zone they name, or as a bare day. */

/** `day`: `YYYY-MM-DD`, or `MM-DD` without a year. `at`: ISO 8601, UTC. */
export type SaleTime = { day: string | null; at: string | null };
export const NO_SALE_TIME: SaleTime = { day: null, at: null };

/** Minutes of zones before UTC whose letters mean one zone on these sites (tz database): US, Canada, and where their buyers sit. */
const ZONES: Readonly<Record<string, number>> = {
  utc: 0,
  gmt: 0,
  z: 0,
  nst: -210,
  ndt: -150,
  ast: -240,
  adt: -180,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
  akst: -540,
  akdt: -480,
  hst: -600,
  cet: 60,
  cest: 120,
  eet: 120,
  eest: 180,
  msk: 180,
};

const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
const MONTH = `(${MONTHS.join('|')})[a-z]*\\.?`;
const DAY = '(\\d{1,2})(?:st|nd|rd|th)?';
const YEAR = '(20\\d{2})';
const WEEKDAY = '(?:(?:sun|mon|tue|wed|thu|fri|sat)[a-z]*\\.?,?\\s+)?';
/** Each names the groups of month, day and year. */
const DATES: readonly { pattern: RegExp; order: readonly ('month' | 'day' | 'year')[] }[] = [
  { pattern: /\b(20\d{2})-(\d{2})-(\d{2})(?!\d)/, order: ['year', 'month', 'day'] },
  { pattern: /\b(\d{1,2})\/(\d{1,2})\/(20\d{2})\b/, order: ['month', 'day', 'year'] },
  {
    pattern: new RegExp(`\\b${WEEKDAY}${MONTH}\\s+${DAY}\\b(?:,?\\s+${YEAR}\\b)?`, 'i'),
    order: ['month', 'day', 'year'],
  },
  {
    pattern: new RegExp(`\\b${WEEKDAY}${DAY}\\s+${MONTH}(?:,?\\s+${YEAR}\\b)?`, 'i'),
    order: ['day', 'month', 'year'],
  },
];
const LONGEST = 120;

/**
 * `Wed. May 06, 2026 06:00 PM GMT+1`, `Tue 15 Sep, 15:30 GMT+2`, `6/29/2026 1:30:00 PM +00:00`, `Wed Jun 24 9:00 am (EDT)`,
 * `Saturday, September 12, 2026`. A time without a zone that is understood, or without a year, leaves the day alone.
 */
export function saleTimeOf(value: unknown, now: number = Date.now()): SaleTime {
  const text = textOf(value)?.slice(0, LONGEST) ?? '';
  for (const { pattern, order } of DATES) {
    const match = pattern.exec(text);
    if (match === null) continue;
    const part = (name: (typeof order)[number]): string | undefined => match[order.indexOf(name) + 1];
    const date = dayOf(part('year'), part('month'), part('day'));
    if (date === null) continue;
    if (date.length < 10) return { day: date, at: zonedTime(text, now) };
    const after = text.slice(match.index + match[0].length).replace(/^T(?=\d)/, ' ');
    return { day: date, at: instantOf(date, after) };
  }
  return NO_SALE_TIME;
}

function dayOf(year: string | undefined, month: string | undefined, day: string | undefined): string | null {
  const place = MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase()) + 1 || Number(month);
  // A leap year, where none is named: Feb 29 is a day.
  const time = Date.UTC(Number(year ?? 2000), place - 1, Number(day));
  if (!Number.isInteger(place) || Number.isNaN(time) || new Date(time).getUTCDate() !== Number(day))
    return null;
  const written = new Date(time).toISOString().slice(0, 10);
  return new Date(time).getUTCMonth() !== place - 1 ? null : year === undefined ? written.slice(5) : written;
}

/** The time behind a date, with its zone; null where either is missing or not understood. */
function instantOf(date: string, after: string): string | null {
  const [, hour, minute, second, half, zone = '', sign, hours, minutes] =
    /^[\s,]{0,3}(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d{1,7})?)?\s*([ap]\.?m\.?)?\s*\(?([a-z]{1,4})?\s?(?:([+-])(\d{1,2})(?::?(\d{2}))?)?\)?(?=\s|$)/i.exec(
      after,
    ) ?? [];
  if (hour === undefined || Number(minute) > 59 || Number(hour) > (half === undefined ? 23 : 12)) return null;
  const base = zone === '' ? (sign === undefined ? null : 0) : (ZONES[zone.toLowerCase()] ?? null);
  // `EDT+1` is nothing that is known.
  if (base === null || (base !== 0 && sign !== undefined)) return null;
  const offset = base + (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  const clock = (Number(hour) % (half === undefined ? 24 : 12)) + (/^p/i.test(half ?? '') ? 12 : 0);
  const local =
    Date.parse(`${date}T00:00:00Z`) + ((clock * 60 + Number(minute)) * 60 + Number(second ?? 0)) * 1000;
  return isoTime(local - offset * 60_000);
}

/** `0D 1H 34min` and `2d 3h` in seconds, or null. */
export function timeLeftOf(value: unknown): number | null {
  const [whole, days, hours, minutes, seconds] =
    /^(?:(\d{1,3})\s?d(?:ays?)?\s?)?(?:(\d{1,2})\s?h(?:(?:ou)?rs?)?\s?)?(?:(\d{1,2})\s?m(?:in(?:utes?)?)?\s?)?(?:(\d{1,2})\s?s(?:ec(?:onds?)?)?)?$/i.exec(
      textOf(value) ?? '',
    ) ?? [];
  if (!whole) return null;
  return (
    ((Number(days ?? 0) * 24 + Number(hours ?? 0)) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)
  );
}
