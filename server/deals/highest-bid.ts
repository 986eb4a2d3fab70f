import type { Cents } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import { profitOf, rowsAt } from './rows/rows-at.ts';
import { type Auction, incrementsOf } from './tables/auction-fees.ts';
import { stepFrom } from './tables/sourced-row.ts';

/** The bids an auction takes, rising to `most`, cents: each higher than the one before by its increment. */
export function bidsUpTo(auction: Auction | null, most: Cents): Cents[] {
  const steps = incrementsOf(auction);
  const bids: Cents[] = [];
  let dollars = 0;
  for (;;) {
    dollars += stepFrom(steps, dollars) || 1;
    if (dollars * 100 > most) return bids;
    bids.push(dollars * 100);
  }
}

/**
 * The last of rising bids that does; null: none. What does not at one bid does at none above it: fees and duties never fall as a bid rises,
 * so halving finds it.
 */
export function highestThat(bids: readonly Cents[], does: (bid: Cents) => boolean): Cents | null {
  let [from, to] = [0, bids.length];
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    if (does(bids[middle] ?? 0)) from = middle + 1;
    else to = middle;
  }
  return bids[from - 1] ?? null;
}

/** Whether a bid leaves the wanted profit. */
export function isFeasible(deal: Deal, bid: Cents): boolean {
  const ledger = rowsAt(deal, bid);
  const profit = profitOf(ledger, bid);
  return profit !== null && profit >= (ledger.amount('margin') ?? 0);
}

/** Bids that could leave anything: none above what the car sells for, whatever the fees are. */
export const thinkableBids = (deal: Deal, most: Cents = rowsAt(deal, 0).amount('resale') ?? 0): Cents[] =>
  bidsUpTo(deal.lot.auction, most);

/** The highest bid on the auction's increments that leaves the wanted profit; null: none does, or the resale is not known. */
export const highestBid = (deal: Deal): Cents | null =>
  highestThat(thinkableBids(deal), (bid) => isFeasible(deal, bid));
