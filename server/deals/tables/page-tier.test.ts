import { expect, it, test } from 'vitest';
import type { SiteFee } from '../../../contract/schemas/market.ts';
import { tierOfPageFees } from './page-tier.ts';

const fee = (amount: number, at_bid: number, name: SiteFee['name'] = 'auction_fees'): SiteFee => ({
  name,
  amount,
  at_bid,
  currency: 'USD',
});

it.each([
  ['copart', 131, 0, 'HV'],
  ['copart', 155, 0, 'NS'],
  ['copart', 139, 0, 'CS'],
  ['iaai', 141, 0, 'HV'],
  ['iaai', 165, 0, 'NS'],
  ['copart', 1_030, 5_000, 'NS'],
] as const)('at %s auction fees of %s at a bid of %s are of ladder %s', (auction, amount, bid, tier) => {
  expect(tierOfPageFees(auction, [fee(amount, bid)])).toBe(tier);
});

test.each([
  ['no fee', 'copart', []],
  ['fees that fit no ladder', 'copart', [fee(777, 0)]],
  ['figures that contradict each other', 'copart', [fee(131, 0), fee(155, 0)]],
  ['fees without a bid', 'copart', [{ name: 'auction_fees', amount: 131, currency: 'USD' }]],
  ['fees in another currency', 'copart', [{ ...fee(131, 0), currency: 'CAD' }]],
  ['fees of the broker', 'copart', [fee(131, 0, 'broker')]],
  ['an unknown auction', null, [fee(131, 0)]],
] as const)('%s tells no ladder', (_, auction, fees) => {
  expect(tierOfPageFees(auction, fees)).toBeNull();
});
