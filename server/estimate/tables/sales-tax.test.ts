import { expect, test } from 'vitest';
import { isState, salesTax } from './sales-tax.ts';

test.each(['NY', 'OH', 'FL', 'PA', 'NJ', 'WA'])('%s taxes a repair’s labour with its parts', (state) => {
  expect(salesTax(state).on_labour).toBe(true);
});

test.each(['TX', 'CA', 'MN', 'GA', 'IL', 'MI'])('%s taxes parts and materials alone', (state) => {
  expect(salesTax(state)).toMatchObject({ on_labour: false, known: true });
});

test('an unknown state has tax on parts and materials alone, at the middle rate', () => {
  expect(salesTax(null)).toMatchObject({ on_labour: false, known: false });
  expect(isState('ZZ')).toBe(false);
});

test('New Jersey taxes at its statutory 6.625%', () => {
  expect(salesTax('NJ')).toMatchObject({ percent: 6.625, known: true });
});
