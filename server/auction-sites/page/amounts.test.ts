import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOf, currencyOf, printedAmount } from './amounts.ts';

const dollars = (cents: number): string => {
  const [whole = '', part = ''] = (cents / 100).toFixed(2).split('.');
  return `${whole.replace(/\B(?=(\d{3})+$)/g, ',')}.${part}`;
};
const cents = fc.integer({ min: 100, max: 9_999_999_999 });

describe('amountOf', () => {
  it.each([
    ['$15,500 USD', 15_500, 'USD'],
    ['15500.00', 15_500, null],
    ['$1,675', 1_675, null],
    ['16900.0', 16_900, null],
    [16900, 16_900, null],
    ['$27,339.00USD', 27_339, 'USD'],
    ['4,550 USD', 4_550, 'USD'],
    ['C$7,900', 7_900, 'CAD'],
    ['CA$ 7,900', 7_900, 'CAD'],
    ['$12,163.00 CAD', 12_163, 'CAD'],
    ['€3,573', 3_573, 'EUR'],
    ['16 000 zł', 16_000, 'PLN'],
  ] as const)('reads %s', (text, amount, currency) => {
    expect(amountOf(text)).toMatchObject({ amount, currency });
  });

  it.each([
    '$0',
    '$0.00 USD',
    '0',
    '---',
    '',
    'Hidden',
    'Future',
    '-1',
    -1,
    0,
    {},
    null,
    '$2,000 - $3,000',
    '$7,900 or best offer',
    '7,900 CHF',
    '3.573 €',
    '€3,573 USD',
    '$3,573 €',
    '1,23 USD',
    '12,34,567',
    '$5,200.123',
  ])('reads no price in %j', (text) => {
    expect(amountOf(text)).toBeNull();
  });

  it('reads back every printed amount of every currency', () => {
    const prints = [
      (text: string): [string, string | null] => [`$${text}`, null],
      (text: string): [string, string | null] => [`$${text} USD`, 'USD'],
      (text: string): [string, string | null] => [`C$${text}`, 'CAD'],
      (text: string): [string, string | null] => [`${text} CAD`, 'CAD'],
      (text: string): [string, string | null] => [`€${text}`, 'EUR'],
      (text: string): [string, string | null] => [`£${text}`, 'GBP'],
    ];
    fc.assert(
      fc.property(cents, fc.constantFrom(...prints), (count, print) => {
        const [text, currency] = print(dollars(count));
        expect(amountOf(text)).toMatchObject({ amount: count / 100, currency });
      }),
    );
  });

  it('never reads a price in a text with a word it does not know', () => {
    const word = fc.stringMatching(/^[a-z]{6,12}$/);
    fc.assert(
      fc.property(cents, word, fc.boolean(), (count, other, isBefore) => {
        const price = `$${dollars(count)}`;
        expect(amountOf(isBefore ? `${other} ${price}` : `${price} ${other}`)).toBeNull();
      }),
    );
  });

  it('gives a positive finite amount or none, for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.anything()), (value) => {
        const read = amountOf(value);
        expect(read === null || (Number.isFinite(read.amount) && read.amount >= 1)).toBe(true);
      }),
    );
  });
});

describe('printedAmount', () => {
  it('keeps a zero, which a calculator prints for a bid of zero', () => {
    expect(printedAmount('$0')).toMatchObject({ amount: 0, isDollar: true });
  });
});

describe('currencyOf', () => {
  it.each([
    ['USD', 'USD'],
    ['cad', 'CAD'],
    ['$', null],
    ['dollars', null],
    ['XYZ', null],
  ])('reads %s as %s', (code, currency) => {
    expect(currencyOf(code)).toBe(currency);
  });
});
