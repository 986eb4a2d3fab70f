import fc from 'fast-check';
import { expect, test } from 'vitest';
import { vehicleFacts } from './vehicle-facts.ts';
import { vehicleValue } from './vehicle-value.ts';

const value = (
  make: string | null,
  model: string | null,
  year: number | null,
  mileage: number | null,
): number => vehicleValue(vehicleFacts({ year, make, model }), { year, mileage }).cents / 100;

test('a car is worth less with more miles and more years', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 2001, max: 2025 }),
      fc.integer({ min: 1000, max: 250_000 }),
      (year, miles) => {
        expect(value('Toyota', 'Camry', year, miles + 20_000)).toBeLessThanOrEqual(
          value('Toyota', 'Camry', year, miles),
        );
        expect(value('Nissan', 'Altima', year, null)).toBeLessThanOrEqual(
          value('Nissan', 'Altima', year + 1, null),
        );
      },
    ),
  );
});

test('models keep their order of value', () => {
  expect(value('Toyota', 'Tacoma', 2016, 100_000)).toBeGreaterThan(value('Nissan', 'Altima', 2016, 100_000));
  expect(value('BMW', '740I', 2021, 50_000)).toBeGreaterThan(value('BMW', '330I', 2021, 50_000));
});

test('codes of models are read as the sites write them', () => {
  expect(vehicleFacts({ year: 2018, make: 'Chevrolet', model: 'SILVERADO K1500 LT' }).model).toBe(
    'Silverado',
  );
  expect(vehicleFacts({ year: 2018, make: 'Lexus', model: 'RX350' }).model).toBe('RX');
  expect(vehicleFacts({ year: 2018, make: 'Land Rover', model: 'RANGEROVER SPORT HSE' }).model).toBe(
    'Range Rover Sport',
  );
  expect(vehicleFacts({ year: 2018, make: 'BMW', model: '328 I' }).model).toBe('3 Series');
});

test('an unknown car is worth something, more widely', () => {
  const known = vehicleValue(vehicleFacts({ year: 2018, make: 'Honda', model: 'Civic' }), {
    year: 2018,
    mileage: 80_000,
  });
  const unknown = vehicleValue(vehicleFacts({ year: null, make: 'Nobody', model: 'Knows' }), {
    year: null,
    mileage: null,
  });
  expect(unknown.cents).toBeGreaterThan(100_000);
  expect(unknown.sd_log).toBeGreaterThan(known.sd_log);
});

test('four driven wheels add value to a pickup, and diesel too', () => {
  const pickup = (more: { drive?: string; fuel?: string }): number =>
    vehicleValue(vehicleFacts({ year: 2019, make: 'Ford', model: 'F250', ...more }), {
      year: 2019,
      mileage: 80_000,
    }).cents;
  expect(pickup({ drive: '4x4 w/Rear Wheel Drv' })).toBeGreaterThan(pickup({ drive: 'Rear-wheel Drive' }));
  expect(pickup({ fuel: 'DIESEL' })).toBeGreaterThan(pickup({ fuel: 'GAS' }));
});

test('the value of an old car is known less well than of a new one, and of the cheaper of two of one year less well', () => {
  const spread = (make: string, model: string, year: number): number =>
    vehicleValue(vehicleFacts({ year, make, model }), { year, mileage: 80_000 }).sd_log;
  expect(spread('Honda', 'Civic', 2008)).toBeGreaterThan(1.5 * spread('Honda', 'Civic', 2024));
  expect(spread('Nissan', 'Versa', 2008)).toBeGreaterThan(1.02 * spread('BMW', '5 Series', 2008));
});
