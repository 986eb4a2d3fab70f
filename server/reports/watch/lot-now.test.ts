import { expect, test } from 'vitest';
import type { Lot } from '../../../contract/schemas/lot.ts';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import type { LotChange } from '../../../contract/watch/lot-change.ts';
import { readSampleReport } from '../sample-report.ts';
import { lotAsLastRead } from './lot-now.ts';

const { lot: sample } = await readSampleReport();
const lot: Lot = {
  ...sample,
  sale_date: '2026-12-01T15:00:00Z',
  listing_state: 'active',
  market: {
    ...NO_MARKET,
    currency: 'USD',
    current_bid: 1900,
    sale_state: 'upcoming',
    sale_at: '2026-12-01T15:00:00Z',
  },
};
const change = (fact: LotChange['fact'], after: string): LotChange => ({
  fact,
  before: null,
  after,
  read_at: '2026-11-28T12:00:00Z',
});

test('a lot that was not read again is as its report has it', () => {
  expect(lotAsLastRead(lot, [])).toBe(lot);
});

test('the newest bid and sale count', () => {
  const now = lotAsLastRead(lot, [
    change('current_bid', '2600 USD'),
    change('current_bid', '2100 USD'),
    change('sale_date', '2026-12-08T15:00:00Z'),
  ]);
  expect(now.market).toMatchObject({ current_bid: 2600, sale_at: '2026-12-08T15:00:00Z', sale_history: [] });
  expect(now.primary_damage).toBe(lot.primary_damage);
});

test('a lot that was sold has its price', () => {
  const now = lotAsLastRead(lot, [change('listing_state', 'sold'), change('final_bid', '4975 USD')]);
  expect(now).toMatchObject({ listing_state: 'sold', market: { sale_state: 'sold', final_bid: 4975 } });
});

test('a price in another currency is left out', () => {
  expect(lotAsLastRead(lot, [change('current_bid', '3000 CAD')]).market?.current_bid).toBe(1900);
});
