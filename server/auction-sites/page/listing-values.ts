import type { Lot } from '../../../contract/schemas/lot.ts';
import { kindInWords } from '../../vehicles/other-kinds.ts';

/** Listing text → values. Sentinels of all three sites become null here, in one place. */

const MAX_TEXT = 400;
const NOTHING =
  /^(?:[-–—*.\s]*|n\/?a|null|none reported|undefined|hidden|no information|not available|not reported|not specified|unknown)$/i;

/** One line of text, white space (no-break ones too) tidied, or null where it says nothing. */
export function textOf(value: unknown): string | null {
  const said = wordsOf(value);
  return said === null || NOTHING.test(said) ? null : said;
}

/** Like textOf, but keeps words such as UNKNOWN, which are a value of their own (declared damage). */
export function wordsOf(value: unknown): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const said = tidy(String(value).slice(0, 4 * MAX_TEXT)).slice(0, MAX_TEXT);
  return /^[-–—*.\s]*$/.test(said) || /^(?:null|undefined|hidden|no information|n\/a)$/i.test(said)
    ? null
    : said;
}

/** White space of all kinds as single spaces, control and zero-width characters gone. */
export const tidy = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim();

/** A finite number from a number or plain numeric text (`95638`, `"1675"`, `7,279.95`). */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.length > 40) return null;
  const plain = value.trim().replace(/[,\s\u202f]/g, '');
  return /^-?\d+(\.\d+)?$/.test(plain) ? Number(plain) : null;
}

/** A model year, or null. */
export function yearOf(value: unknown): number | null {
  const year = numberOf(value);
  return year !== null && Number.isInteger(year) && year >= 1900 && year <= 2100 ? year : null;
}

/** An amount of US dollars from a number or text (`$14,817 USD`); zero, negative and other currencies are null. */
export function dollarsOf(value: unknown): number | null {
  const amount = typeof value === 'string' ? amountOf(value) : numberOf(value);
  return amount !== null && amount >= 1 && amount < 100_000_000 ? Math.round(amount * 100) / 100 : null;
}

function amountOf(text: string): number | null {
  const said = tidy(text.slice(0, 60));
  if (/\b(CAD|EUR|GBP|BRL|PLN|MXN|AED|C\$)|[€£]/i.test(said)) return null;
  const match = /^(?:US)?\s?\$?\s?(\d{1,3}(?:[, ]\d{3})+|\d+)(\.\d+)?\s?(?:USD|\$)?$/i.exec(said);
  return match ? Number(`${(match[1] ?? '').replace(/[, ]/g, '')}${match[2] ?? ''}`) : null;
}

/** A VIN as given: 17 characters, masked by six stars, or the shorter ones of old cars. */
export function vinOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 60) return null;
  const vin = tidy(value)
    .toUpperCase()
    .replace(/\s?\((?:OK|MISSING|DAMAGED|ALTERED|RETAGGED|REPLACED|[A-Z ]{2,20})\)$/, '')
    .replace(/[\s-]/g, '');
  if (/^[A-HJ-NPR-Z0-9]{11}\*{6}$/.test(vin) || /^[A-HJ-NPR-Z0-9]{17}$/.test(vin)) return vin;
  if (/^[A-Z0-9]{3,15}\*{2,6}$/.test(vin) && vin.length <= 17) return vin;
  return /^[A-Z0-9]{5,17}$/.test(vin) && (vin.match(/\d/g)?.length ?? 0) >= 3 ? vin : null;
}

/** Whether two VINs may be of one car: a masked one tells its first eleven characters. */
export const sameVin = (a: string, b: string): boolean =>
  a.endsWith('*') || b.endsWith('*') ? a.slice(0, 11) === b.slice(0, 11) : a === b;

const KM_PER_MILE = 1.609344;
/** Odometers run over or are typed as nines when nobody read them. */
const MOST_MILES = 999_998;

type Reading = { value: number | null; unit: 'mi' | 'km' | null; brand: string | null };

/**
 * The odometer and whole miles. 999 999, 0, and 1 on a dash that can't be read are unknown; kilometres are converted;
 * without a unit no miles are given.
 */
export function odometerOf(reading: Reading): Pick<Lot, 'odometer' | 'mileage'> {
  const { unit, brand } = reading;
  const isActual = brand === null || /^actual$/i.test(brand);
  const read = reading.value;
  const known =
    read !== null && Number.isFinite(read) && read > 0 && read < MOST_MILES && (read > 1 || isActual);
  const value = known ? read : null;
  if (value === null && brand === null) return { odometer: null, mileage: null };
  const miles = value === null || unit === null ? null : unit === 'km' ? value / KM_PER_MILE : value;
  return { odometer: { value, unit, brand }, mileage: miles === null ? null : Math.round(miles) };
}

