import { expect, it } from 'vitest';
import { categoryById } from '../../categories/generic-categories.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { partCost } from '../tables/part-costs.ts';
import { lineCost } from './line-cost.ts';
import type { PricedCar } from './part-price.ts';
import { priceWork } from './price-line.ts';

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

function costAt(category: string, severity: number) {
  const work = priceWork({
    category: categoryById(category),
    priorId: null,
    exact: true,
    work: 'repair',
    method: null,
    car: CAR,
    rates: RATES,
    catalogue: null,
  });
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
