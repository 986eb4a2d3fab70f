import { type Cents, centsFromDollars } from '../../../contract/schemas/money.ts';
import { type Auction, incrementsOf } from '../tables/auction-fees.ts';
import { stepFrom } from '../tables/sourced-row.ts';

/** The least bid that beats one of so many US dollars; `step`: the page's own increment, null where it names none. */
export const nextBid = (auction: Auction | null, usd: number, step: number | null): Cents =>
  centsFromDollars(usd + (step ?? (stepFrom(incrementsOf(auction), usd) || 1)));
