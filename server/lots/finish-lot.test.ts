import { expect, test } from 'vitest';
import { OTHER_MAKES } from '../vehicles/make-names.ts';
import { enterLot } from './enter-lot.ts';
import { ofAnyMake } from './finish-lot.ts';

const lotOf = (make: string, model: string) => enterLot({ year: 2019, make, model });

test.each([
  ['Tesla', 'Model 3'],
  ['CHEV', 'Malibu'],
  ['MERCEDES BENZ', 'C 300'],
  ['Jeep', 'Wrangler'],
])('with all makes a %s %s is taken, by any spelling', (make, model) => {
  const lot = lotOf(make, model);
  expect([lot.make_supported, ofAnyMake(lot).make_supported]).toEqual([false, true]);
});

test.each([
  ['Harley-Davidson', 'Road King'],
  ['Peterbilt', '579'],
  ['Utility', 'Reefer'],
  ['Geo', 'Metro'],
])('with all makes a %s %s is still refused: no car, or no price with a ground', (make, model) => {
  expect(ofAnyMake(lotOf(make, model)).make_supported).toBe(false);
});

test('with all makes what the listing names as no car is still refused', () => {
  const lot = { ...lotOf('Chevrolet', 'Express'), vehicle_kind: 'BUS' };
  expect(ofAnyMake(lot).make_supported).toBe(false);
});

test('of the makes known here these stay refused with all makes, and no others', () => {
  const refused = OTHER_MAKES.map(([name]) => name).filter(
    (name) => !ofAnyMake(lotOf(name, 'Anything')).make_supported,
  );
  expect(refused).toMatchInlineSnapshot(`
    [
      "Bombardier",
      "BrightDrop",
      "Daewoo",
      "Eagle",
      "Freightliner",
      "Geo",
      "Harley-Davidson",
      "Hino",
      "International",
      "Kawasaki",
      "Kenworth",
      "KTM",
      "Lotus",
      "Mack",
      "Maybach",
      "Peterbilt",
      "Plymouth",
      "Polaris",
      "Thomas Built",
      "Triumph",
      "VinFast",
      "Yamaha",
    ]
  `);
});
