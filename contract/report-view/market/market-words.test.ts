import { describe, expect, it } from 'vitest';
import type { Lot } from '../../schemas/lot.ts';
import { type Market, NO_MARKET } from '../../schemas/market.ts';
import { inUnits, US_UNITS } from '../units/shown-units.ts';
import { listedSale } from './listed-sale.ts';
import { marketFacts, priceFacts } from './market-facts.ts';
import { printedMoney, printedRange } from './printed-money.ts';
import { isSaleOver, saleEndWords } from './sale-end.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');
const UNKNOWN: Market = { ...NO_MARKET, currency: 'USD', sale_state: 'unknown' };
const lotWith = (market: Partial<Market>, more: Partial<Lot> = {}): Lot =>
  ({ listing_state: 'active', sale_date: null, market: { ...UNKNOWN, ...market }, ...more }) as Lot;
const said = (market: Partial<Market>): string[] =>
  marketFacts(lotWith(market), NOW).map(({ label, value }) => `${label}: ${value}`);

describe('printedMoney', () => {
  it.each([
    [7900, 'USD', '$7,900'],
    [7900, 'CAD', 'CA$7,900'],
    [7900, 'EUR', '€7,900'],
    [7900, 'PLN', '7,900 PLN'],
    [7900, null, '7,900 (currency not listed)'],
  ])('writes %d %s as %s', (amount, currency, words) => {
    expect(printedMoney(amount, currency)).toBe(words);
  });

  it('converts US dollars alone into the money its reader has set', () => {
    const money = {
      currency: 'EUR',
      sign: '€',
      decimals: 2,
      per_usd: 0.5,
      rate_source: null,
      rate_date: '2026-05-08',
    } as const;
    inUnits({ ...US_UNITS, money }, () => {
      expect(printedMoney(7900, 'USD')).toBe('€3,950');
      expect(printedMoney(7900, 'CAD')).toBe('CA$7,900');
      expect(printedMoney(7900, null)).toBe('7,900 (currency not listed)');
    });
  });

  it('writes a range in one currency', () => {
    expect(printedRange(3425, 8100, 'USD')).toBe('$3,425–$8,100');
    expect(printedRange(3425, 8100, null)).toBe('3,425–8,100 (currency not listed)');
  });
});

describe('saleEndWords', () => {
  it.each([
    [
      { sale_state: 'sold', sale_date: '2026-09-12', final_bid: 15_500, sold_by: 'buy_now' },
      'Sold Sep 12, 2026 for $15,500 (Buy Now)',
    ],
    [{ sale_state: 'sold', sale_at: '2025-07-22T17:00:00Z' }, 'Sold Jul 22, 2025'],
    [
      { sale_state: 'sold', sale_date: '2026-09-12', final_bid: 15_500, currency: null },
      'Sold Sep 12, 2026 for 15,500 (currency not listed)',
    ],
    [
      { sale_state: 'ended', sale_date: '2026-09-15', final_bid: 7200 },
      'Ended Sep 15, 2026 at $7,200, not reported sold',
    ],
    [
      { sale_state: 'ended', sale_date: '2026-07-16', final_bid_masked: true },
      'Ended Jul 16, 2026, not reported sold, final bid hidden',
    ],
    [
      { sale_state: 'on_approval', sale_date: '2026-05-06', final_bid: 8750 },
      'Ended May 6, 2026 at $8,750, waiting for the seller’s approval',
    ],
    [
      { sale_state: 'upcoming', sale_at: '2026-09-14T17:00:00Z', current_bid: 1900 },
      'Ended Sep 14, 2026, result not known',
    ],
    [{ sale_state: 'unknown', sale_date: '2026-09-14' }, 'Ended Sep 14, 2026, result not known'],
  ] as const)('says of %j: %s', (market, words) => {
    expect(saleEndWords(lotWith(market), NOW)).toBe(words);
  });

  it.each([
    { sale_state: 'upcoming', sale_at: '2026-12-14T17:00:00Z' },
    { sale_state: 'upcoming', sale_date: '06-24' },
    { sale_state: 'unknown' },
    { sale_state: 'upcoming', sale_at: '2026-11-28T10:00:00Z' },
  ] as const)('says nothing of %j', (market) => {
    expect(saleEndWords(lotWith(market), NOW)).toBeNull();
  });

  it.each([
    [{ listing_state: 'sold', sale_date: '2026-10-05' }, 'Sold Oct 5, 2026'],
    [{ listing_state: 'active', sale_date: '2026-10-05T15:00:00Z' }, 'Ended Oct 5, 2026, result not known'],
    [{ listing_state: 'active', sale_date: 'Future' }, null],
    [{ listing_state: 'ended', sale_date: null }, 'Ended, result not known'],
  ] as const)('reads a lot stored without a market: %j', (lot, words) => {
    expect(saleEndWords(lot, NOW)).toBe(words);
    expect(isSaleOver(lot, NOW)).toBe(words !== null);
  });
});