/** `95,638 mi (ACTUAL)`, `164 957 mi (265 473 km)`, `999 999 mi (unknown)`, `12,345 (NOT ACTUAL)`; lists round: `27k mi`. */
export function odometerFromText(value: unknown): Pick<Lot, 'odometer' | 'mileage'> {
  const said = tidy(typeof value === 'string' ? value.slice(0, 120) : '');
  const counts = [
    ...said.matchAll(
      /(\d{1,3}[,.]\d(?=\s?[kтt])|\d{1,3}(?:[ ,.]\d{3})+|\d{1,7})(\s?(?:k|тыс\.?|тис\.?|tys\.?|tūkst\.?))?\s?(mi|mil|miles|km|kilometers|км|миль|миля|мили|милі)?(?![\p{L}\d])/giu,
    ),
  ];
  const inMiles = counts.find((match) => /^m|^ми/i.test(match[3] ?? ''));
  const best = inMiles ?? counts.find((match) => match[3] !== undefined) ?? counts[0];
  const brand = [...said.matchAll(/\(([^()]{1,60})\)/g)]
    .map((match) => match[1] ?? '')
    .find((inside) => !/\d/.test(inside));
  const unit = best?.[3] === undefined ? null : /^m|^ми/i.test(best[3]) ? 'mi' : 'km';
  const [, figure = '', thousands] = best ?? [];
  return odometerOf({
    value: best === undefined ? null : thousands === undefined ? digitsOf(figure) : thousandsOf(figure),
    unit,
    brand: brandOf(brand ?? (best ? null : said)),
  });
}

const digitsOf = (figure: string): number => Number(figure.replace(/\D/g, ''));
/** `27` and `27.5`, of thousands. */
const thousandsOf = (figure: string): number =>
  /^\d{1,3}[,.]\d$/.test(figure)
    ? Math.round(Number(figure.replace(',', '.')) * 1000)
    : digitsOf(figure) * 1000;

/** The brand as listed; `unknown` says nothing. */
function brandOf(text: string | null): string | null {
  const said = textOf(text);
  return said !== null && said.length <= 40 && !/^(km|mi|miles)$/i.test(said) ? said : null;
}

/** With these words running is not known, whatever else the text has. */
const NOT_TRIED =
  /\b(not|un)[\s-]?(verified|tested|known|confirmed)\b|\bunverified\b|\bcan'?t test\b|\bunable to test\b/;
const NOT = String.raw`\b(?:not|no|won'?t|doesn'?t|does not|non|never|cannot|can'?t)\b.{0,8}\b`;
const NO_START = new RegExp(`${NOT}(?:start|run|crank)`);
const NO_DRIVE = new RegExp(`${NOT}(?:drive|move|roll)`);

/** What the listing says of running, in all sites' words. `Can't Test` and `Enhanced Vehicles` say nothing. */
export function runConditionOf(value: unknown): Lot['run_condition'] {
  const said = (wordsOf(value) ?? '').toLowerCase();
  if (NOT_TRIED.test(said)) return null;
  if (NO_START.test(said) || /\bstationary\b/.test(said)) return 'stationary';
  if (NO_DRIVE.test(said)) return /\b(starts?|runs?)\b/.test(said) ? 'starts' : 'stationary';
  // French, Russian, Ukrainian, Polish, Lithuanian, Spanish.
  if (
    /^(stationnaire|immobile|ne démarre pas|не заводится|не на ходу|не заводиться|nie odpala|neužsiveda|no arranca)/.test(
      said,
    )
  )
    return 'stationary';
  if (
    /^(roule|en état de rouler|авто на ходу|на ходу|заводится и едет|їде|jeździ|odpala i jeździ|važiuoja|arranca y (se mueve|avanza))/.test(
      said,
    )
  )
    return 'runs_and_drives';
  if (/^(démarre|заводится|заводиться|odpala|užsiveda|arranca)/.test(said)) return 'starts';
  if (/\bruns?\b.{0,8}\bdrives?\b/.test(said)) return 'runs_and_drives';
  if (/\bstarts?\b/.test(said) && !/start code/.test(said)) return 'starts';
  return null;
}

const NO_KEYS =
  /(?<![\p{L}])(no|none|false|missing|absente?s?|non|not present|not available|нет|немає|ні|nie|brak|ne|nėra)(?![\p{L}])/u;
const HAS_KEYS =
  /(?<![\p{L}])(?<!\b(?:not|non|no) )(yes|true|pr[eé]sente?s?|available|oui|да|есть|так|є|tak|obecny|taip|yra|sí)(?![\p{L}])/u;

/** Keys there or not; EXEMPT and anything else say nothing, nor does a text that says both. */
export function keysOf(value: unknown): Lot['keys'] {
  const said = (wordsOf(value) ?? '').toLowerCase();
  const starts = (words: RegExp): boolean => words.exec(said)?.index === 0;
  if (starts(NO_KEYS)) return HAS_KEYS.test(said) ? null : 'no';
  return starts(HAS_KEYS) && !NO_KEYS.test(said) ? 'yes' : null;
}

