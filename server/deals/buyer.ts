import type { CostProfile } from '../../contract/deal/cost-profile.ts';
import type { BuysAs, CostChoice, DealSettings } from '../../contract/deal/deal-settings.ts';
import { type Deal, destinationOf } from './deal-lot.ts';

/** What counts for a kind of buyer until they set it themselves. Judgement. */
type Buyer = {
  readonly [K in 'broker' | 'channel' | 'buyer' | 'high_volume' | 'paint_sublet' | 'cost']: NonNullable<
    DealSettings[K]
  >;
};

const BUYERS: Readonly<Record<BuysAs, Buyer>> = {
  body_shop: {
    cost: 'own_labor',
    broker: 'none',
    channel: 'private',
    buyer: 'shop',
    high_volume: false,
    paint_sublet: false,
  },
  hobbyist: {
    cost: 'unpaid',
    broker: 'flat_350',
    channel: 'private',
    buyer: 'private',
    high_volume: false,
    paint_sublet: false,
  },
  dealer: {
    cost: 'own_labor',
    broker: 'none',
    channel: 'retail_lot',
    buyer: 'dealer',
    high_volume: false,
    paint_sublet: true,
  },
  exporter: {
    cost: 'abroad',
    broker: 'bid_cars',
    channel: 'private',
    buyer: 'private',
    high_volume: true,
    paint_sublet: false,
  },
};

/** Who buys; a body shop until its user says. */
export const buysAs = ({ settings }: Pick<Deal, 'settings'>): BuysAs => settings.buys_as ?? 'body_shop';

export const buyerOf = (deal: Pick<Deal, 'settings'>): Buyer => BUYERS[buysAs(deal)];

/** Who repairs the car; abroad only where it is sold abroad. */
export function costChoiceOf(deal: Deal): CostChoice {
  const abroad = destinationOf(deal) !== 'US';
  const choice = deal.settings.cost ?? (abroad ? 'abroad' : buyerOf(deal).cost);
  return choice === 'abroad' && !abroad ? 'own_labor' : choice;
}

const ABROAD: Readonly<Partial<Record<ReturnType<typeof destinationOf>, CostProfile>>> = {
  UA: 'abroad_ua_ge',
  GE: 'abroad_ua_ge',
  PL: 'abroad_pl',
  LT: 'abroad_lt',
  DE: 'abroad_de',
  AE: 'abroad_ae',
};

/** How the repair is priced; null: as the insurer pays it. A country without rates counts as Lithuania (judgement). */
export function costProfileOf(deal: Deal): CostProfile | null {
  const choice = costChoiceOf(deal);
  if (choice === 'insurer') return null;
  return choice === 'abroad' ? (ABROAD[destinationOf(deal)] ?? 'abroad_lt') : choice;
}

/** Paint is bought at a shop's door rate. */
export const paintsElsewhere = (deal: Deal): boolean =>
  costChoiceOf(deal) === 'own_labor' && (deal.settings.paint_sublet ?? buyerOf(deal).paint_sublet);
