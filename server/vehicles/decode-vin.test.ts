import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeVin } from './decode-vin.ts';
import { checkDigitOf, readVin } from './read-vin.ts';

describe('decodeVin', () => {
  it.each([
    ['1FTFW1ED9NFB06106', 'Ford', 'F-150', 2022],
    ['WBAJA9C56KB389776', 'BMW', '530e', 2019],
    ['JTDBCMFEXS3070309', 'Toyota', 'Corolla', 2025],
    ['5TDJZRFH0HS******', 'Toyota', 'Highlander', 2017],
    ['WA1D7AFP4HA******', 'Audi', 'Q5', 2017],
    // Two schemas fit; the one that tells more is right.
    ['1FTFW5L86RFB45612', 'Ford', 'F-150', 2024],
    // Sister makes share these WMIs: the model tells.
    ['5N3ZA0NE1AN908084', 'Infiniti', 'QX56', 2010],
    ['JTHCK262785015684', 'Lexus', 'IS', 2008],
    ['KNDERCAA9M7182895', 'Kia', 'Seltos', 2021],
    ['SALYB2RV4JA756586', 'Land Rover', 'Range Rover Velar', 2018],
    // A digit in position 7: the cycle before 2010.
    ['JTDBT923291344240', 'Toyota', 'Yaris', 2009],
  ])('reads %s as %s %s %i', (vin, make, model, year) => {
    expect(decodeVin(vin)).toMatchObject({ make, model, year });
  });

  it('tells body, doors, engine, fuel and plant where the VIN has them', () => {
    expect(decodeVin('1FTFW1ED9NFB06106')).toMatchObject({
      masked: false,
      check_digit_ok: true,
      body_class: 'Pickup',
      vehicle_type: 'Truck',
      engine: expect.stringContaining('3.5L 6-cylinder'),
      fuel: 'Gasoline',
      plant: expect.stringContaining('DEARBORN'),
    });
  });

  it('calls a plug-in hybrid a hybrid, for it has an engine too', () => {
    expect(decodeVin('WBAJA9C56KB389776')).toMatchObject({ fuel: 'Hybrid' });
    expect(decodeVin('WP0AB2Y18LSA50759')).toMatchObject({ fuel: 'Electric' });
  });

  it('decodes a masked VIN as far as it is known and checks no digit', () => {
    const full = decodeVin('1FTFW1ED9NFB06106');
    expect(decodeVin('1FTFW1ED9NF******')).toEqual({
      ...full,
      vin: '1FTFW1ED9NF******',
      masked: true,
      check_digit_ok: null,
    });
  });

  it('decodes a VIN cut off after the model year', () => {
    expect(decodeVin('5TDJZRFH0H')).toMatchObject({
      vin: '5TDJZRFH0H*******',
      masked: true,
      make: 'Toyota',
      model: 'Highlander',
      year: 2017,
    });
  });

  it('takes lower case, spaces and dashes', () => {
    expect(decodeVin(' wbaja9c5-6kb 389776 ')?.vin).toBe('WBAJA9C56KB389776');
  });

  it('decodes a car whose check digit is wrong, and says so', () => {
    expect(decodeVin('1FTFW1ED0NFB06106')).toMatchObject({ model: 'F-150', check_digit_ok: false });
  });

  it('keeps make and year of a car the table has no model for', () => {
    expect(decodeVin('JF2SLDHC2TH459074')).toMatchObject({ make: 'Subaru', model: null, year: 2026 });
  });

  it('names no make where two share the maker code and nothing tells them apart', () => {
    expect(decodeVin('JN1BJ1AW5PW109661')).toMatchObject({ make: null, model: null, year: 2023 });
  });

  it('tells nothing but the year of a maker it does not know', () => {
    expect(decodeVin('3GNKBHR47NS184058')).toMatchObject({
      make: null,
      model: null,
      year: 2022,
      check_digit_ok: true,
    });
  });

  it.each([
    '',
    '******',
    'UNKNOWN',
    'SNOWMOBILE',
    'NOT AVAILABLE',
    '1FTFW1ED9NFB0610',
    '1FTFW1ED9NFB061066',
    'ab\u0000c',
    '***************TD',
  ])('takes %j for no VIN', (text) => {
    expect(decodeVin(text)).toBeNull();
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 40 })), (text) => {
        decodeVin(text);
      }),
    );
  });

  it('reads any 17 VIN characters, and never tells a year outside the plates', () => {
    const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
    const vin = fc
      .array(character, { minLength: 17, maxLength: 17 })
      .map((characters) => characters.join(''));
    fc.assert(
      fc.property(vin, (text) => {
        const decoded = decodeVin(text);
        expect(decoded?.vin).toBe(text);
        expect(decoded?.year ?? 2000).toBeGreaterThanOrEqual(1980);
        expect(decoded?.year ?? 2000).toBeLessThanOrEqual(2028);
      }),
    );
  });

  it('tells no more of a masked VIN than of the whole one', () => {
    const serial = fc.integer({ min: 0, max: 999_999 }).map((number) => String(number).padStart(6, '0'));
    fc.assert(
      fc.property(serial, (digits) => {
        const whole = decodeVin(`5TDJZRFH0HS${digits}`);
        const masked = decodeVin('5TDJZRFH0HS******');
        expect({ make: whole?.make, model: whole?.model, year: whole?.year }).toEqual({
          make: masked?.make,
          model: masked?.model,
          year: masked?.year,
        });
      }),
      { numRuns: 20 },
    );
  });
});

describe('readVin', () => {
  it('names the letters no VIN has', () => {
    expect(readVin('1FTFWIED9NFBO61O6')?.illegal).toEqual(['I', 'O']);
    expect(readVin('1FTFWIED9NFBO61O6')?.check_digit_ok).toBe(false);
    expect(readVin('1FTFW1ED9NFB06106')?.illegal).toEqual([]);
  });
});

describe('checkDigitOf', () => {
  it('computes the digit of the regulation, X for ten', () => {
    expect(checkDigitOf('11111111111111111')).toBe('1');
    expect(checkDigitOf('JTDBCMFEXS3070309')).toBe('X');
  });

  it('catches any single wrong digit among the serial', () => {
    const vin = '1FTFW1ED9NFB06106';
    fc.assert(
      fc.property(fc.integer({ min: 12, max: 16 }), fc.integer({ min: 0, max: 9 }), (index, digit) => {
        fc.pre(vin.charAt(index) !== String(digit));
        const wrong = vin.slice(0, index) + digit + vin.slice(index + 1);
        expect(checkDigitOf(wrong)).not.toBe(vin.charAt(8));
      }),
    );
  });

  it('has none for letters no VIN has and for other lengths', () => {
    expect(checkDigitOf('1FTFWIED9NFB06106')).toBeNull();
    expect(checkDigitOf('1FTFW1ED9NFB0610')).toBeNull();
  });
});