/** The state of the airbags as IAAI, IAA Canada and bid.cars write it: in Canada deployed ones are `DAMAGED`. The worst counts. */
export function airbagsOf(value: unknown): Lot['airbags'] {
  const said = (wordsOf(value) ?? '').toLowerCase();
  const whole = /\b(?:not[ -]deployed|un-?deployed)\b|non[ -]déployée?s?|\b(?<!not )intacte?s?\b/g;
  const rest = said.replace(whole, '');
  if (/deployed|déploy|^damaged|^endommag/.test(rest)) return 'deployed';
  if (/missing|manquant/.test(rest)) return 'missing';
  if (rest !== said) return 'intact';
  return said === 'none' ? 'none' : null;
}

/** ISO 8601 without milliseconds, for instants between 2000 and 2100. */
export function isoTime(milliseconds: number | null): string | null {
  if (milliseconds === null || !Number.isFinite(milliseconds)) return null;
  if (milliseconds < Date.UTC(2000, 0) || milliseconds > Date.UTC(2100, 0)) return null;
  return new Date(milliseconds).toISOString().replace('.000Z', 'Z');
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** `2026-09-12`, `Saturday, September 12, 2026` and `Sat 12 September, 2026` as an ISO date; other text as it is. */
export function saleDateOf(value: unknown): string | null {
  const said = textOf(value);
  if (said === null) return null;
  const iso = /\b(20\d{2}-\d{2}-\d{2})\b/.exec(said)?.[1];
  if (iso) return iso;
  const [, before, month, after, year] =
    /(?:\b(\d{1,2})\s+)?\b([A-Za-z]{3,9})\.?\s*(\d{1,2})?(?:st|nd|rd|th)?,?\s+(20\d{2})\b/.exec(said) ?? [];
  const place = MONTHS.indexOf((month ?? '').slice(0, 3).toLowerCase());
  const day = Number(after ?? before ?? 0);
  if (place < 0 || day < 1 || day > 31) return said.length <= 60 ? said : null;
  return `${year}-${String(place + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

/** `6/29/2026 1:30:00 PM +00:00` as ISO 8601; a date before 2000 stands for none. */
export function auctionTime(text: string | null): string | null {
  const [, month, day, year, hour, minute, second, half, sign, offHours, offMinutes] =
    /^(\d{1,2})\/(\d{1,2})\/(\d{4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?\s*([AP]M)?\s*(?:([+-])(\d{2}):?(\d{2}))?)?/i.exec(
      tidy(text ?? ''),
    ) ?? [];
  if (year === undefined)
    return isoTime(Date.parse(/^\d{4}-\d{2}-\d{2}T[\d:.]+(Z|[+-]\d{2}:\d{2})$/.exec(text ?? '')?.[0] ?? ''));
  const date = `${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
  // Without an offset it is some branch's own time, which is not known: the day is.
  if (sign === undefined) return Number(year) >= 2000 && !Number.isNaN(Date.parse(date)) ? date : null;
  const hours = (Number(hour) % (half ? 12 : 24)) + (/pm/i.test(half ?? '') ? 12 : 0);
  const local = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    hours,
    Number(minute),
    Number(second ?? 0),
  );
  const offset = (Number(offHours) * 60 + Number(offMinutes)) * 60_000 * (sign === '-' ? -1 : 1);
  return isoTime(local - offset);
}

/**
 * `Tue 15 Sep, 15:30 GMT+2` and `Tue 15 Sep, 2026, 15:30 GMT+2` as ISO 8601, or null. Where the year is left out, the weekday
 * tells which of the years next to `now` (ms) it is.
 */
export function zonedTime(value: unknown, now: number = Date.now()): string | null {
  const [, weekday, day, month, written, hour, minute, sign, hours, minutes] =
    /\b(?:(sun|mon|tue|wed|thu|fri|sat)[a-z]*\.?,?\s+)?(\d{1,2})\s+([a-z]{3})[a-z]*\.?,?\s+(?:(20\d{2}),?\s+)?(\d{1,2}):(\d{2})\s+(?:GMT|UTC)(?:([+-])(\d{1,2}):?(\d{2})?)?(?:\s*\([^()]*\))?$/i.exec(
      textOf(value) ?? '',
    ) ?? [];
  const place = MONTHS.indexOf((month ?? '').toLowerCase());
  if (place < 0 || Number(hour) > 23 || Number(minute) > 59) return null;
  const thisYear = new Date(now).getUTCFullYear();
  const dayIn = (year: number): number => Date.UTC(year, place, Number(day));
  const year =
    written === undefined
      ? [thisYear, thisYear + 1, thisYear - 1].find(
          (one) =>
            weekday !== undefined && WEEKDAYS[new Date(dayIn(one)).getUTCDay()] === weekday.toLowerCase(),
        )
      : Number(written);
  if (year === undefined || new Date(dayIn(year)).getUTCDate() !== Number(day)) return null;
  const offset = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1);
  return isoTime(dayIn(year) + (Number(hour) * 60 + Number(minute) - offset) * 60_000);
}
const WEEKDAYS = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** Whether the listing's own kind of vehicle is not a car: motorcycles, boats, trailers and the like. */
export const isNotACar = (kind: string | null): boolean => kind !== null && kindInWords(kind) !== null;
