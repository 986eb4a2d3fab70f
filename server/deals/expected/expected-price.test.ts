import { describe, expect, it, test } from 'vitest';
import { priceWords } from '../../../contract/report-view/deal/price-words.ts';
import type { Market } from '../../../contract/schemas/market.ts';
import { readTitle } from '../../damage-detectors/declared/title.ts';
import { usualSalvage } from '../../estimate/totals/statutes.ts';
import { SILENT_MARKET } from '../fixtures/made-up-deal.ts';
import { expectedPrice, type PricedLot } from './expected-price.ts';
import type { OwnLot } from './own-lots.ts';

const NOW = Date.parse('2026-09-12T00:00:00Z');

/** A made-up lot worth so many dollars; `age` in years. */
function lotWorth(usd: number, lot: Partial<PricedLot> = {}, age = 5): PricedLot {
  const [least, most] = usualSalvage(usd, { age, special: null });
  return {
    auction: 'copart',
    value: usd * 100,
    salvage: [least * usd * 100, most * usd * 100],
    insurer: null,
    run: null,
    damage: ['front_end'],
    title: readTitle('Salvage'),
    year: 2021,
    vin: null,
    market: null,
    ...lot,
  };
}
const market = (change: Partial<Market>): Market => ({ ...SILENT_MARKET, currency: 'USD', ...change });
const price = (lot: PricedLot, read: readonly OwnLot[] = [], now = NOW) => expectedPrice(lot, now, read);
const three = (lot: PricedLot, read: readonly OwnLot[] = [], now = NOW) => {
  const found = price(lot, read, now);
  return found?.of === 'expected' ? [found.usd, found.low, found.high] : found;
};
const refused = (bid: number, date: string): Market['sale_history'][number] => ({
  date,
  auction: 'IAAI',
  lot_number: null,
  bid,
  status: 'not_sold',
});
const similar = (bids: readonly number[], year = 2019): Market['similar_lots'] =>
  bids.map((bid) => ({ bid, kind: 'final', year }));
const JETTA_LIKE = [3950, 8100, 6200, 3800, 4150, 4725, 4300, 4200, 3425, 7700, 6050];

describe('the expected price by hand', () => {
  it('of the Jetta is held up by the bid that was refused', () => {
    const now = Date.parse('2023-12-15T00:00:00Z');
    const jetta = lotWorth(17_555, {
      auction: 'iaai',
      run: 'runs_and_drives',
      year: 2019,
      market: market({
        sale_history: [refused(4700, '2023-12-05'), refused(4250, '2023-12-12')],
        similar_lots: similar(JETTA_LIKE),
      }),
    });
    expect(three(jetta, [], now)).toEqual([4750, 4750, 6500]);
    const found = price(jetta, [], now);
    expect(found && priceWords(found)).toBe(
      'Sells for about $4,750 ($4,750–$6,500): refused at $4,700 on Dec 5, 2023; 11 similar sold for $3,425–$8,100 (middle $4,300)',
    );
  });

  it('of the F-150 is the next step after the bid that was refused', () => {
    const truck = lotWorth(41_979, {
      auction: 'iaai',
      run: 'stationary',
      market: market({ sale_history: [refused(11_450, '2026-08-31'), refused(13_800, '2026-09-08')] }),
    });
    expect(three(truck)).toEqual([13_900, 13_900, 22_650]);
  });

  it('of the Corolla is drawn to four lots the account has read', () => {
    const own = (share: number): OwnLot => ({
      share,
      day: '2026-07-01',
      year: 2022,
      title_class: 'rebuilt',
      damage_class: 'hit',
    });
    const read = [0.2, 0.25, 0.27, 0.4].map(own);
    expect(three(lotWorth(23_937))).toEqual([6800, 4000, 11_700]);
    const [usd] = three(lotWorth(23_937), read) as number[];
    expect(usd).toBe(6350);
  });

  it.each([
    [
      'hail with a bid',
      lotWorth(27_339, { damage: ['hail'], market: market({ current_bid: 7900 }) }),
      [10_150, 8000, 17_350],
    ],
    ['our table alone', lotWorth(42_689), [14_950, 8700, 25_600]],
    ['a value under $15,000', lotWorth(12_575), [2900, 1700, 4950]],
    [
      'a bid and an ask',
      lotWorth(33_293, { market: market({ current_bid: 10_900, buy_now: 14_500, sale_state: 'upcoming' }) }),
      [11_650, 11_000, 14_500],
    ],
    [
      'a clean title, asked for less than the top',
      lotWorth(21_033.93, {
        title: readTitle('Clean'),
        insurer: 2_094_42,
        market: market({ current_bid: 1900, buy_now: 16_900, sale_state: 'upcoming' }),
      }),
      [15_350, 8950, 16_900],
    ],
    [
      'a bid refused above what the table expects',
      lotWorth(18_161.4, { market: market({ sale_history: [refused(7200, '2026-05-04')] }) }),
      [7300, 7300, 9100],
    ],
    [
      'an ask under all',
      lotWorth(30_374, { market: market({ buy_now: 3550, sale_state: 'upcoming' }) }),
      [3550, 3550, 3550],
    ],
  ])('of %s', (_, lot, expected) => {
    expect(three(lot)).toEqual(expected);
  });
});

