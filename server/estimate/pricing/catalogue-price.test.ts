import { expect, test } from 'vitest';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import { cataloguePrice, counterpartPrice, similarPrice, unratedCurrencies } from './catalogue-price.ts';

const number = (price: number | null, currency: string | null = 'USD'): OemNumber => ({
  number: 'TEST-1',
  name: 'Test part',
  source: 'test list',
  dated: '2026-01-02',
  fit: 'model_year',
  decides: '',
  price,
  currency,
  superseded_by: null,
  url: null,
  format_ok: true,
});

test('a price of 1 and a missing price are unknown', () => {
  expect(cataloguePrice([number(1), number(null)], {})).toBeNull();
});

test('alternatives give low, likely and high', () => {
  const price = cataloguePrice([number(300), number(100), number(200), number(1)], {});
  expect(price).toMatchObject({
    low: 10_000,
    likely: 20_000,
    high: 30_000,
    origin: { from: { code: 'catalogue', sources: ['test list'], alternatives: 3 } },
  });
});

test('of two alternatives, and of any even count, the mean of the two in the middle is likely', () => {
  expect(cataloguePrice([number(300), number(100)], {})).toMatchObject({
    low: 10_000,
    likely: 20_000,
    high: 30_000,
    origin: { from: { code: 'catalogue', sources: ['test list'], alternatives: 2 } },
  });
  expect(cataloguePrice([number(10), number(20), number(40), number(900)], {})?.likely).toBe(3000);
});

test('the mean of two foreign prices says the mean amount, and two currencies say none', () => {
  const rates = { EUR: { usd: 1.1, date: '2026-03-01' } };
  expect(cataloguePrice([number(100, 'EUR'), number(200, 'EUR')], rates)).toMatchObject({
    likely: 16_500,
    converted: { amount: 150, currency: 'EUR', rate: 1.1 },
  });
  expect(cataloguePrice([number(100, 'EUR'), number(200)], rates)).toMatchObject({
    likely: 15_500,
    converted: null,
  });
});

test('a price without a rate tells its currency', () => {
  const rates = { EUR: { usd: 1.1, date: '2026-03-01' } };
  expect(
    unratedCurrencies([number(9, 'JPY'), number(9, 'EUR'), number(9), number(null, 'CHF')], rates),
  ).toEqual(['JPY']);
});

test('another currency is converted by its dated rate and says so', () => {
  const price = cataloguePrice([number(200, 'EUR')], { EUR: { usd: 1.1, date: '2026-03-01' } });
  expect(price).toMatchObject({
    likely: 22_000,
    converted: { amount: 200, currency: 'EUR', rate: 1.1, rate_date: '2026-03-01' },
  });
});

test('whose rate it is stays beside the conversion', () => {
  const rates = { EUR: { usd: 1.1, date: '2026-03-01', source: 'A bank' } };
  expect(cataloguePrice([number(200, 'EUR')], rates)?.converted?.rate_source).toBe('A bank');
});

test('the counterpart of a part prices it, and the price tells so', () => {
  const left = { ...number(300), side: 'left' as const };
  expect(counterpartPrice([left], {})).toMatchObject({
    likely: 30_000,
    basis: 'catalogue',
    origin: {
      from: { code: 'catalogue', sources: ['test list'], alternatives: 1, counterpart: 'left' },
    },
    dated: '2026-01-02',
  });
  expect(counterpartPrice([{ ...left, price: null }], {})).toBeNull();
  expect(counterpartPrice([], {})).toBeNull();
});

test('a currency without a rate is unknown', () => {
  expect(cataloguePrice([number(200, 'XXX')], {})).toBeNull();
});

test('a number that was replaced prices a part only where no current one has a price', () => {
  const old = { ...number(100), superseded_by: 'TEST-2' };
  expect(cataloguePrice([old, number(400)], {})).toMatchObject({ low: 40_000, likely: 40_000, high: 40_000 });
  expect(cataloguePrice([old, number(null)], {})).toMatchObject({ likely: 10_000 });
});

test('what an estimate of this very car has is the price, whatever catalogs ask beside it', () => {
  const estimated = { ...number(250), from_estimate: 'this_car' as const };
  expect(cataloguePrice([number(100), estimated, number(900)], {})).toMatchObject({
    low: 25_000,
    likely: 25_000,
    high: 25_000,
  });
});

test('the price on a similar car says that it is', () => {
  expect(similarPrice([number(250)], {})).toMatchObject({
    likely: 25_000,
    origin: { from: { code: 'catalogue', similar_car: true } },
  });
});
