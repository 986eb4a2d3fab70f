import { z } from 'zod';
import { readJson } from '../tables/read-table.ts';
import type { CurrencyRates, DatedRate } from './catalogue-price.ts';

const table = readJson(
  'exchange-rates.json',
  z.object({
    dated: z.iso.date(),
    source: z.string(),
    url: z.url(),
    about: z.string(),
    /** Units of a currency that one euro buys, as published. */
    rates: z.record(z.string().regex(/^[A-Z]{3}$/), z.number().positive()).and(z.object({ USD: z.number() })),
  }),
);

const perEuro: Readonly<Record<string, number>> = { ...table.rates, EUR: 1 };
const published = Object.entries(perEuro).map(([currency, units]): [string, DatedRate] => [
  currency,
  {
    usd: Number((table.rates.USD / units).toPrecision(6)),
    date: table.dated,
    source: table.source,
  },
]);

/** The same day a year before, both ISO. */
export const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4, 10)}`;

/**
 * US dollars for a unit of each currency we hold a rate of: those of the public table under the service's own. On `day` (ISO)
 * a rate more than a year old is told to be.
 */
export function currencyRates(own: CurrencyRates, day: string): CurrencyRates {
  const all = { ...Object.fromEntries(published), ...own };
  return Object.fromEntries(
    Object.entries(all).map(([currency, rate]) => [
      currency,
      rate.date < yearBefore(day) ? { ...rate, old: true } : rate,
    ]),
  );
}
