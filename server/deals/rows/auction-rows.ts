import type { z } from 'zod';
import type { DealSettings, FeeTitle } from '../../../contract/deal/deal-settings.ts';
import type { DealNeed } from '../../../contract/deal/deal-sheet.ts';
import { type Cents, centsFromDollars, dollarsFromCents } from '../../../contract/schemas/money.ts';
import { buyerOf } from '../buyer.ts';
import { type Deal, destinationOf, ruleOf } from '../deal-lot.ts';
import {
  type Auction,
  BID_FEES,
  BROKER_TIERS,
  BUYER_FEES,
  type FeeTier,
  FLAT_FEES,
  type flatFeeSchema,
} from '../tables/auction-fees.ts';
import { BROKER_FEES } from '../tables/brokers.ts';
import { type SourcedRow, stepFrom } from '../tables/sourced-row.ts';
import { doubted, type Figure, flat, type Ledger, percentCents, percentOf, unknown } from './ledger.ts';

/** Which fees a lot is bought on; a title that was not understood buys on the dearer ones. */
export const feeTitleOf = ({ lot, settings }: Deal): FeeTitle =>
  settings.fee_title ?? ruleOf(lot)?.fee ?? 'non_clean';

/** The fees go by the title, and the title was not understood. */
const titleDoubt = ({ lot, settings }: Deal): 'title_open' | null =>
  settings.fee_title === undefined && ruleOf(lot) === null ? 'title_open' : null;

/** Who bids for its user: as they say, else as whoever buys like them does; an own license is assumed until they say how they buy. */
export function brokerOf(deal: Deal): {
  broker: NonNullable<DealSettings['broker']>;
  from: 'user' | 'assumed';
} {
  const { broker, buys_as } = deal.settings;
  if (broker !== undefined) return { broker, from: 'user' };
  return { broker: buyerOf(deal).broker, from: buys_as === undefined ? 'assumed' : 'user' };
}

export const bidWayOf = ({ settings }: Deal): NonNullable<DealSettings['bid_way']> =>
  settings.bid_way ?? 'live';

/** Which ladder the fees are on: a broker's own where it buys, by the figures of the page or by its table row. */
function tierOf(deal: Deal, auction: Auction): { tier: FeeTier; ground: readonly SourcedRow[] } {
  const { broker } = brokerOf(deal);
  const row = BROKER_TIERS.find((one) => one.broker === broker && one.auction === auction);
  if (row) {
    const page = broker === deal.lot.sold_by ? deal.lot.page_tier : null;
    return { tier: page ?? row.tier, ground: [row] };
  }
  if (deal.settings.high_volume ?? buyerOf(deal).high_volume) return { tier: 'HV', ground: [] };
  if (auction === 'iaai') return { tier: 'NS', ground: [] };
  const title = feeTitleOf(deal) === 'clean' ? 'C' : 'N';
  return { tier: `${title}${deal.settings.unsecured ? 'U' : 'S'}`, ground: [] };
}

function buyerFeeOf(deal: Deal, bid: Cents, auction: Auction): Figure {
  const { tier, ground } = tierOf(deal, auction);
  const fee = buyerFee(bid, tier);
  const doubt = auction === 'iaai' || tier === 'HV' ? null : titleDoubt(deal);
  return { ...fee, rows: [...fee.rows.map((row) => doubted(row, doubt)), ...ground] };
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
  return {
    cents: centsFromDollars(fee),
    basis: { code: 'step', tier: `${title}_${way}` },
    rows: [doubted(row, auction === 'iaai' ? null : titleDoubt(deal))],
  };
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
  return row ? flat(row.usd, doubted(row, row.title === null ? null : titleDoubt(deal))) : unknown(needs);
}

type BrokerRow = (typeof BROKER_FEES)[number];

/** A broker in the EU takes no VAT for a car that leaves for these (judgement: export of a service). */
const NO_VAT: ReadonlySet<string> = new Set(['UA', 'GE', 'AE']);

/** What a broker takes for a lot at this hammer price, with its VAT. */
function brokerFee(deal: Deal, bid: Cents, row: BrokerRow): Figure {
  const figure = brokerCharge(bid, row);
  const { vat_percent: vat } = row;
  if (vat === undefined || figure.cents === null || NO_VAT.has(destinationOf(deal))) return figure;
  return { ...figure, cents: figure.cents + percentCents(figure.cents, vat) };
}

function brokerCharge(bid: Cents, row: BrokerRow): Figure {
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

/** What is paid at the sale besides the bid. An auction in Canada has fees of its own, none of which is in the tables. */
export function putAuctionRows(ledger: Ledger, deal: Deal, bid: Cents): void {
  const { auction, sold_in_canada } = deal.lot;
  const none: DealNeed | null = sold_in_canada ? 'canada_fees' : auction === null ? 'auction' : null;
  if (none !== null || auction === null) {
    for (const id of AUCTION_FEES) ledger.put(id, 'auction', unknown(none ?? 'auction'));
  } else {
    ledger.put('buyer_fee', 'auction', buyerFeeOf(deal, bid, auction));
    ledger.put('bid_fee', 'auction', bidFee(deal, bid, auction));
    for (const fee of ['gate', 'environmental', 'title_fee'] as const)
      ledger.put(fee, 'auction', flatFee(deal, auction, fee));
  }
  if (sold_in_canada) ledger.put('purchase_tax', 'auction', unknown('canada_tax'));
  const { broker } = brokerOf(deal);
  if (broker !== 'none') {
    const row = BROKER_FEES.find(({ id }) => id === broker);
    ledger.put('broker', 'auction', row ? brokerFee(deal, bid, row) : unknown('broker_fee'));
    if (row?.on_account !== false)
      ledger.put(
        'broker_on_account',
        'auction',
        none !== null || auction === null
          ? unknown(none ?? 'auction')
          : flatFee(deal, auction, 'broker_on_account', 'broker_fee'),
      );
  }
  ledger.put('storage', 'auction', unknown('storage'));
}

/** What customs count as paid for the car besides the bid: the auction's own fees, no broker and no storage. */
export const AUCTION_FEES = ['buyer_fee', 'bid_fee', 'gate', 'environmental', 'title_fee'] as const;
