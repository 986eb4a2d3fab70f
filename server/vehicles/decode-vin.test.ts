import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyCharacter } from '../../tests/any-character.ts';
import { decodeVin, sharesMakerCode } from './decode-vin.ts';
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
      fuel: 'Hybrid',
      plant: expect.stringContaining('DEARBORN'),
    });
  });

  it('calls an electric car with an engine a plug-in hybrid', () => {
    expect(decodeVin('WBAJA9C56KB389776')).toMatchObject({ fuel: 'Plug-in hybrid' });
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

  it('decodes a car whose check digit is wrong, and leaves its year open', () => {
    expect(decodeVin('1FTFW1ED0NFB06106')).toMatchObject({
      model: 'F-150',
      check_digit_ok: false,
      year: null,
      possible_years: [1992, 2022],
    });
  });

  it('takes the listed year where the VIN leaves it open', () => {
    expect(decodeVin('1FTFW1ED0NFB06106', 2022)).toMatchObject({ year: null, possible_years: [2022] });
  });

  it('keeps make and year of a car the table has no model for', () => {
    expect(decodeVin('JF2SLDHC2TH459074')).toMatchObject({ make: 'Subaru', model: null, year: 2026 });
  });

  it('names no make where two share the maker code and nothing tells them apart', () => {
    expect(decodeVin('JN1BJ1AW5PW109661')).toMatchObject({
      make: null,
      possible_makes: ['Nissan', 'Infiniti', 'Datsun'],
      model: null,
      year: 2023,
    });
  });

  it.each([
    ['3GNKBHR47NS184058', 'Chevrolet', 'Blazer', 2022],
    ['5YJ3E1EA7KF000316', 'Tesla', 'Model 3', 2019],
    ['WDDZF4JB0KA500001', 'Mercedes-Benz', 'E-Class', 2019],
    ['1GYS4KKJ0LR000001', 'Cadillac', 'Escalade ESV', 2020],
  ])('reads %s of a make without reports as %s %s %i', (vin, make, model, year) => {
    const digit = checkDigitOf(vin) ?? '';
    expect(decodeVin(vin.slice(0, 8) + digit + vin.slice(9))).toMatchObject({ make, model, year });
  });

  it('tells nothing of a maker code that nobody registered', () => {
    expect(decodeVin('0ZZKBHR43NS184058')).toMatchObject({ make: null, model: null, year: null });
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
      fc.property(fc.oneof(fc.string(), fc.string({ unit: anyCharacter, maxLength: 40 })), (text) => {
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
        const digit = checkDigitOf(`5TDJZRFH0HS${digits}`) ?? '';
        const whole = decodeVin(`5TDJZRFH${digit}HS${digits}`);
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

describe('the fuel', () => {
  it.each([
    ['1FMCU0BZ7LUA00003', 'Hybrid'],
    ['2C4RC1L78PR600004', 'Plug-in hybrid'],
    ['WP0AB2Y18LSA50759', 'Electric'],
    // Gasoline first, ethanol second.
    ['1FTFW1EF5CF000000', 'Gasoline'],
  ])('of %s is %s', (vin, fuel) => {
    const digit = checkDigitOf(vin) ?? '';
    expect(decodeVin(vin.slice(0, 8) + digit + vin.slice(9))?.fuel).toBe(fuel);
  });
});

describe('a maker code', () => {
  it('names no make past the years it is known for', () => {
    // Renault's since 1989; before that vPIC knows it as Eagle's.
    expect(decodeVin('VF1RFB00758000001')).toMatchObject({ make: null });
  });

  it('alone names the make of a car for another market', () => {
    expect(decodeVin('WP0ZZZ99ZTS390001')).toMatchObject({ make: 'Porsche', model: null, fuel: null });
  });

  it('is shared by the makes that build under it', () => {
    expect(['Dodge', 'RAM', 'Jeep'].map((make) => sharesMakerCode('1C6SRFET2KN500002', make))).toEqual([
      true,
      true,
      true,
    ]);
    expect(sharesMakerCode('1C6SRFET2KN500002', 'Ford')).toBe(false);
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
