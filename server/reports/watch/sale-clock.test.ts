import { expect, test } from 'vitest';
import { hoursUntilSale, saleClockWords } from './sale-clock.ts';

const NOON = Date.parse('2026-12-01T12:00:00Z');

test.each([
  ['2026-12-01T17:00:00Z', 5],
  ['2026-12-02', 12],
  ['2026-12-01', 0],
  ['2026-12-01T11:59:00Z', null],
  ['2026-11-30', null],
  ['Future sale', null],
])('a sale listed for %s is %s hours away at noon of Dec 1', (sale, hours) => {
  expect(hoursUntilSale(sale, NOON)).toBe(hours);
});

test('a sale is named by its day and, where an hour is listed, by how soon it is', () => {
  expect(saleClockWords('2026-12-01T17:00:00Z', NOON)).toBe('on Dec 1, 2026, in about 5 hours');
  expect(saleClockWords('2026-12-01T12:20:00Z', NOON)).toBe('on Dec 1, 2026, in less than an hour');
  expect(saleClockWords('2026-12-02', NOON)).toBe('on Dec 2, 2026');
});
