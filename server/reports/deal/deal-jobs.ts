import type { DealVerdict } from '../../../contract/deal/deal-verdict.ts';
import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import type { Deal } from '../../deals/deal-lot.ts';
import { dealSheet } from '../../deals/deal-sheet.ts';

/** What lists show of a deal. */
export type DealFigures = { readonly verdict: DealVerdict | null; readonly ceiling: Cents | null };

/** Its sheet's verdict, and the highest bid that leaves the wanted profit at the risk its user takes. */
export function dealFigures(deal: Deal): DealFigures {
  const { verdict, ceiling } = dealSheet(deal);
  return { verdict, ceiling: ceiling === null ? null : centsFromDollars(ceiling) };
}