describe('an expected price', () => {
  it('is what the page says the lot was sold for', () => {
    const found = price(
      lotWorth(41_979, {
        market: market({
          sale_state: 'sold',
          final_bid: 15_500,
          sale_date: '2026-09-12',
          sold_by: 'buy_now',
        }),
      }),
    );
    expect(found && priceWords(found)).toBe(
      'Sold for $15,500 on Sep 12, 2026. We expected $14,700, 5% under',
    );
  });

  it('is what its user found out, next to what was expected', () => {
    const told = { usd: 5_000, day: '2026-09-01' };
    expect(expectedPrice(lotWorth(23_937), NOW, [], told)).toEqual({
      of: 'sold',
      usd: 5_000,
      day: '2026-09-01',
      by: null,
      expected: 6_800,
    });
  });

  it('says where nothing but our table is known', () => {
    const found = price(lotWorth(23_937));
    expect(found && priceWords(found)).toBe(
      'Sells for about $6,800 ($4,000–$11,700): our table, no prices read',
    );
  });

  it('warns of an ask far under what such wrecks bring', () => {
    const asked = (buy_now: number) =>
      price(lotWorth(30_374, { market: market({ buy_now, sale_state: 'upcoming' }) }));
    expect(asked(3550)).toMatchObject({ far_under_usual: true });
    expect(asked(9000)).not.toHaveProperty('far_under_usual');
  });

  it('does not count prices in another or no currency', () => {
    for (const currency of ['CAD', null])
      expect(three(lotWorth(23_937, { market: market({ currency, current_bid: 20_000 }) }))).toEqual([
        6800, 4000, 11_700,
      ]);
  });

  it('forgets a bid refused more than 180 days ago', () => {
    const ago = (date: string) =>
      three(lotWorth(18_161.4, { market: market({ sale_history: [refused(7200, date)] }) }));
    expect(ago('2026-03-16')).toEqual([7300, 7300, 9100]);
    expect(ago('2026-03-15')).toEqual([5200, 3000, 8850]);
  });

  it('leaves out its own VIN and other model years among similar lots', () => {
    const others = [
      ...similar([9000, 9100], 2016),
      { bid: 9000, kind: 'final' as const, year: 2019, vin: 'OWN' },
      { bid: 9000, kind: 'current' as const, year: 2019 },
      ...similar([4000], 2019),
    ];
    const lot = lotWorth(17_555, { year: 2019, vin: 'OWN', market: market({ similar_lots: others }) });
    expect(three(lot)).toEqual(three({ ...lot, market: null }));
  });

  it('trusts a sale of the same car more the later it was', () => {
    const sold = (date: string) =>
      three(
        lotWorth(17_555, {
          market: market({ sale_history: [{ ...refused(9000, date), status: 'sold' }] }),
        }),
      ) as number[];
    expect(sold('2026-09-01')[0]).toBeGreaterThan(sold('2025-10-01')[0] ?? 0);
    expect(sold('2025-09-01')).toEqual(three(lotWorth(17_555)));
  });

  test('is not known without a value and without prices', () => {
    expect(price(lotWorth(0, { value: null, salvage: null }))).toBeNull();
  });
});
