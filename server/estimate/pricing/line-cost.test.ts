import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { categoryById } from '../../categories/generic-categories.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { extentFactor, partCost } from '../tables/part-costs.ts';
import { lineCost } from './line-cost.ts';
import type { PricedCar } from './part-price.ts';
import { type DamageExtent, priceWork } from './price-line.ts';

const CAR: PricedCar = {
  price_class: 1,
  year: 2020,
  age: 6,
  body_class: 'sedan',
  scenario: 'usual',
  aluminium: false,
};
const RATES = ratesFor({ id: 'insurer' }, 'TX', 1);
const WELDED = ['quarter_panel', 'frame_rail_front', 'b_pillar', 'rear_body_panel', 'trunk_floor'] as const;

function workOf(category: string, extent?: DamageExtent, work: 'repair' | 'replace' = 'repair') {
  return priceWork({
    category: categoryById(category),
    priorId: null,
    exact: true,
    work,
    method: null,
    car: CAR,
    rates: RATES,
    catalogue: null,
    ...(extent === undefined ? {} : { extent }),
  });
}

function costAt(category: string, severity: number, extent?: DamageExtent) {
  const work = workOf(category, extent);
  const line = { ...work, id: category, quantity: 1, paint: null };
  return lineCost(line as Parameters<typeof lineCost>[0], RATES, severity);
}

it.each(WELDED)('%s is straightened for six hours at most', (category) => {
  for (const severity of [0, 0.5, 1, 1.3, 1.59]) {
    const { operation, hours } = costAt(category, severity);
    expect(operation).toBe('repair');
    expect(hours?.likely).toBeLessThanOrEqual(6);
  }
});

it.each(WELDED)('%s is sectioned under a severe hit at the hours of a new section', (category) => {
  const { operation, hours, part } = costAt(category, 1.8);
  const cost = partCost(category, 'sedan');
  expect(operation).toBe('section');
  expect(part).not.toBeNull();
  expect(hours?.likely).toBeGreaterThanOrEqual(cost?.hours_low ?? Number.NaN);
  expect(hours?.likely).toBeLessThanOrEqual((cost?.hours_high ?? Number.NaN) * 1.2);
});

describe('how much of a panel is damaged', () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const panel = fc.constantFrom('hood', 'fender', 'front_door_shell', 'front_bumper_cover', ...WELDED);
  const hit = fc.double({ min: 0, max: 2, noNaN: true });
  const likely = (...given: Parameters<typeof costAt>): number => costAt(...given).total.likely;

  it('never makes a repair cheaper for being larger, at any hit and severity', () => {
    fc.assert(
      fc.property(
        panel,
        hit,
        fc.constantFrom(null, 1, 2, 3, 4),
        share,
        share,
        (category, at, severity, a, b) => {
          const [less, more] = [Math.min(a, b), Math.max(a, b)];
          expect(likely(category, at, { share: less, severity })).toBeLessThanOrEqual(
            likely(category, at, { share: more, severity }),
          );
        },
      ),
    );
  });

  it('never makes a heavier damage of one size cheaper, nor one harder hit', () => {
    fc.assert(
      fc.property(panel, hit, hit, share, (category, a, b, size) => {
        const [light, heavy] = [Math.min(a, b), Math.max(a, b)];
        for (const severity of [1, 2, 3, 4])
          expect(likely(category, light, { share: size, severity })).toBeLessThanOrEqual(
            likely(category, heavy, { share: size, severity }),
          );
        expect(likely(category, light, { share: size, severity: 2 })).toBeLessThanOrEqual(
          likely(category, light, { share: size, severity: 3 }),
        );
      }),
    );
  });

  it('sets the hours by the table: half the middling ones for next to nothing, twice and more for all of it', () => {
    const usual = workOf('hood').labour?.hours.likely ?? Number.NaN;
    const of = (size: number) => workOf('hood', { share: size, severity: 2 }).labour;
    expect(of(0)?.hours.likely).toBeCloseTo(usual * 0.5, 9);
    expect(of(0.15)?.hours.likely).toBeCloseTo(usual, 9);
    expect(of(1)?.hours.likely).toBeCloseTo(usual * 2.4, 9);
    expect(of(0.25)).toMatchObject({ extent: 0.25, basis: 'judgement' });
    expect(extentFactor(0.25)).toBeCloseTo(1.25, 9);
  });

  it('changes nothing where it is not known, nor of a part that is replaced', () => {
    expect(workOf('hood', null)).toEqual(workOf('hood'));
    expect(workOf('hood').labour).not.toHaveProperty('extent');
    expect(workOf('hood', { share: 0.9, severity: 2 }, 'replace')).toEqual(workOf('hood', null, 'replace'));
  });

  it('takes nothing from a heavy damage for being small', () => {
    expect(workOf('quarter_panel', { share: 0.01, severity: 3 }).labour?.hours).toEqual(
      workOf('quarter_panel').labour?.hours,
    );
  });
});
