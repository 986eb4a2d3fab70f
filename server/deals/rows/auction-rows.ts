import type { z } from 'zod';
import type { DealSettings, FeeTitle } from '../../../contract/deal/deal-settings.ts';
import type { DealNeed } from '../../../contract/deal/deal-sheet.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { type Deal, ruleOf } from '../deal-lot.ts';
import {
  type Auction,
  BID_FEES,
  BUYER_FEES,
  type FeeTier,
  FLAT_FEES,
  type flatFeeSchema,
} from '../tables/auction-fees.ts';
import { BROKER_FEES } from '../tables/brokers.ts';
import { stepFrom } from '../tables/sourced-row.ts';
import { type Figure, flat, type Ledger, percentCents, percentOf, unknown } from './ledger.ts';

/** Which fees a lot is bought on; a title nobody can read buys on the dearer ones. */
export const feeTitleOf = ({ lot, settings }: Deal): FeeTitle =>
  settings.fee_title ?? ruleOf(lot)?.fee ?? 'non_clean';

/** Who bids for its user. */
export const brokerOf = ({ lot, settings }: Deal): NonNullable<DealSettings['broker']> =>
  settings.broker ?? lot.sold_by ?? 'none';

export const bidWayOf = ({ settings }: Deal): NonNullable<DealSettings['bid_way']> =>
  settings.bid_way ?? 'live';

function tierOf(deal: Deal, auction: Auction): FeeTier {
  if (deal.settings.high_volume) return 'HV';
  if (auction === 'iaai') return 'NS';
  return `${feeTitleOf(deal) === 'clean' ? 'C' : 'N'}${deal.settings.unsecured ? 'U' : 'S'}`;
}

/** The auction's fee by hammer price: a bound holds to its .99. */
export function buyerFee(bid: Cents, tier: FeeTier): Figure {
  const row = BUYER_FEES.find((ladder) => ladder.tier === tier);
  if (!row) return unknown('auction');
  const step = row.steps.find(([upTo]) => bid < (upTo + 1) * 100);
  if (!step) return percentOf(bid, row.above_percent, row);
  return { cents: centsFromDollars(step[1]), basis: { code: 'step', tier }, rows: [row] };
}

/** IAA charges its live and proxy bids as Copart does those on non-clean titles, whatever the title. */
function bidFee(deal: Deal, bid: Cents, auction: Auction): Figure {
  const title = auction === 'iaai' ? 'non_clean' : feeTitleOf(deal);
  const way = bidWayOf(deal);
  const row = BID_FEES.find(({ title: of, way: by }) => of === title && by === way);
  const fee = row && stepFrom(row.from, dollarsFromCents(bid));
  if (!row || fee === null || fee === undefined) return unknown('auction');
  return { cents: centsFromDollars(fee), basis: { code: 'step', tier: `${title}_${way}` }, rows: [row] };
}

function flatFee(
  deal: Deal,
  auction: Auction,
  fee: z.infer<typeof flatFeeSchema>,
  needs: DealNeed = 'figure',
): Figure {
  const title = feeTitleOf(deal);
  const row = FLAT_FEES.find(
    ({ fee: of, auction: at, title: on }) => of === fee && at === auction && (on === null || on === title),
  );
  return row ? flat(row.usd, row) : unknown(needs);
}

/** What a broker takes for a lot at this hammer price. */
function brokerFee(bid: Cents, id: (typeof BROKER_FEES)[number]['id']): Figure {
  const row = BROKER_FEES.find((one) => one.id === id);
  if (!row) return unknown('broker_fee');
  const { charge } = row;
  switch (charge.kind) {
    case 'steps':
      return flat(stepFrom(charge.steps, dollarsFromCents(bid)) ?? 0, row);
    case 'share': {
      const { percent, minimum, extra } = charge;
      return {
        cents: Math.max(centsFromDollars(minimum), percentCents(bid, percent)) + centsFromDollars(extra),
        basis: { code: 'percent', percent, of: dollarsFromCents(bid), minimum, extra },
        rows: [row],
      };
    }
    case 'rising': {
      const { base, from, every, more, above, above_percent } = charge;
      if (bid > above * 100) return percentOf(bid, above_percent, row);
      const steps = Math.max(0, Math.ceil((dollarsFromCents(bid) - from) / every));
      return flat(base + steps * more, row);
    }
  }
}

/** What is paid for the lot at its sale beside the bid. */
export function putAuctionRows(ledger: Ledger, deal: Deal, bid: Cents): void {
  const { auction } = deal.lot;
  const broker = brokerOf(deal);
  if (auction === null) {
    for (const id of ['buyer_fee', 'bid_fee', 'gate', 'environmental', 'title_fee'] as const)
      ledger.put(id, 'auction', unknown('auction'));
  } else {
    ledger.put('buyer_fee', 'auction', buyerFee(bid, tierOf(deal, auction)));
    ledger.put('bid_fee', 'auction', bidFee(deal, bid, auction));
    for (const fee of ['gate', 'environmental', 'title_fee'] as const)
      ledger.put(fee, 'auction', flatFee(deal, auction, fee));
  }
  if (broker !== 'none') {
    ledger.put('broker', 'auction', brokerFee(bid, broker));
    ledger.put(
      'broker_on_account',
      'auction',
      auction === null ? unknown('auction') : flatFee(deal, auction, 'broker_on_account', 'broker_fee'),
    );
  }
  ledger.put('storage', 'auction', unknown('storage'));
}

/** What customs count as paid for the car beside the bid: the auction's own fees, no broker and no storage. */
export const AUCTION_FEES = ['buyer_fee', 'bid_fee', 'gate', 'environmental', 'title_fee'] as const;
