import type { SiteFee } from '../../../contract/schemas/market.ts';
import { type Auction, BID_FEES, BUYER_FEES, type FeeTier, FLAT_FEES } from './auction-fees.ts';
import { stepFrom } from './sourced-row.ts';

/** Sites round to the dollar. */
const SAME_USD = 1;

const buyerFeeAt = (tier: FeeTier, bid: number): number => {
  const row = BUYER_FEES.find((ladder) => ladder.tier === tier);
  const step = row?.steps.find(([upTo]) => bid < upTo + 1);
  return step ? step[1] : (bid * (row?.above_percent ?? 0)) / 100;
};

/** Everything the auction charges for a lot at a bid, by every title and way to bid that the ladder knows; US dollars. */
function chargesAt(auction: Auction, tier: FeeTier, bid: number): number[] {
  const titles =
    tier === 'HV'
      ? (['clean', 'non_clean'] as const)
      : ([tier.startsWith('C') ? 'clean' : 'non_clean'] as const);
  return titles.flatMap((title) => {
    const flat = FLAT_FEES.filter(
      ({ fee, auction: at, title: on }) =>
        at === auction &&
        (on === null || on === title) &&
        ['gate', 'environmental', 'title_fee'].includes(fee),
    ).reduce((sum, { usd }) => sum + usd, 0);
    return BID_FEES.filter(({ title: on }) => on === (auction === 'iaai' ? 'non_clean' : title)).map(
      ({ from }) => buyerFeeAt(tier, bid) + (stepFrom(from, bid) ?? 0) + flat,
    );
  });
}

const TIERS_OF: Record<Auction, readonly FeeTier[]> = {
  copart: ['CS', 'CU', 'NS', 'NU', 'HV'],
  iaai: ['NS', 'HV'],
};

/**
 * The ladder that a page's own auction fees are of.
 * @param auction Whose sale it is.
 * @param fees As the page shows them. Only dollars with the bid they are of count.
 * @returns The one ladder that gives every such figure to the dollar; `null` where there is none, or more than one.
 */
export function tierOfPageFees(auction: Auction | null, fees: readonly SiteFee[]): FeeTier | null {
  const shown = fees.flatMap(({ name, amount, at_bid, currency }) =>
    name === 'auction_fees' && amount !== null && at_bid != null && (currency === null || currency === 'USD')
      ? [{ amount, at_bid }]
      : [],
  );
  if (auction === null || shown.length === 0) return null;
  const fitting = TIERS_OF[auction].filter((tier) =>
    shown.every(({ amount, at_bid }) =>
      chargesAt(auction, tier, at_bid).some((charge) => Math.abs(charge - amount) <= SAME_USD),
    ),
  );
  const [tier, ...others] = fitting;
  return tier !== undefined && others.length === 0 ? tier : null;
}
