import type { Cents } from '../../contract/money.ts';
import type { DraftPart } from './draft-line.ts';
import type { OemNumber } from './wire-types.ts';

/** US dollars for one unit of a currency, with the date of the rate. */
export type DatedRate = { readonly usd: number; readonly date: string };
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

/**
 * Price of one piece over the alternatives a catalogue gives (integer cents): the middle one is likely, the cheapest and
 * the dearest are low and high; null where none has a usable price. Numbers that were replaced count only where no current
 * one has a price.
 */
export function cataloguePrice(numbers: readonly OemNumber[], rates: CurrencyRates): DraftPart | null {
  const all = numbers.flatMap((number) => priced(number, rates) ?? []).sort((a, b) => a.cents - b.cents);
  const current = all.filter(({ number }) => number.superseded_by === null);
  const known = current.length > 0 ? current : all;
  const [low] = known;
  const high = known.at(-1);
  const middle = known[Math.floor((known.length - 1) / 2)];
  if (!low || !high || !middle) return null;
  const { number, rate } = middle;
  const { source, dated } = number.price_from ?? number;
  return {
    low: low.cents,
    likely: middle.cents,
    high: high.cents,
    basis: 'catalogue',
    source: known.length > 1 ? `${source}, ${known.length} alternatives` : source,
    dated,
    converted:
      rate && number.price !== null && number.currency
        ? { amount: number.price, currency: number.currency, rate: rate.usd, rate_date: rate.date }
        : null,
    type: 'oem',
  };
}
