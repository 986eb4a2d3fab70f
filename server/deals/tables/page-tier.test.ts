import { expect, it, test } from 'vitest';
import { pageFeesOf, tierOfPageFees } from './page-tier.ts';

const fee = (amount: number, at_bid: number, name = 'Auction fees') => ({
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
  ['fees without a bid', 'copart', [{ name: 'Auction fees', amount: 131 }]],
  ['fees in another currency', 'copart', [{ ...fee(131, 0), currency: 'CAD' }]],
  ['fees of the broker', 'copart', [fee(131, 0, 'BidCars Fee')]],
  ['an unknown auction', null, [fee(131, 0)]],
] as const)('%s tells no ladder', (_, auction, fees) => {
  expect(tierOfPageFees(auction, fees)).toBeNull();
});

test('a lot without market facts shows no fees', () => {
  expect(pageFeesOf({ site: 'bid.cars' })).toEqual([]);
  expect(pageFeesOf({ market: { site_fees: [fee(131, 0)] } })).toEqual([fee(131, 0)]);
});
