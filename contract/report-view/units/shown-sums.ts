import { centsFromDollars, dollarsFromCents } from '../../schemas/money.ts';
import { dollarsShownAs, type Exactness, perDollar, shownCount } from './shown-amounts.ts';
import { shownUnits } from './shown-units.ts';

/** What amounts in US dollars come to for whoever adds up what is shown of each. */
export function sumAsShown(amounts: readonly number[]): number {
  if (shownUnits().money === null)
    return dollarsFromCents(amounts.reduce((cents, usd) => cents + centsFromDollars(usd), 0));
  return dollarsShownAs(
    amounts.reduce((count, usd) => count + shownCount(usd, 'cents'), 0),
    'cents',
  );
}

/**
 * Amounts in US dollars that add up to `total`, moved by less than the smallest shown amount each so that what is shown of them
 * adds up to what is shown of it: all are rounded down, and those that lose most are rounded up, as seats are given out by the
 * largest remainders. Amounts that don't add up to it, rounding aside, are left as they are.
 */
export function apportioned(
  amounts: readonly number[],
  total: number,
  exactness: Exactness = 'cents',
): number[] {
  const exact = amounts.map((usd) => usd * perDollar(exactness));
  const counts = exact.map((count) => Math.floor(count + 1e-6));
  const left = shownCount(total, exactness) - counts.reduce((sum, count) => sum + count, 0);
  const off = exact.reduce((sum, count) => sum + count, 0) - total * perDollar(exactness);
  // A total that is part of another is moved itself.
  if (Math.abs(off) > 1.5 || left < 0 || left > counts.length) return [...amounts];
  const byLoss = exact
    .map((count, at) => ({ at, loss: count - (counts[at] ?? 0) }))
    .toSorted((a, b) => b.loss - a.loss)
    .slice(0, left);
  for (const { at } of byLoss) counts[at] = (counts[at] ?? 0) + 1;
  return counts.map((count) => dollarsShownAs(count, exactness));
}
