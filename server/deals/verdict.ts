import type { DealReason } from '../../contract/deal/deal-sheet.ts';
import type { DealVerdict } from '../../contract/deal/deal-verdict.ts';
import { type Cents, dollarsFromCents as dollars } from '../../contract/schemas/money.ts';
import type { Deal } from './deal-lot.ts';
import type { PartOut } from './part-out.ts';
import type { ProfitChance } from './profit-curve.ts';
import { plus, type Total } from './rows/ledger.ts';
import { allIn, rowsAt } from './rows/rows-at.ts';
import { thresholdOf } from './tables/verdict-rules.ts';

/** The price a lot is expected to bring: its user's, else the middle of what such wrecks usually do. */
export function expectedPrice({
  lot,
  settings,
}: Deal): { cents: Cents; of: 'user' | 'usual_salvage' } | null {
  if (settings.bid !== undefined) return { cents: Math.round(settings.bid * 100), of: 'user' };
  if (lot.salvage === null) return null;
  return { cents: Math.round((lot.salvage[0] + lot.salvage[1]) / 2), of: 'usual_salvage' };
}

type Weighed = {
  readonly price: ReturnType<typeof expectedPrice>;
  readonly highest: Cents | null;
  readonly chance: ProfitChance | null;
  readonly contributor: 'repair' | 'resale' | null;
  readonly parted: PartOut | null;
  /** The title keeps it from being sold as a car. */
  readonly forbidden: boolean;
};

/** What the car costs until it stands where it is taken apart. */
export function costInParts(deal: Deal, bid: Cents): Total {
  const ledger = rowsAt(deal, bid);
  return plus({ cents: bid, open: false }, ledger.total('auction'), ledger.totalOf(['inland']));
}

/** The verdict with its three reasons, weightiest first; null where neither value nor price is known. */
export function verdictOf(
  deal: Deal,
  { price, highest, chance, contributor, parted, forbidden }: Weighed,
): { verdict: DealVerdict | null; reasons: DealReason[] } {
  if (price === null) return { verdict: null, reasons: [{ code: 'no_price' }] };
  const bid = dollars(price.cents);
  const { cents: partsCost, open: partsOpen } = costInParts(deal, price.cents);
  const probability = chance?.(price.cents) ?? 0;
  const byChance: DealReason[] = chance ? [{ code: 'chance', probability, bid, of: price.of }] : [];
  const byBid: DealReason =
    highest === null
      ? { code: chance ? 'no_bid' : 'no_value' }
      : { code: 'highest_bid', highest: dollars(highest), bid };
  const hangsOn: DealReason[] = contributor ? [{ code: 'contributor', of: contributor }] : [];
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
  const missing = rowsAt(deal, price.cents).rows.filter(({ cents }) => cents === null).length;
  const untold: DealReason[] = missing > 0 ? [{ code: 'unknown_rows', count: missing }] : [];
  const partsPay = parted !== null && parted.value >= partsCost * thresholdOf(deal.settings, 'parts_share');
  const three = (...reasons: DealReason[]): DealReason[] => reasons.slice(0, 3);
  if (
    !forbidden &&
    chance &&
    highest !== null &&
    probability >= thresholdOf(deal.settings, 'consider_chance')
  ) {
    const better = partsPay && parted.value - partsCost > rebuildProfit(deal, price.cents);
    if (!better)
      return {
        verdict: probability >= thresholdOf(deal.settings, 'buy_chance') ? 'buy' : 'consider',
        reasons: three(...byChance, byBid, ...hangsOn, ...untold),
      };
  }
  const against: DealReason[] = forbidden ? [{ code: 'title_forbids' }] : byChance;
  if (partsPay) return { verdict: 'parts', reasons: three(...byParts, ...against, byBid) };
  if (!chance && !forbidden) return { verdict: null, reasons: three(byBid, ...byParts, ...untold) };
  return { verdict: 'pass', reasons: three(...against, byBid, ...byParts, ...untold) };
}

const rebuildProfit = (deal: Deal, bid: Cents): Cents => {
  const ledger = rowsAt(deal, bid);
  return (ledger.amount('resale') ?? 0) - allIn(ledger, bid);
};
