import type { PriceOrigin } from '../../../contract/facts/price-origin.ts';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Cents } from '../../../contract/schemas/money.ts';
import type { DraftPart } from './estimate-line.ts';

/** US dollars for one unit of a currency, with the date of the rate and who published it (the service's own: nobody). */
export type DatedRate = {
  readonly usd: number;
  readonly date: string;
  readonly source?: string;
  /** More than a year old. */
  readonly old?: true;
};
export type CurrencyRates = Readonly<Record<string, DatedRate>>;

type Priced = { readonly cents: Cents; readonly number: OemNumber; readonly rate: DatedRate | null };

/** A price of 1 and a missing price are unknown, as is one in a currency without a dated rate. */
function priced(number: OemNumber, rates: CurrencyRates): Priced | null {
  if (number.price === null || number.price <= 1) return null;
  const currency = (number.currency ?? 'USD').toUpperCase();
  if (currency === 'USD') return { cents: Math.round(number.price * 100), number, rate: null };
  const rate = Object.hasOwn(rates, currency) ? rates[currency] : undefined;
  return rate ? { cents: Math.round(number.price * rate.usd * 100), number, rate } : null;
}

/** The currencies of prices that stand on numbers but can't be used for want of a rate. */
export const unratedCurrencies = (numbers: readonly OemNumber[], rates: CurrencyRates): string[] => [
  ...new Set(
    numbers.flatMap((number) =>
      number.price !== null && number.price > 1 && priced(number, rates) === null
        ? [(number.currency ?? '').toUpperCase()]
        : [],
    ),
  ),
];

/** What the source said where all these prices are in one currency that was converted; of two, their mean. */
function convertedOf(middle: readonly Priced[]): DraftPart['converted'] {
  const [{ number, rate } = { number: null, rate: null }] = middle;
  if (!rate || !number?.currency || middle.some((one) => one.rate !== rate)) return null;
  const amount = middle.reduce((sum, one) => sum + (one.number.price ?? 0), 0) / middle.length;
  return {
    amount: Math.round(amount * 100) / 100,
    currency: number.currency,
    rate: rate.usd,
    rate_date: rate.date,
    ...(rate.source === undefined ? { rate_own: true as const } : { rate_source: rate.source }),
    ...(rate.old ? { rate_old: true as const } : {}),
  };
}

/** No younger than any of them; unknown where one is. */
const oldestOf = (days: readonly (string | null)[]): string | null =>
  days.includes(null) ? null : (days.toSorted()[0] ?? null);

/**
 * Price of one piece over the alternatives a catalogue gives (integer cents): the middle one is likely, of an even count the
 * mean of the two in the middle; the cheapest and the dearest are low and high. Null where none has a usable price. Numbers
 * that were replaced count only where no current one has a price, and of an estimate of this very car its prices alone do.
 * `whose`: they are of the part's other side or of similar cars, not the line's own.
 */
export function cataloguePrice(
  numbers: readonly OemNumber[],
  rates: CurrencyRates,
  whose: { readonly counterpart?: 'left' | 'right'; readonly similar_car?: true } = {},
): DraftPart | null {
  if (numbers.length === 0) return null;
  const all = numbers.flatMap((number) => priced(number, rates) ?? []).sort((a, b) => a.cents - b.cents);
  const estimated = all.filter(({ number }) => number.from_estimate === 'this_car');
  const current = all.filter(({ number }) => number.superseded_by === null);
  const known = estimated.length > 0 ? estimated : current.length > 0 ? current : all;
  const middle = known.slice(Math.floor((known.length - 1) / 2), Math.floor(known.length / 2) + 1);
  const [low] = known;
  const high = known.at(-1);
  if (!low || !high) return null;
  const from = middle.map(({ number }) => number.price_from ?? number);
  const origin: PriceOrigin['from'] = {
    code: 'catalogue',
    sources: [...new Set(from.map((one) => one.source))],
    alternatives: known.length,
    ...whose,
  };
  return {
    low: low.cents,
    likely: Math.round(middle.reduce((sum, { cents }) => sum + cents, 0) / middle.length),
    high: high.cents,
    basis: 'catalogue',
    origin: { from: origin },
    dated: oldestOf(from.map((one) => one.dated)),
    converted: convertedOf(middle),
    type: 'oem',
  };
}

/**
 * The price of a part by its counterpart on the other side of the car (integer cents): both sides of a part are sold at one
 * price or nearly so (judgement). Null where the counterpart has none. Says whose price it is.
 */
export function counterpartPrice(
  numbers: readonly (OemNumber & { readonly side: 'left' | 'right' })[],
  rates: CurrencyRates,
): DraftPart | null {
  const [first] = numbers;
  return first ? cataloguePrice(numbers, rates, { counterpart: first.side }) : null;
}

/** The price of a part by what estimates of similar cars have for it (integer cents): another version may cost otherwise. */
export const similarPrice = (numbers: readonly OemNumber[], rates: CurrencyRates): DraftPart | null =>
  cataloguePrice(numbers, rates, { similar_car: true });
