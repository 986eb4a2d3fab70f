import type { ListedDeal } from '../../deal/deal-brief.ts';
import { wholeDollars } from '../figures.ts';
import { shortAnswer } from './answer-words.ts';
import { priceWords } from './price-words.ts';

/** What a lot looks like before any report of it. */
export type FirstLook = 'worth' | 'close' | 'unlikely';

/** How far a price may be above the max bid for a lot to be close, as a share of the price (judgement). */
const CLOSE = 0.25;

/** By how much the likely max bid is above the expected price, US dollars; null where one of them is not known. */
function listedRoom({ price, max_bids }: ListedDeal): number | null {
  return price === null || max_bids.likely === null ? null : max_bids.likely - price.usd;
}

/** Worth a report where the max bid reaches the price, close where it does with the cheapest repairs, or nearly; null: no price is known. */
export function firstLook({ price, max_bids }: ListedDeal): FirstLook | null {
  if (price === null) return null;
  if (max_bids.likely !== null && max_bids.likely >= price.usd) return 'worth';
  const most = max_bids.high ?? 0;
  return most >= price.usd || (max_bids.likely ?? 0) >= price.usd * (1 - CLOSE) ? 'close' : 'unlikely';
}

export const FIRST_LOOKS: Record<FirstLook, string> = {
  worth: 'Worth a report',
  close: 'Close',
  unlikely: 'Unlikely',
};

/** What a lot sells for, and the max bid by its listing with its range. */
export function listedWords(deal: ListedDeal): string[] {
  const { low, likely, high } = deal.max_bids;
  const { label, amount } = shortAnswer(deal);
  const range =
    likely === null
      ? ''
      : ` (${low === null ? 'none' : wholeDollars(low)} to ${wholeDollars(high ?? likely)} by the repair)`;
  return [
    ...(deal.price === null ? [] : [priceWords(deal.price)]),
    likely === null ? `${label} ${amount}`.trim() : `Max bid ${wholeDollars(likely)}${range}`,
  ];
}

/** The most promising first: by room, then those without a price, then what was not read. */
export function byRoom(a: { deal?: ListedDeal | undefined }, b: { deal?: ListedDeal | undefined }): number {
  const room = ({ deal }: { deal?: ListedDeal | undefined }): number =>
    deal === undefined ? Number.NEGATIVE_INFINITY : (listedRoom(deal) ?? -1e9);
  return room(b) - room(a) || 0;
}