describe('marketFacts', () => {
  it('names each price by what it is', () => {
    expect(
      said({
        sale_state: 'upcoming',
        sale_at: '2026-12-14T17:00:00Z',
        current_bid: 1900,
        has_bids: true,
        buy_now: 16_900,
        sale_kind: 'minimum_bid',
        reserve_state: 'not_met',
      }),
    ).toEqual(['Current bid: $1,900', 'Buy Now: $16,900', 'Sale type: Minimum bid, reserve not met']);
  });

  it('calls a bid the last one seen once the sale is over, and asks nothing more', () => {
    const over = { sale_state: 'upcoming', sale_at: '2026-09-14T17:00:00Z' } as const;
    expect(said({ ...over, current_bid: 1900, buy_now: 16_900 })).toEqual(['Last bid seen: $1,900']);
  });

  it('drops a Buy Now whose offer has ended', () => {
    const market = { sale_state: 'upcoming', sale_at: '2026-11-28T20:00:00Z', buy_now: 1675 } as const;
    expect(said({ ...market, buy_now_until: '2026-11-28T01:00:00Z' })).toEqual([]);
    expect(said({ ...market, buy_now_until: '2026-11-28T19:00:00Z' })).toEqual([
      'Buy Now: $1,675 until Nov 28, 2026',
    ]);
  });

  it('marks a final bid that was refused', () => {
    expect(said({ sale_state: 'ended', final_bid: 7200 })).toEqual(['Final bid: $7,200, not reported sold']);
    expect(said({ sale_state: 'sold', final_bid: 7200 })).toEqual(['Final bid: $7,200']);
    expect(said({ sale_state: 'ended', final_bid_masked: true })).toEqual(['Final bid: Hidden by the site']);
  });

  it('shows no bids only where the page says so', () => {
    expect(said({ has_bids: false })).toEqual(['Current bid: No bids yet']);
    expect(said({ has_bids: null })).toEqual([]);
  });

  it('sums up earlier sales, and does not count the present one', () => {
    const row = { auction: 'IAAI', lot_number: '0-1' };
    expect(
      said({
        sale_state: 'sold',
        sale_date: '2026-09-12',
        final_bid: 15_500,
        history_count: 3,
        sale_history: [
          { ...row, date: '2026-08-31', bid: 11_450, status: 'not_sold' },
          { ...row, date: '2026-09-08', bid: 13_800, status: 'not_sold' },
          { ...row, date: '2026-09-12', bid: 15_500, status: 'sold' },
        ],
      }),
    ).toContain('Earlier sales: 2 on record. Highest refused bid $13,800 on Sep 8, 2026');
  });

  it('sums up similar lots by their middle', () => {
    const bids = [3950, 8100, 6200, 3800, 4150, 4725, 4300, 4200, 3425, 7700, 6050];
    const similar_lots = bids.map((bid) => ({ bid, kind: 'final' as const }));
    expect(said({ similar_lots })).toEqual(['Similar lots: 11 sold for $3,425–$8,100 (middle $4,300)']);
  });

  it('sums up the costs of the site, without what it adds up for one bid', () => {
    const usd = { currency: 'USD' };
    expect(
      said({
        site_fees: [
          { name: 'us_transport', amount: 335, ...usd },
          { name: 'ocean', amount: 995, port: 'Rotterdam', ...usd },
          { name: 'ocean', amount: 1495, port: 'Gdynia', ...usd },
          { name: 'broker', amount: 450, tax: 'outside', ...usd },
          { name: 'customs_agency', amount: 500, currency: 'EUR' },
          { name: 'total', amount: 3573, currency: 'EUR', at_bid: 0 },
        ],
      }),
    ).toEqual([
      'Site’s costs: Trucking $335, ocean freight $995–$1,495 (2 ports), site fee $450 plus tax, customs agency €500',
    ]);
  });

  it('is nothing of a lot without a market', () => {
    expect(marketFacts({ ...lotWith({}), market: null }, NOW)).toEqual([]);
  });
});

describe('listedSale', () => {
  const figures = {
    low: 1,
    high: 2,
    value_share: null,
    verdict: null,
    sale_date: '2026-12-01T15:00:00Z',
    listing_state: 'active' as const,
    market: {
      ...UNKNOWN,
      current_bid: 1900,
      sale_state: 'upcoming' as const,
      sale_at: '2026-12-01T15:00:00Z',
    },
    photo: null,
    photos_total: 0,
    photos_examined: 0,
    parts_confirmed: 0,
  };
  const read_at = '2026-11-27T12:00:00Z';

  it('shows what was last read over what the report has', () => {
    const lot = listedSale(figures, [
      { fact: 'current_bid', before: '2000 USD', after: '2100 USD', read_at },
      { fact: 'current_bid', before: '1900 USD', after: '2000 USD', read_at },
    ]);
    expect(priceFacts(lot, NOW)).toEqual([{ key: 'bid', label: 'Current bid', value: '$2,100' }]);
  });

  it('shows a lot as sold once it was read so', () => {
    const lot = listedSale(figures, [
      { fact: 'final_bid', before: null, after: '4975 USD', read_at },
      { fact: 'listing_state', before: 'active', after: 'sold', read_at },
    ]);
    expect(saleEndWords(lot, NOW)).toBe('Sold Dec 1, 2026 for $4,975');
  });

  it('takes no price of another currency over', () => {
    const lot = listedSale(figures, [{ fact: 'current_bid', before: null, after: '2600 CAD', read_at }]);
    expect(lot.market?.current_bid).toBe(1900);
  });
});
