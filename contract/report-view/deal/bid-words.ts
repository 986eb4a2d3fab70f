import type { DealSheet } from '../../deal/deal-sheet.ts';
import { wholeDollars } from '../figures.ts';
import { shortAnswer } from './short-answer.ts';

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
    note: amount !== '' && missing > 0 ? `${costsWords(missing)} still unknown` : '',
  };
}

/** The max bid against what is bid now, while the sale is open. */
export function roomWords({
  bid_now,
  highest_bid,
}: Pick<DealSheet, 'bid_now' | 'highest_bid'>): string | null {
  if (bid_now === null) return null;
  if (highest_bid === null) return 'no bid pays';
  const room = highest_bid - bid_now;
  return room < 0 ? `${wholeDollars(-room)} over your max bid` : `${wholeDollars(room)} under your max bid`;
}

/** The same in a sentence: `Bid now $900, max bid $1,350: $450 under your max bid.` */
export function bidNowWords({ now, max_bid }: { now: number; max_bid: number | null }): string {
  const max = max_bid === null ? '' : `, max bid ${wholeDollars(max_bid)}`;
  return `Bid now ${wholeDollars(now)}${max}: ${roomWords({ bid_now: now, highest_bid: max_bid })}.`;
}
