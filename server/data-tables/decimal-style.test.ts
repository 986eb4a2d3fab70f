import { describe, expect, test } from 'vitest';
import { amountIn, decimalStyle } from './decimal-style.ts';

describe('the decimal style of a column', () => {
  test.each([
    [['1.745,08', '12,50'], 'comma'],
    [['1,745.08', '12.50'], 'point'],
    [['1.745', '12,50'], 'comma'],
    [['1,745', '12.50'], 'point'],
    [['1.234.567'], 'comma'],
    [['1,234,567'], 'point'],
    [['1 745,08'], 'comma'],
    [["1'745.08"], 'point'],
    [['310', 'ask', ''], 'point'],
    [['12,50', '745.08', '9,99'], 'comma'],
    [['1 299,50 kr'], 'comma'],
    [["CHF 1'299.–"], 'point'],
    [['1.299,- €'], 'comma'],
    [['₹1,00,299', '₹12,50,000'], 'point'],
    [['1.299', '2.450', '12.120'], 'comma'],
    [['1.299', '745.080', '1299.000'], 'point'],
    [['745.080', '12.500'], 'point'],
  ])('of %j is %s', (texts, style) => {
    expect(decimalStyle(texts, 'point')).toBe(style);
  });

  test('is the fallback where no amount can be read one way only', () => {
    expect(decimalStyle(['1.740', '12'], 'comma')).toBe('comma');
  });
});

describe('an amount', () => {
  test.each([
    ['comma', '1.745,08 €', 1745.08],
    ['comma', 'EUR 12,50', 12.5],
    ['comma', '1 745,08', 1745.08],
    ['comma', '1\u202f745,08', 1745.08],
    ['comma', '1.745', 1745],
    ['comma', '12,-', 12],
    ['comma', '1 299:-', 1299],
    ['comma', '1.299,– €', 1299],
    ['comma', '1\u00a0299,50 kr', 1299.5],
    ['point', '1’234’567.50 CHF', 1234567.5],
    ['point', 'Rs. 1,00,299.50', 100299.5],
    ['point', '$1,299.00', 1299],
    ['point', 'US$ 1,299.00', 1299],
    ['point', "CHF 1'745.05", 1745.05],
    ['point', '1,74,508.50', 174508.5],
    ['point', '.50', 0.5],
    ['point', '1,745', 1745],
  ] as const)('in the style %s, %j is %d', (style, text, amount) => {
    expect(amountIn(style, text)).toBe(amount);
  });

  test.each([
    ['comma', '745.08'],
    ['comma', '1,745.08'],
    ['point', '745,08'],
    ['point', '1.745,08'],
    ['point', '1.745'],
    ['point', '-5'],
    ['point', 'ask'],
    ['point', '5-10'],
  ] as const)('in the style %s, %j can’t be read', (style, text) => {
    expect(amountIn(style, text)).toBeNull();
  });
});
