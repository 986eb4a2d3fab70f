import { expect, test } from 'vitest';
import { enterLot } from './enter-lot.ts';

test.each([
  [{ vin: 'WBA3A5C58EF90000I' }, 'never holds the letter I'],
  [{ vin: '12' }, 'This is not a VIN'],
  [{ year: 2099, make: 'Toyota', model: 'Camry' }, 'no model year 2099 yet'],
  [{ vin: 'WBA3A5C58EF900001', year: 2019, make: 'Toyota', model: 'Camry' }, 'of a BMW, not of a Toyota'],
  [{ make: 'Toyota', model: 'Camry' }, 'Enter the VIN, or year, make and model'],
])('%j is refused in words', (entry, words) => {
  expect(() => enterLot(entry)).toThrow(words);
});

test('a VIN and the make it tells, however written, make a lot', () => {
  expect(enterLot({ vin: 'wba3a5c58ef900001', make: 'bmw' })).toMatchObject({ make: 'BMW', year: 2014 });
});
