import { describe, expect, it, test } from 'vitest';
import { kindInWords, type NamedVehicle, refusalOf } from './other-kinds.ts';

const nothing: NamedVehicle = { vin: null, make: null, model: null, body_style: null };
const refusal = (vehicle: Partial<NamedVehicle>) => refusalOf({ ...nothing, ...vehicle });

test('a listed motorcycle is refused in words its user understands', () => {
  expect(refusal({ make: 'Honda', model: 'Gold Wing', body_style: 'MOTORCYCLE' })).toBe(
    'LotLens estimates passenger cars, SUVs, vans and pickups; this lot is listed as a motorcycle.',
  );
});

test.each([
  ['Motorcycle - Sport', 'a motorcycle'],
  ['SCOOTER', 'a motorcycle'],
  ['ATV', 'an ATV'],
  ['SIDE BY SIDE', 'an ATV'],
  ['Snowmobile', 'a snowmobile'],
  ['JET SKI', 'a boat'],
  ['BOAT', 'a boat'],
  ['UTILITY TRAILER', 'a trailer'],
  ['Truck-Tractor', 'a heavy truck'],
  ['TRACTOR', 'a heavy truck'],
  ['HEAVY DUTY TRUCKS', 'a heavy truck'],
  ['Bus - School Bus', 'a bus'],
  ['MOTOR HOME', 'a motor home'],
  ['RV', 'a motor home'],
  ['FORKLIFT', 'a machine'],
])('the words %s name %s', (words, kind) => {
  expect(kindInWords(words)).toBe(kind);
});

test.each([
  'AUTOMOBILE',
  'SUV',
  'PICKUP TRUCK',
  'Truck',
  'CREW CAB CHASSIS',
  'CARGO VAN',
  'Passenger Van',
  'SPORT UTILITY VEHICLE',
  'MINIBUS',
  '4DR',
  'SPORT',
  '',
])('the words %j name nothing but a car or nothing at all', (words) => {
  expect(kindInWords(words)).toBeNull();
});

describe('the VIN', () => {
  it('tells a motorcycle by its maker’s code, its end masked too', () => {
    for (const vin of ['JH2SC7904MK000000', 'JH2SC7904MK******', 'WB10J2309LZ000000'])
      expect(refusal({ vin, make: 'Honda' })).toContain('by its VIN this lot is a motorcycle or ATV.');
  });

  it('tells a heavy truck by what it decodes to', () => {
    expect(refusal({ vin: '1FDNF6AT5KDF00000', make: 'Ford' })).toContain(
      'by its VIN this lot is a heavy truck',
    );
  });

  it('leaves cars, vans and pickups alone', () => {
    for (const vin of ['1FTFW1ED9NFB06106', '5TDJZRFH0HS******', 'WBAJA9C56KB389776', '1FBZX2ZM5JKA00000'])
      expect(refusal({ vin })).toBeNull();
  });

  it('does not overrule a listed body of a car', () => {
    expect(refusal({ vin: 'JH2SC7904MK000000', body_style: 'SEDAN 4D' })).toBeNull();
  });
});

describe('make and model', () => {
  it.each([
    ['HARLEY-DAVIDSON', 'FLHX', null, 'a motorcycle'],
    ['Freightliner', 'CASCADIA 126', 'TRUCK', 'a heavy truck'],
    ['PETERBILT', null, null, 'a heavy truck'],
    ['Polaris', 'RZR', null, 'an ATV'],
    ['HONDA', 'CBR600RR', null, 'a motorcycle'],
    ['Honda', 'GL1800 GOLD WING', null, 'a motorcycle'],
    ['BMW', 'R 1250 GS', 'ROAD', 'a motorcycle'],
    ['FORD', 'F650 SUPER DUTY', 'CREW CAB', 'a heavy truck'],
    ['VOLVO', 'VNL 760', null, 'a heavy truck'],
  ])('%s %s is no car', (make, model, body_style, kind) => {
    expect(refusal({ make, model, body_style })).toContain(`by its make and model this lot is ${kind}.`);
  });

  it.each([
    ['Freightliner', 'SPRINTER 2500', 'CARGO VAN'],
    ['Freightliner', null, 'CARGO VAN'],
    ['Honda', 'CR-V', null],
    ['Honda', 'Pilot', null],
    ['Honda', 'CR-Z', null],
    ['BMW', '335i', null],
    ['BMW', 'M4', null],
    ['Ford', 'F-350', 'CHASSIS'],
    ['Ford', 'F-150', null],
    ['Suzuki', 'Grand Vitara', null],
    ['Volvo', 'V70', null],
    [null, null, null],
  ])('%s %s %s may be a car', (make, model, body_style) => {
    expect(refusal({ make, model, body_style })).toBeNull();
  });
});
