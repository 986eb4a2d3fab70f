import type { DealBrief } from '../../../contract/deal/deal-brief.ts';
import type { DealVerdict } from '../../../contract/deal/deal-verdict.ts';
import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import type { Deal } from '../../deals/deal-lot.ts';
import { dealInBrief } from '../../deals/deal-sheet.ts';

/** What lists show of a deal. */
export type DealFigures = {
  readonly verdict: DealVerdict | null;
  readonly ceiling: Cents | null;
  readonly brief: DealBrief | null;
};

/** Its verdict, and the max bid. */
export function dealFigures(deal: Deal): DealFigures {
  const { verdict, highest_bid, price, answer } = dealInBrief(deal);
  return {
    verdict,
    ceiling: highest_bid === null ? null : centsFromDollars(highest_bid),
    brief: { price, answer },
  };
}
