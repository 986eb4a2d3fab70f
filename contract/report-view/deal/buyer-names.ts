import type { BuysAs, DESTINATIONS } from '../../deal/deal-settings.ts';

/** Countries a car may be sold in. */
export const DESTINATION_NAMES: Record<(typeof DESTINATIONS)[number], string> = {
  US: 'United States',
  UA: 'Ukraine',
  GE: 'Georgia',
  PL: 'Poland',
  LT: 'Lithuania',
  DE: 'Germany',
  AE: 'Emirates',
  other: 'Another country, own figures',
};

/** How its user buys. */
export const BUYS_AS_NAMES: Record<BuysAs, string> = {
  body_shop: 'Body shop',
  hobbyist: 'Hobbyist',
  dealer: 'Dealer',
  exporter: 'Exporter',
};
