import { describe, expect, it } from 'vitest';
import type { DealSettings } from '../../../contract/deal/deal-settings.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import type { DealLot } from '../deal-lot.ts';
import { dealOf } from '../fixtures/made-up-deal.ts';
import { AUCTION_FEES } from './auction-rows.ts';
import { rowsAt } from './rows-at.ts';

const feesAt = (usd: number, lot: Partial<DealLot>, settings: DealSettings = {}) => {
  const { rows } = rowsAt(dealOf(settings, lot), usd * 100);
  return new Map(rows.map((row) => [row.id, row]));
};
const sumOf = (rows: ReturnType<typeof feesAt>): number =>
  AUCTION_FEES.reduce((sum, id) => sum + (rows.get(id)?.cents ?? 0), 0) / 100;

describe('a lot sold in Canada', () => {
  const toronto = { sold_in_canada: true, state: 'ON', location: 'ON - TORONTO' };

  it.each(['copart', 'iaai'] as const)('at %s gets none of the fees in the US', (auction) => {
    const rows = feesAt(4_250, { ...toronto, auction });
    for (const id of AUCTION_FEES)
      expect(rows.get(id)).toMatchObject({ cents: null, basis: { needs: 'canada_fees' } });
  });

  it('leaves sales tax, import and title fee unknown too', () => {
    const rows = feesAt(4_250, toronto);
    expect(rows.get('purchase_tax')?.basis).toEqual({ code: 'unknown', needs: 'canada_tax' });
    expect(rows.get('duty')?.basis).toEqual({ code: 'unknown', needs: 'us_import' });
    expect(rows.get('rebuilt_title')?.cents).toBeNull();
  });

  it('is not trucked at the rate of a town with the same name', () => {
    const rows = feesAt(4_250, { ...toronto, state: 'BC', location: 'BC - HOUSTON' }, { destination: 'LT' });
    expect([rows.get('inland')?.cents, rows.get('ocean')?.cents]).toEqual([null, null]);
  });
});

describe('a lot bought through bid.cars', () => {
  const lot = { sold_by: 'bid_cars' as const };
  const through: DealSettings = { broker: 'bid_cars' };

  it('costs the 131 dollars of its page at a bid of 0', () => {
    expect(sumOf(feesAt(0, lot, through))).toBe(131);
  });

  it('pays 450 with VAT and no fee for a broker on account', () => {
    const rows = feesAt(5_000, lot, through);
    expect(rows.get('broker')?.cents).toBe(553_50);
    expect(rows.get('broker_on_account')).toBeUndefined();
  });

  it('buys on the ladder that the page’s own figures are of', () => {
    expect(feesAt(5_000, { ...lot, page_tier: 'NS' }, through).get('buyer_fee')?.cents).toBe(775_00);
    expect(feesAt(5_000, lot, through).get('buyer_fee')?.cents).toBe(650_00);
  });

  it('says that its ladder at IAA was not seen', () => {
    const rows = feesAt(5_000, { ...lot, auction: 'iaai' }, through).get('buyer_fee')?.rows ?? [];
    expect(rows.map(({ doubt }) => doubt)).toContain('other_auction');
  });

  it('buys on the standard ladder with a license of one’s own', () => {
    const rows = feesAt(5_000, { ...lot, page_tier: 'HV' }, { broker: 'none' });
    expect(rows.get('buyer_fee')?.cents).toBe(775_00);
  });
});

it('fees by a title that was not understood carry a doubt', () => {
  const unread = { title: { listed: 'XYZ', read: readTitle('XYZ') } };
  const doubts = (settings: DealSettings) =>
    ['buyer_fee', 'bid_fee', 'gate'].map(
      (id) => feesAt(5_000, unread, settings).get(id as 'gate')?.rows[0]?.doubt,
    );
  expect(doubts({})).toEqual(['title_open', 'title_open', 'title_open']);
  expect(doubts({ fee_title: 'clean' })).not.toContain('title_open');
});

it('a rebuilt title in an unknown state carries a doubt', () => {
  const rows = feesAt(5_000, { state: null }).get('rebuilt_title')?.rows;
  expect(rows?.[0]?.doubt).toBe('state_open');
});

it('what is a share of an unknown resale is unknown, not zero', () => {
  const rows = feesAt(5_000, { value: null });
  expect([rows.get('exit_cost')?.cents, rows.get('margin')?.cents]).toEqual([null, null]);
});
