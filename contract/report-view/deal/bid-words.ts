import type { DealSheet } from '../../deal/deal-sheet.ts';
import { shortAnswer } from './answer-words.ts';

/** Unknown costs: every sum they belong to is a least one until they are entered. */
export const missingRows = ({ rows }: Pick<DealSheet, 'rows'>) =>
  rows.filter(({ usd, group }) => usd === null && group !== 'resale' && group !== 'wanted');

/** An amount that unknown costs come on top of. */
export const atLeast = (amount: string, open: boolean): string => (open ? `at least ${amount}` : amount);

/** An amount that unknown costs come off. */
export const atMost = (amount: string, open: boolean): string => (open ? `at most ${amount}` : amount);

export const costsWords = (count: number): string => (count === 1 ? '1 cost' : `${count} costs`);

/** What to bid in a line, and what it leaves out. */
export function bidWords(deal: Pick<DealSheet, 'answer' | 'rows'>): {
  words: string;
  amount: string;
  note: string;
} {
  const { label, amount } = shortAnswer(deal);
  const missing = missingRows(deal).length;
  return {
    words: label,
    amount,
    note: amount !== '' && missing > 0 ? `before ${costsWords(missing)} not known` : '',
  };
}
