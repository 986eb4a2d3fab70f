import { expect, test } from 'vitest';
import { currencyRates } from './exchange-rates.ts';

const source = 'European Central Bank euro reference rates';

test('a currency of the public table is worth in dollars what one euro buys of both', () => {
  const rates = currencyRates({}, '2026-11-22T10:00:00.000Z');
  expect(rates.EUR).toEqual({ usd: 1.1761, date: '2026-05-08', source });
  expect(rates.GBP?.usd).toBeCloseTo(1.1761 / 0.8641, 5);
  expect(rates.JPY?.usd).toBeCloseTo(1.1761 / 184.37, 8);
});

test('the rates set for this service stand in place of those of the table, each for itself', () => {
  const rates = currencyRates({ EUR: { usd: 1.2, date: '2026-11-01' } }, '2026-11-22');
  expect(rates.EUR).toEqual({ usd: 1.2, date: '2026-11-01' });
  expect(rates.GBP?.source).toBe(source);
});

test('a rate tells that it is more than a year old from a year and a day on', () => {
  expect(currencyRates({}, '2027-05-08').EUR?.old).toBeUndefined();
  expect(currencyRates({}, '2027-05-09').EUR?.old).toBe(true);
  const own = { EUR: { usd: 1.2, date: '2025-01-01' } };
  expect(currencyRates(own, '2026-11-22').EUR?.old).toBe(true);
});
