import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COST_RATES } from '../tables/cost-profiles.ts';
import { type PricedWork, ratesBy, repriced, sumOfMoney, taxOf } from './reprice.ts';

const work = (change: Partial<PricedWork> = {}): PricedWork => ({
  money: { parts: 400_00, labour: 132_00, refinish: 99_00, materials: 63_00, sublet: 100_00 },
  hours: 2,
  refinish_hours: 1.5,
  list: 500_00,
  isRestraint: false,
  ...change,
});

const cents = (max: number) => fc.integer({ min: 0, max });
const anyWork: fc.Arbitrary<PricedWork> = fc
  .record({
    parts: cents(500_000),
    hours: fc.integer({ min: 0, max: 400 }).map((tenths) => tenths / 10),
    rate: fc.constantFrom(66_00, 75_00, 120_00),
    refinish_hours: fc.integer({ min: 0, max: 60 }).map((tenths) => tenths / 10),
    sublet: cents(200_000),
    listed: fc.constantFrom(null, 1, 1.2),
    isRestraint: fc.boolean(),
  })
  .map(({ parts, hours, rate, refinish_hours, sublet, listed, isRestraint }) => ({
    money: {
      parts,
      labour: Math.round(hours * rate),
      refinish: Math.round(refinish_hours * 66_00),
      materials: Math.round(refinish_hours * 42_00),
      sublet,
    },
    hours,
    refinish_hours,
    list: listed === null ? null : Math.round(parts * listed),
    isRestraint,
  }));

describe('a line of a repair', () => {
  it('by own labor takes hours at $30, fewer refinish hours and swapped parts', () => {
    expect(repriced(work(), COST_RATES.own_labor)).toEqual({
      parts: 275_00,
      labour: 60_00,
      refinish: 36_00,
      materials: 30_24,
      sublet: 80_00,
    });
  });

  it('of the F-150 comes to its hours and materials by hand', () => {
    const truck = repriced(
      work({
        money: { parts: 0, labour: 8_000_00, refinish: 991_32, materials: 580_00, sublet: 1_310_00 },
        hours: 102.96 - 15.02,
        refinish_hours: 15.02,
      }),
      COST_RATES.own_labor,
    );
    expect(truck.labour + truck.refinish).toBe(2_998_68);
    expect([truck.materials, truck.sublet]).toEqual([278_40, 1_048_00]);
  });

  it('keeps the insurer’s price of a part that has no other', () => {
    expect(repriced(work({ list: null }), COST_RATES.own_labor).parts).toBe(400_00);
  });

  it('takes used airbags only where they are asked for', () => {
    const airbag = work({ list: null, isRestraint: true });
    expect(repriced(airbag, COST_RATES.own_labor).parts).toBe(400_00);
    expect(repriced(airbag, COST_RATES.own_labor, { used_airbags: true }).parts).toBe(160_00);
    expect(repriced(work({ list: null }), COST_RATES.own_labor, { used_airbags: true }).parts).toBe(400_00);
  });

  it('is dearest at a door rate, then the insurer’s, own labor and unpaid', () => {
    fc.assert(
      fc.property(anyWork, (line) => {
        const by = (profile: 'door_rate' | 'own_labor' | 'unpaid') =>
          sumOfMoney(repriced(line, COST_RATES[profile]));
        const falling = [by('door_rate'), sumOfMoney(line.money), by('own_labor'), by('unpaid')];
        expect(falling).toEqual(falling.toSorted((a, b) => b - a));
      }),
      { numRuns: 10_000 },
    );
  });

  it('at the user’s own rates is at the door rate already', () => {
    expect(repriced(work(), ratesBy('door_rate', 'own'))).toEqual(work().money);
  });

  it('is taxed as its buyer is', () => {
    const money = repriced(work(), COST_RATES.unpaid);
    const rule = { percent: 8, on_labour: false };
    expect(taxOf(money, COST_RATES.own_labor, rule)).toBe(0);
    expect(taxOf(money, COST_RATES.unpaid, rule)).toBe(275_00 * 0.06);
    expect(taxOf(work().money, COST_RATES.door_rate, rule)).toBe((400_00 + 63_00) * 0.08);
  });
});
