import { expect, test } from 'vitest';
import type { Lot } from '../../contract/schemas/lot.ts';
import { MORE_MAKES, SUPPORTED_MAKES } from '../../contract/vehicles/makes.ts';
import type { ReadLot } from '../auction-sites/auction-site.ts';
import { OTHER_MAKES } from '../vehicles/make-names.ts';
import { enterLot } from './enter-lot.ts';
import { asTaken, finishLot } from './finish-lot.ts';

const ofAnyMake = (lot: Lot) => asTaken(lot, true);
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

test('a lot of another make is answered with the makes that work', () => {
  const [jeep, geo] = [lotOf('Jeep', 'Wrangler'), lotOf('Geo', 'Metro')];
  expect(asTaken(jeep, false).supported_makes).toEqual(Object.values(SUPPORTED_MAKES));
  expect(asTaken(jeep, true).supported_makes).toBeUndefined();
  expect(asTaken(geo, true).supported_makes).toContain('Jeep');
});

test('with all makes exactly those work that are named as more makes', () => {
  const working = OTHER_MAKES.map(([name]) => name).filter(
    (name) => ofAnyMake(lotOf(name, 'Anything')).make_supported,
  );
  expect(working).toEqual([...MORE_MAKES]);
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

const listed = (facts: Partial<ReadLot>): Lot => {
  const { make_supported: _, ...lot } = lotOf('Ford', 'F-150');
  return finishLot({ ...lot, name: null, ...facts });
};

test.each([
  // Copart's code for Jeep, and one that no table here has.
  ['JEP', '1C4NJPFB9ED******', 'Jeep'],
  ['CHRS', '2C4RC1L78PR600004', 'Chrysler'],
  [null, '2C4RC1L78PR600004', 'Chrysler'],
  // A motor home's builder is not the maker of its chassis.
  ['WINNEBAGO', '1FDXF46P74EC00001', 'Winnebago'],
  // What is known beats the VIN.
  ['DODGE', '1C6SRFET2KN500002', 'Dodge'],
  // A wrong check digit: the VIN may be another car's.
  [null, '1FTFW1ED0NFB06106', null],
])('of a listing with make %s and VIN %s the make is %s', (make, vin, name) => {
  expect(listed({ make, vin }).make).toBe(name);
});

test('a make that the listing leaves out is not guessed from a shared maker code', () => {
  expect(listed({ make: null, vin: 'JN1BJ1AW5PW109661' })).toMatchObject({
    make: null,
    make_supported: false,
    possible_makes: ['Nissan', 'Infiniti', 'Datsun'],
  });
});
