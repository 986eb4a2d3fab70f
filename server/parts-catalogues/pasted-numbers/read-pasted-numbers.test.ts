import { describe, expect, test } from 'vitest';
import type { NumberMake } from '../../../contract/vehicles/makes.ts';
import { readPastedNumbers } from './read-pasted-numbers.ts';

const read = (text: string, make: NumberMake = 'toyota') =>
  readPastedNumbers(make, text).map(({ number, category, side, price }) => [number, category, side, price]);

describe('numbers that a user pastes', () => {
  test('are read from a list with one part a line', () => {
    expect(
      read(
        '52119-0X936\tFront bumper cover\t$310.00\n81150-06860 Headlamp assembly LH 412.50\n53301-06240, Hood panel',
      ),
    ).toEqual([
      ['52119-0X936', 'front_bumper_cover', null, 310],
      ['81150-06860', 'headlamp', 'left', 412.5],
      ['53301-06240', 'hood', null, null],
    ]);
  });

  test('take no name from a line of another number', () => {
    const list =
      '53301-06240\tHood panel\t401.10\n53101-06A60\tUnknown thing\t210.00\n53801-06170\tFender RH';
    expect(read(list)).toEqual([
      ['53301-06240', 'hood', null, 401.1],
      ['53101-06A60', null, null, 210],
      ['53801-06170', 'fender', 'right', null],
    ]);
  });

  test('are read from the text of a dealer’s page of results', () => {
    const text = `Your vehicle: 2018 Toyota Camry SE
Bumper Cover, Front
Part Number: 52119-0X936
MSRP: $438.12
$310.00
Add to cart
Grille, Radiator
Part Number: 53101-06A60
MSRP: $210.00
Your price: $151.20
Call 800-555-1234, Mon-Fri 2026-11-28`;
    expect(read(text)).toEqual([
      ['52119-0X936', 'front_bumper_cover', null, 310],
      ['53101-06A60', 'grille', null, 151.2],
    ]);
  });

  test.each([
    ['€345.67', null],
    ['345.67 EUR', null],
    ['CAD 345.67', null],
    ['C$345.67', null],
    ['US$345.67 (C$480.10)', 345.67],
    ['GBP 270.00 / USD 345.67', 345.67],
  ])('have the price %s as %j dollars', (price, dollars) => {
    expect(read(`52119-0X936\tFront bumper cover\t${price}`)).toEqual([
      ['52119-0X936', 'front_bumper_cover', null, dollars],
    ]);
  });

  test('are read from the source of a page', () => {
    const html =
      '<html><body><script>var a="99999-99999"</script><div><h2>Front Fender, RH</h2><span>SKU: 53801-06170</span><b>&#36;268.40</b></div></body></html>';
    expect(read(html)).toEqual([['53801-06170', 'fender', 'right', 268.4]]);
  });

  test.each([
    ['Jeep', '68288099AC Headlamp LH $310.00\nCall 800-555-1234\n2019 Jeep Wrangler', '68288099AC'],
    ['Jeep', 'Headlamp LH\nPart Number: 5JP31TZZAC\nMSRP $410.00\n$310.00', '5JP31TZZAC'],
    ['Chevrolet', 'Headlamp LH | 84129742 | $310.00 | in stock 11/28/2026', '84129742'],
    ['Mercedes-Benz', 'A 205 885 00 25 9999 Headlamp LH $310.00', 'A 205 885 00 25 9999'],
    ['Tesla', '1034343-00-E\tHeadlamp LH\t310.00', '1034343-00-E'],
    ['Rivian', 'PT00012345-A Headlamp LH $310.00 ships 12-05-2026, call 555-123-4567', 'PT00012345-A'],
    ['Fiat', 'SKU: 68288099AC\nHeadlamp LH\n$310.00\nOrder by 2026-12-05', '68288099AC'],
  ] as const)('of %s are told from other words: %s', (make, text, number) => {
    expect(read(text, make)).toEqual([[number, 'headlamp', 'left', 310]]);
  });

  test.each([
    ['5G0807221A\tFront bumper cover\t$310.00', '5G0807221A', 'front_bumper_cover', null],
    ['5G0807221A Front bumper cover $310.00', '5G0807221A', 'front_bumper_cover', null],
    ['5G0 807 221 A GRU Front bumper cover $310.00', '5G0 807 221 A GRU', 'front_bumper_cover', null],
    ['5G0807221 GRU Front bumper cover $310.00', '5G0807221 GRU', 'front_bumper_cover', null],
    ['5G0823031 Hood $310.00', '5G0823031', 'hood', null],
    ['5G1941005 LH Headlamp $310.00', '5G1941005', 'headlamp', 'left'],
    ['5G1941005 L headlamp $310.00', '5G1941005', 'headlamp', 'left'],
    ['5G1 941 005 B 9B9 headlamp LH 1 $310.00', '5G1 941 005 B 9B9', 'headlamp', 'left'],
  ] as const)('of VW end before the words after them: %s', (text, number, category, side) => {
    expect(read(text, 'vw')).toEqual([[number, category, side, 310]]);
  });

  test('count once, with the first name that names a part', () => {
    expect(read('SKU 52119-0X936\nFront bumper cover 52119-0X936 $300.00')).toEqual([
      ['52119-0X936', 'front_bumper_cover', null, 300],
    ]);
  });

  test('whose name names no part have none', () => {
    expect(read('00016-00345 Something special')).toEqual([['00016-00345', null, null, null]]);
  });

  test('of another make are not read', () => {
    expect(read('51117293055 Front bumper cover')).toEqual([]);
  });

  test('are written with spaces by some makes', () => {
    expect(
      readPastedNumbers('bmw', '51 11 7 293 055 Front bumper cover').map(({ number }) => number),
    ).toEqual(['51 11 7 293 055']);
  });
});
