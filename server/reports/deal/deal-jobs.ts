import type { DealVerdict } from '../../../contract/deal/deal-verdict.ts';
import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import type { Deal } from '../../deals/deal-lot.ts';
import { dealInBrief } from '../../deals/deal-sheet.ts';

/** What lists show of a deal. */
export type DealFigures = { readonly verdict: DealVerdict | null; readonly ceiling: Cents | null };

/** Its verdict, and the max bid. */
export function dealFigures(deal: Deal): DealFigures {
  const { verdict, highest_bid } = dealInBrief(deal);
  return { verdict, ceiling: highest_bid === null ? null : centsFromDollars(highest_bid) };
}
