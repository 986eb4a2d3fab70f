import { expect, test } from 'vitest';
import { typedNumber } from './typed-number.ts';

test.each([
  ['1,234.50', 1234.5],
  ['$1,234', 1234],
  ['60 %', 60],
  [' 0.5 ', 0.5],
  ['.5', 0.5],
  ['120000', 120_000],
  ['0', 0],
])('%s is a number', (text, value) => {
  expect(typedNumber(text)).toBe(value);
});

test.each(['1.234,50', '12,50', '120k', '-5', '1,23', '', '.', '$', '1e5', 'Infinity', '1,2345'])(
  '“%s” is asked again',
  (text) => {
    expect(typedNumber(text)).toBeNaN();
  },
);
