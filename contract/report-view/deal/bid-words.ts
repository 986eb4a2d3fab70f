import type { DealSheet } from '../../deal/deal-sheet.ts';
import { wholeDollars } from '../figures.ts';

/** Unknown costs: every sum they belong to is a least one until they are entered. */
export const missingRows = ({ rows }: Pick<DealSheet, 'rows'>) =>
  rows.filter(({ usd, group }) => usd === null && group !== 'resale' && group !== 'wanted');

/** An amount that unknown costs come on top of. */
export const atLeast = (amount: string, open: boolean): string => (open ? `at least ${amount}` : amount);

/** An amount that unknown costs come off. */
export const atMost = (amount: string, open: boolean): string => (open ? `at most ${amount}` : amount);

export const costsWords = (count: number): string => (count === 1 ? '1 cost' : `${count} costs`);

/** Sold abroad for what the car is worth in the United States: nobody said what it brings there. */
export const isUsValueAbroad = ({ rows, counted }: Pick<DealSheet, 'rows' | 'counted'>): boolean =>
  counted.destination !== 'US' && rows.some(({ id, basis }) => id === 'resale' && basis.code === 'resale');

/** The highest bid in a line, and what it leaves out; null: what the car sells for is not known. */
export function bidWords(deal: DealSheet): { words: string; amount: string; note: string } | null {
  if (deal.highest_bid === null)
    return deal.profit === null ? null : { words: 'No bid leaves the wanted profit', amount: '', note: '' };
  const missing = missingRows(deal).length;
  return {
    words: 'Highest bid',
    amount: wholeDollars(deal.highest_bid),
    note: [
      ...(missing > 0 ? [`before ${costsWords(missing)} not known`] : []),
      ...(isUsValueAbroad(deal) ? ['by its value in the US'] : []),
    ].join(', '),
  };
}
