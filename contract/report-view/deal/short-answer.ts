import type { DealSheet } from '../../deal/deal-sheet.ts';
import type { DealVerdict } from '../../deal/deal-verdict.ts';
import { wholeDollars } from '../figures.ts';

/** Whether to buy, as chips and lists say it. */
export const DEAL_VERDICTS: Record<DealVerdict, string> = {
  buy: 'Buy',
  consider: 'Consider',
  parts: 'Part out',
  pass: 'Pass',
};

/** What to bid in a line, for a list or the head of a report: never without a figure where one is known. */
export function shortAnswer({ answer }: Pick<DealSheet, 'answer'>): { label: string; amount: string } {
  switch (answer.form) {
    case 'bid_up_to':
    case 'under_price':
      return { label: 'Max bid', amount: wholeDollars(answer.max_bid) };
    case 'no_bid':
      return answer.break_even > 0
        ? { label: 'Breaks even if it fixes for', amount: wholeDollars(answer.break_even) }
        : { label: 'Doesn’t pay at', amount: wholeDollars(answer.bid) };
    case 'gift':
      return { label: 'Doesn’t pay even as a gift, short', amount: wholeDollars(answer.short) };
    case 'must_sell_for':
      return { label: 'Must sell for', amount: wholeDollars(answer.must_sell_for) };
    case 'parts_only':
      return { label: 'Parts only', amount: answer.value === null ? '' : wholeDollars(answer.value) };
    case 'no_value':
      return { label: 'What do you sell it for?', amount: '' };
  }
}
