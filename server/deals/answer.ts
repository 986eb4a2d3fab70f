import type { DealAnswer } from '../../contract/deal/deal-answer.ts';
import { type Cents, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import { type Deal, destinationOf } from './deal-lot.ts';
import { bidsUpTo } from './highest-bid.ts';
import type { PartOut } from './part-out.ts';
import { breakEvenRepair, repairChance, wantedProfit } from './profit-curve.ts';
import { allIn, profitOf, rowsAt } from './rows/rows-at.ts';
import { costInParts, type LookedAt } from './verdict.ts';

type Found = {
  readonly price: LookedAt | null;
  readonly highest: Cents | null;
  readonly parted: PartOut | null;
  readonly forbidden: boolean;
};

/** What to bid, in money, whatever is known of the lot. */
export function answerOf(deal: Deal, { price, highest, parted, forbidden }: Found): DealAnswer {
  const bid = price?.cents ?? 0;
  const at = { bid: dollars(bid), of: price?.of ?? 'listed' };
  const ledger = rowsAt(deal, bid);
  const all = allIn(ledger, bid);
  const repair = ledger.amount('repair') ?? 0;
  if (forbidden)
    return {
      form: 'parts_only',
      ...at,
      value: parted && dollars(parted.value),
      cost: dollars(costInParts(deal, bid).cents),
    };
  const breakEven = breakEvenRepair(deal, bid);
  if (price === null || breakEven === null) {
    if (price !== null && destinationOf(deal) !== 'US')
      return { form: 'must_sell_for', ...at, landed: dollars(all - repair), must_sell_for: dollars(all) };
    return {
      form: 'no_value',
      bid: price && at.bid,
      of: price && at.of,
      costs: dollars(all - bid - repair),
    };
  }
  if (highest !== null && highest >= bid)
    return {
      form: 'bid_up_to',
      ...at,
      max_bid: dollars(highest),
      profit: dollars(profitOf(ledger, bid) ?? 0),
    };
  const wanted = wantedProfit(deal);
  const how = {
    ...at,
    break_even: dollars(breakEven),
    wanted: dollars(wanted),
    wanted_repair: dollars(breakEven - wanted),
    repair: dollars(repair),
    chance: repairChance(deal)(breakEven),
  };
  if (highest !== null) return { form: 'under_price', ...how, max_bid: dollars(highest) };
  const [least = 0] = bidsUpTo(deal.lot.auction, bid);
  const asGift = breakEvenRepair(deal, least) ?? 0;
  return asGift <= 0 ? { form: 'gift', ...at, short: dollars(-asGift) } : { form: 'no_bid', ...how };
}
