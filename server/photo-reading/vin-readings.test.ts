import { describe, expect, test } from 'vitest';
import { besideListed, looksLikeListed, vinsInCode, vinsInText } from './vin-readings.ts';

const VIN = '1HGCM82633A004352';
const OTHER = 'WBA3A5C58EF900001';

describe('the VIN in a barcode', () => {
  test.each([
    ['alone', VIN],
    ['in small letters', VIN.toLowerCase()],
    ['of an imported car', `I${VIN}`],
    ['among other words', `https://maker.test/label?vin=${VIN}&paint=B92P`],
  ])('%s is read', (_, text) => {
    expect(vinsInCode(text)).toEqual([VIN]);
  });

  test.each([
    ['whose check digit does not hold', '1HGCM82634A004352'],
    ['as a part of a longer word', `${VIN}7`],
    ['with a letter no VIN has', '1HGCM82633AOO4352'],
    ['too short', VIN.slice(1)],
  ])('%s is none, and is not repaired', (_, text) => {
    expect(vinsInCode(text)).toEqual([]);
  });

  test('each of two is read', () => {
    expect(vinsInCode(`${VIN} ${OTHER}`)).toEqual([VIN, OTHER]);
  });
});

describe('beside the listing', () => {
  test.each([
    [VIN, 'same'],
    [`${VIN.slice(0, 11)}******`, 'same_as_far'],
    [VIN.slice(0, 11), 'same_as_far'],
    [OTHER, 'other'],
    [`${OTHER.slice(0, 11)}******`, 'other'],
    [null, 'none'],
    ['not a VIN', 'none'],
  ] as const)('%s is %s', (vin, listing) => {
    expect(besideListed(VIN, { vin })).toBe(listing);
  });
});

describe('the VIN in print', () => {
  test.each([
    ['announced', `V.I.N.: ${VIN}`],
    ['announced as it is misread', `V1N:${VIN}`],
    ['broken by spaces and marks', '1HGCM826-33A 004352 *'],
    ['with letters no VIN has in place of digits', 'IHGCM82633AOO4352'],
    ['glued to its neighbors', `TYPE${VIN}PASSENGERCAR`],
  ])('%s is read', (_, text) => {
    expect(vinsInText(text)).toEqual([VIN]);
  });

  test.each([
    ['with one character misread', '1HGCM82633A004353'],
    ['cut short', VIN.slice(0, 16)],
    ['in words alone', 'GVWR 4200 LBS TYPE PASSENGER CAR'],
  ])('%s is none, and is not repaired', (_, text) => {
    expect(vinsInText(text)).toEqual([]);
  });
});

test('one that differs by look-alikes alone is rather misread than another car’s', () => {
  expect(looksLikeListed('1HGCM82633A004352', { vin: '1H6CMB2633A0043S2' })).toBe(true);
  expect(looksLikeListed(VIN, { vin: OTHER })).toBe(false);
});
