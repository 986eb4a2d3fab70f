import { numberOf, tidy } from './listing-values.ts';

/** Printed prices. A text is a price only where every character of it is understood. */

/** `currency`: ISO 4217 where the text names it. `isDollar`: a bare `$`, which several countries share. */
export type Amount = { amount: number; currency: string | null; isDollar: boolean };

/** Signs and words of one currency; a bare `$` is none of them. */
const CURRENCIES: Readonly<Record<string, string>> = {
  usd: 'USD',
  us$: 'USD',
  $us: 'USD',
  cad: 'CAD',
  c$: 'CAD',
  ca$: 'CAD',
  cdn$: 'CAD',
  $ca: 'CAD',
  '€': 'EUR',
  eur: 'EUR',
  '£': 'GBP',
  gbp: 'GBP',
  zł: 'PLN',
  pln: 'PLN',
  '₴': 'UAH',
  uah: 'UAH',
  mx$: 'MXN',
  mxn: 'MXN',
  a$: 'AUD',
  aud: 'AUD',
  r$: 'BRL',
  brl: 'BRL',
  aed: 'AED',
  omr: 'OMR',
  bhd: 'BHD',
};

const LONGEST = 60;
/** `15,500`, `1 675.50`, `16900.0`: commas or spaces between thousands, a point before decimals. */
const FIGURE = /^(?:\d{1,3}(?:([, ])\d{3})(?:\1\d{3})*|\d{1,9})(?:\.\d{1,2})?$/;
/** More than any lot brings. */
const MOST = 100_000_000;

/**
 * `$15,500 USD`, `C$7,900`, `€3,573`, `15500.00` and plain numbers. Null where the text is no price: zero, a dash, `Hidden`, a
 * range, words that are not understood, `3.573` (thousands or decimals?), or two currencies in one price.
 */
export function amountOf(value: unknown): Amount | null {
  const printed = printedAmount(value);
  return printed === null || printed.amount < 1 ? null : printed;
}

/** The same where zero is a value of its own, as in the rows of a calculator. */
export function printedAmount(value: unknown): Amount | null {
  if (typeof value === 'number') return printedAs(value, null, false);
  if (typeof value !== 'string' || value.length > LONGEST) return null;
  const text = tidy(value).toLowerCase();
  const [, before = '', figure = '', after = ''] =
    /^([^\d\s]{0,5})\s?(\d[\d., ]*?)\s?([^\d\s.,]{0,5})$/u.exec(text) ?? [];
  if (!FIGURE.test(figure)) return null;
  const signs = [before, ...partsAfter(after)].filter((sign) => sign !== '');
  const named = signs.filter((sign) => sign !== '$').map((sign) => CURRENCIES[sign] ?? null);
  if (named.includes(null) || new Set(named).size > 1) return null;
  const currency = named[0] ?? null;
  const isDollar = currency === null && signs.includes('$');
  // `€` and a bare `$` are two currencies; `$` before `CAD` is the dollar of that country.
  if (currency !== null && signs.includes('$') && !DOLLARS.has(currency)) return null;
  return printedAs(Number(figure.replace(/[, ]/g, '')), currency, isDollar);
}

/** Currencies that are written with `$`. */
const DOLLARS: ReadonlySet<string> = new Set(['USD', 'CAD', 'MXN', 'AUD']);

const partsAfter = (after: string): string[] => (after.startsWith('$') ? ['$', after.slice(1)] : [after]);

function printedAs(amount: number, currency: string | null, isDollar: boolean): Amount | null {
  if (!Number.isFinite(amount) || amount < 0 || amount >= MOST) return null;
  return { amount: Math.round(amount * 100) / 100, currency, isDollar };
}

/** The number alone, for fields whose currency is named elsewhere. */
export const figureOf = (value: unknown): number | null => amountOf(value)?.amount ?? null;

/** A whole number of at least zero. */
export function countOf(value: unknown): number | null {
  const count = numberOf(value);
  return count !== null && Number.isInteger(count) && count >= 0 ? count : null;
}

/** An ISO 4217 code by itself (`CAD`), or null. */
export function currencyOf(value: unknown): string | null {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : '';
  return Object.values(CURRENCIES).includes(code) ? code : null;
}
