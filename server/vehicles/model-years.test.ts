import { describe, expect, it } from 'vitest';
import { decodeVin } from './decode-vin.ts';
import { checkDigitOf } from './read-vin.ts';

/** The VIN with its right check digit. */
const whole = (vin: string): string => vin.slice(0, 8) + (checkDigitOf(vin) ?? '') + vin.slice(9);
const yearsOf = (vin: string, listed: number | null = null) => {
  const decoded = decodeVin(vin, listed);
  return decoded === null ? null : (decoded.year ?? decoded.possible_years ?? 'no year code');
};

describe('the model year', () => {
  it.each([
    ['1FTFW1ED9NFB06106', 2022],
    ['JTDBT923291344240', 2009],
    // Heavy pickups and chassis cabs: the schemas decide, not position 7.
    [whole('1FT8W3BT0HEB00001'), 2017],
    [whole('1FDXF46P04EC00001'), 2004],
    // Vans of more than 10,000 lb, under a maker code that is in use since 2019.
    [whole('W1W8D43E0KY680289'), 2019],
    ['5TDJZRFH0HS******', 2017],
  ])('of %s, built for North America, is %i', (vin, year) => {
    expect(yearsOf(vin)).toBe(year);
  });

  it.each([
    // Europe: fillers in 4 to 6, or no check digit in 9.
    ['WVWZZZ1KZ8W000001', [2008]],
    ['WP0ZZZ99ZTS390001', [1996, 2026]],
    ['TMBJJ7NE8L0000001', [1990, 2020]],
    // Korea, Japan, the Gulf: a digit in 9 that is no check digit.
    ['KMHEC41L4BA000001', [1981, 2011]],
    ['JTEHU9FJ5A5000001', [1980, 2010]],
    ['JN8AZ2NE0F9000002', [1985, 2015]],
    // Steering side, not a year: nothing in 10 may be taken for one.
    ['WDB2110061A123456', [2001]],
    ['SB1KC56E10E000001', 'no year code'],
    ['SJNFAAJ10U1234567', 'no year code'],
  ])('of %s, built for another market, is open', (vin, years) => {
    expect(yearsOf(vin)).toEqual(years);
  });

  it.each([
    ['U5YH2519LKL000001', 2019],
    ['WVGZZZ5NZCW123456', 2012],
    ['KMHEC41LBBA000001', 2011],
  ])('of %s is the only one in which its maker code was in use', (vin, year) => {
    expect(yearsOf(vin)).toBe(year);
  });

  it('of another market is the listed one where the code allows it', () => {
    expect(yearsOf('WAUZZZ8K9BA123456', 2011)).toEqual([2011]);
    expect(yearsOf('WAUZZZ8K9BA123456', 2009)).toEqual([1981, 2011]);
  });
});

describe('a number that is no VIN', () => {
  it.each([
    '9113101234', // Porsche 1971
    '7R01C123456', // Ford 1967
    '1F05M123456', // Ford 1971
    'F10GNT12345', // Ford truck 1975
    'HLS30123456', // Datsun 1973
    'PL510123456', // Datsun 1971
    '1182123456', // Volkswagen 1978
    'WS23H8A123456', // Plymouth 1968
    '1Z37K2S412345', // Chevrolet 1972
    '11304412001234', // Mercedes-Benz 1967
    'BNR32-003456', // Nissan of Japan 1990
    'ZVW30-1234567', // Toyota of Japan 2010
  ])('%s tells no year and no mask', (number) => {
    expect(decodeVin(number)).toBeNull();
  });

  it('is what a cut-off text is of a car built before 1981', () => {
    expect(decodeVin('5TDJZRFH0H')).toMatchObject({ model: 'Highlander', masked: true });
    expect(decodeVin('5TDJZRFH0H', 1967)).toBeNull();
  });
});
