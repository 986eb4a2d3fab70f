import type { Lot } from '../../schemas/lot.ts';
import { saleWords } from './lot-facts.ts';

/** The sale as a figure: `In 47 days` with `Jan 14, 2027, Trenton (NJ)`; null: the listing names none. `now`: milliseconds since 1970. */
export function saleStat(
  { sale_date, location }: Pick<Lot, 'sale_date' | 'location'>,
  now: number,
): { value: string; note: string } | null {
  const words = saleWords(sale_date, now);
  if (words === null) return null;
  const [, day, away] = /^(.+) \((.+)\)$/.exec(words) ?? [];
  const value = away ?? words;
  return {
    value: value.charAt(0).toUpperCase() + value.slice(1),
    note: [away === undefined ? undefined : day, location ?? undefined].filter(Boolean).join(', '),
  };
}
