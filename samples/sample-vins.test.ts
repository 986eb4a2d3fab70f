import { expect, test } from 'vitest';
import { decodeVin } from '../server/vehicles/decode-vin.ts';
import { SAMPLE_LISTINGS } from './sample-lots.ts';

test('the BMW’s VIN decodes to the car its listing names', () => {
  expect(decodeVin(SAMPLE_LISTINGS['90000001'].vin)).toMatchObject({
    make: 'BMW',
    model: '328i',
    year: 2014,
    masked: false,
    check_digit_ok: true,
  });
});

test('the masked VINs decode as far as they are shown', () => {
  expect(decodeVin(SAMPLE_LISTINGS['90000002'].vin)).toMatchObject({
    model: 'QX60',
    year: 2015,
    masked: true,
  });
  expect(decodeVin(SAMPLE_LISTINGS['90000003'].vin)).toMatchObject({
    model: 'Q50',
    year: 2015,
    masked: true,
  });
});
