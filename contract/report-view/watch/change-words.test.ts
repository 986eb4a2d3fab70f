import { describe, expect, it } from 'vitest';
import type { ShownUnits } from '../../units/shown-units.ts';
import type { LotChange } from '../../watch/lot-change.ts';
import { inUnits } from '../units/shown-units.ts';
import { changeWords } from './change-words.ts';

const READ = '2026-11-23T12:00:00.000Z';
const words = (fact: LotChange['fact'], before: string | null, after: string): string =>
  changeWords({ fact, before, after, read_at: READ });

describe('a change of a lot', () => {
  it.each([
    ['2026-12-01T15:00:00Z', 'Sale moved from Dec 1, 2026 to Dec 8, 2026'],
    ['2026-11-20T15:00:00Z', 'Listed again for Dec 8, 2026'],
    [null, 'Sale set for Dec 8, 2026'],
  ])('of a sale on %s says what that means on the day it was read', (before, said) => {
    expect(words('sale_date', before, '2026-12-08T15:00:00Z')).toBe(said);
  });

  it('of a date that is no date says it as it is listed', () => {
    expect(words('sale_date', null, 'Future')).toBe('Sale set for Future');
  });

  it.each([
    ['listing_state', 'ended', 'active', 'Listed again'],
    ['listing_state', 'active', 'sold', 'Sold'],
    ['listing_state', 'active', 'ended', 'Listing ended'],
    ['lot_number', '41112222', '43334444', 'Listed again as lot 43334444'],
    ['current_bid', '1900 USD', '2100 USD', 'Bid now $2,100, was $1,900'],
    ['current_bid', '1900 CAD', '2100 CAD', 'Bid now CA$2,100, was CA$1,900'],
    ['current_bid', '1900', '2100', 'Bid now 2,100 (currency not listed), was 1,900 (currency not listed)'],
    ['buy_now', null, '16900 USD', 'Buy Now set at $16,900'],
    ['buy_now', '16900 USD', '15000 USD', 'Buy Now price now $15,000, was $16,900'],
    ['final_bid', null, '4975 USD', 'Final bid $4,975'],
    ['reserve_state', 'not_met', 'met', 'Reserve met'],
    ['retail_value', '12500', '9000', 'Listed value now $9,000, was $12,500'],
    ['run_condition', 'stationary', 'runs_and_drives', 'Condition now Runs and drives, was Stationary'],
    ['mileage', '71905', '72000', 'Mileage now 72,000 mi, was 71,905 mi'],
    ['primary_damage', 'FRONT END', 'ALL OVER', 'Primary damage now ALL OVER, was FRONT END'],
  ] as const)('of %s from %s to %s is a line', (fact, before, after, said) => {
    expect(words(fact, before, after)).toBe(said);
  });

  it('of a distance and an amount is said in the units its reader has set', () => {
    const money = { currency: 'EUR', sign: '€', decimals: 2, per_usd: 0.5, rate_source: null } as const;
    const units: ShownUnits = { distance: 'km', money: { ...money, rate_date: '2026-05-08' } };
    inUnits(units, () => {
      expect(words('mileage', '1000', '2000')).toBe('Mileage now 3,219 km, was 1,609 km');
      expect(words('retail_value', null, '9000')).toBe('Listed value now €4,500');
    });
  });
});
