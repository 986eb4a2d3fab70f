import { describe, expect, it } from 'vitest';
import type { WatchedFact } from '../../../contract/watch/lot-change.ts';
import { compareLots, type Readings } from './compare-lots.ts';

const read = (facts: Partial<Record<WatchedFact, string>>, source = 'copart'): Readings =>
  Object.fromEntries(Object.entries(facts).map(([fact, value]) => [fact, { value, source }]));
const factsOf = (before: Readings, after: Readings) => compareLots(before, after).map(({ fact }) => fact);
const SALE = '2026-12-01T15:00:00Z';

describe('a lot read again', () => {
  it('has not changed where it says the same in another spelling', () => {
    expect(
      factsOf(
        read({ primary_damage: 'FRONT  END', sale_date: SALE }),
        read({ primary_damage: 'Front end', sale_date: '2026-12-01T10:00:00-05:00' }),
      ),
    ).toEqual([]);
  });

  it('has not lost what the reading does not tell', () => {
    expect(factsOf(read({ sale_date: SALE, keys: 'yes' }), read({}))).toEqual([]);
  });

  it('tells of a sale that was not set before, and of nothing else that it tells for the first time', () => {
    expect(factsOf(read({}), read({ sale_date: SALE, keys: 'yes', title: 'SALVAGE' }))).toEqual([
      'sale_date',
    ]);
  });

  it('reports bids and asks that moved, and a new price', () => {
    expect(
      factsOf(
        read({ current_bid: '1900 USD', reserve_state: 'not_met' }),
        read({ current_bid: '2100 USD', reserve_state: 'met', buy_now: '16900 USD', final_bid: '4975 USD' }),
      ),
    ).toEqual(['current_bid', 'buy_now', 'reserve_state', 'final_bid']);
  });

  it('does not report a first bid, which a fuller page may have', () => {
    expect(factsOf(read({}), read({ current_bid: '1900 USD' }))).toEqual([]);
  });

  it('compares no prices of two currencies', () => {
    expect(factsOf(read({ current_bid: '1900 USD' }), read({ current_bid: '2600 CAD' }))).toEqual([]);
    expect(factsOf(read({ current_bid: '1900 USD' }), read({ current_bid: '2600' }))).toEqual([]);
  });

  it('tells each fact that is another one, with both readings', () => {
    expect(
      compareLots(
        read({ listing_state: 'ended', retail_value: '12500' }),
        read({ listing_state: 'active', retail_value: '9000' }),
      ),
    ).toEqual([
      { fact: 'listing_state', before: 'ended', after: 'active', source: 'copart' },
      { fact: 'retail_value', before: '12500', after: '9000', source: 'copart' },
    ]);
  });

  it('is not another one in the words of another source', () => {
    const page = read({ primary_damage: 'FRONT END', retail_value: '12500', sale_date: SALE });
    const licensed = read(
      { primary_damage: 'Front', retail_value: '12000', sale_date: '2026-12-02T00:00:00Z' },
      'Apibara',
    );
    expect(factsOf(page, licensed)).toEqual([]);
  });

  it('is sold on another day, and listed again, whoever tells it', () => {
    const page = read({ listing_state: 'ended', sale_date: SALE });
    const licensed = read({ listing_state: 'active', sale_date: '2026-12-08T00:00:00Z' }, 'Apibara');
    expect(factsOf(page, licensed)).toEqual(['sale_date', 'listing_state']);
  });
});
