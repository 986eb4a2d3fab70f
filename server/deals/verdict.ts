import type { DealReason } from '../../contract/deal/deal-sheet.ts';
import type { DealVerdict } from '../../contract/deal/deal-verdict.ts';
import type { ExpectedPrice } from '../../contract/deal/expected-price.ts';
import { type Cents, centsFromDollars, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import { expectedPrice } from './expected/expected-price.ts';
import { nextBid } from './expected/next-bid.ts';
import type { PartOut } from './part-out.ts';
import { breakEvenRepair, repairChance, wantedProfit } from './profit-curve.ts';
import { plus, type Total, unknownCosts } from './rows/ledger.ts';
import { rowsAt } from './rows/rows-at.ts';
import { thresholdOf } from './tables/verdict-rules.ts';

/** What the lot sells for at its auction, by all that is known of it. */
export const priceOf = ({ lot, settings, at, read }: Deal): ExpectedPrice | null =>
  expectedPrice(
    {
      auction: lot.auction,
      value: lot.value?.likely ?? null,
      salvage: lot.salvage,
      insurer: lot.repair[10] ?? null,
      run: lot.facts.run,
      damage: lot.damage,
      title: lot.title.read,
      year: lot.year,
      vin: lot.vin,
      market: lot.market,
    },
    at,
    read,
    settings.sold_for ?? null,
  );

/** The bid a deal is looked at: its user's, else the price the lot is expected to bring, else what is bid or asked now. */
export type LookedAt = { readonly cents: Cents; readonly of: 'user' | 'expected' | 'sold' | 'listed' };

export function lookedAt({ settings, lot }: Deal, price: ExpectedPrice | null): LookedAt | null {
  if (settings.bid !== undefined) return { cents: Math.round(settings.bid * 100), of: 'user' };
  if (price !== null) return { cents: centsFromDollars(price.usd), of: price.of };
  const { market } = lot;
  const listed = market?.currency === 'USD' ? (market.current_bid ?? market.buy_now) : null;
  return listed === null ? null : { cents: centsFromDollars(listed), of: 'listed' };
}

/** The bid that would lead now: the next step after the highest one, else the price it is looked at. */
function neededBid({ lot, settings }: Deal, price: LookedAt): Cents {
  const { market } = lot;
  if (settings.bid !== undefined || market?.currency !== 'USD' || market.current_bid === null)
    return price.cents;
  return nextBid(lot.auction, market.current_bid, market.bid_increment);
}

type Weighed = {
  readonly price: LookedAt | null;
  readonly expected: ExpectedPrice | null;
  readonly highest: Cents | null;
  readonly parted: PartOut | null;
  /** The title keeps it from being sold as a car. */
  readonly forbidden: boolean;
};

/** What the car costs until it stands where it is taken apart. */
export function costInParts(deal: Deal, bid: Cents): Total {
  const ledger = rowsAt(deal, bid);
  return plus({ cents: bid, open: false }, ledger.total('auction'), ledger.totalOf(['inland']));
}

/** The listed repair is the car's value: a placeholder. */
export const isPlaceholder = ({ lot: { listed_repair, value } }: Deal): boolean =>
  listed_repair !== null && value !== null && value.of === 'listed' && listed_repair >= value.likely;

/** The verdict with its reasons, weightiest first; null where neither value nor price is known. */
export function verdictOf(
  deal: Deal,
  { price, expected, highest, parted, forbidden }: Weighed,
): { verdict: DealVerdict | null; reasons: DealReason[] } {
  if (price === null) return { verdict: null, reasons: [{ code: 'no_price' }] };
  const bid = dollars(price.cents);
  const { cents: partsCost, open: partsOpen } = costInParts(deal, price.cents);
  const byParts: DealReason[] = parted
    ? [
        {
          code: 'parts_value',
          value: dollars(parted.value),
          cost: dollars(partsCost),
          ...(partsOpen ? { cost_at_least: true as const } : {}),
        },
      ]
    : [];
  const partsPay = parted !== null && parted.value >= partsCost * thresholdOf(deal.settings, 'parts_share');
  const missing = unknownCosts(rowsAt(deal, price.cents)).length;
  const untold: DealReason[] = missing > 0 ? [{ code: 'unknown_rows', count: missing }] : [];
  const three = (...reasons: DealReason[]): DealReason[] => reasons.slice(0, 3);
  if (forbidden)
    return {
      verdict: partsPay ? 'parts' : 'pass',
      reasons: three(...(partsPay ? byParts : []), { code: 'title_forbids' }, ...(partsPay ? [] : byParts)),
    };
  const breakEven = breakEvenRepair(deal, price.cents);
  if (breakEven === null)
    return { verdict: null, reasons: three({ code: 'no_value' }, ...byParts, ...untold) };
  const chance = repairChance(deal);
  const [even, wanted] = [chance(breakEven), chance(breakEven - wantedProfit(deal))];
  const byChance: DealReason = { code: 'chance', probability: wanted, break_even: even, bid, of: price.of };
  const byBid: DealReason =
    highest === null ? { code: 'no_bid' } : { code: 'highest_bid', highest: dollars(highest), bid };
  const warned = (expected?.of === 'expected' && expected.far_under_usual) || isPlaceholder(deal);
  const warning: DealReason[] = warned ? [{ code: 'too_good' }] : [];
  const { settings } = deal;
  const pays =
    highest !== null && neededBid(deal, price) <= highest && wanted >= thresholdOf(settings, 'buy_chance');
  if (pays && !warned) return { verdict: 'buy', reasons: three(byBid, byChance, ...untold) };
  if (pays || even >= thresholdOf(settings, 'consider_chance'))
    return { verdict: 'consider', reasons: three(...warning, byChance, byBid, ...untold) };
  if (partsPay) return { verdict: 'parts', reasons: three(...byParts, byChance, byBid) };
  return { verdict: 'pass', reasons: three(byChance, byBid, ...byParts, ...untold) };
}
