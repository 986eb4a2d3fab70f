import { describe, expect, test } from 'vitest';
import { readPastedNumbers } from './read-pasted-numbers.ts';

const read = (text: string) =>
  readPastedNumbers('toyota', text).map(({ number, category, side, price }) => [
    number,
    category,
    side,
    price,
  ]);

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

  test('are read from the source of a page', () => {
    const html =
      '<html><body><script>var a="99999-99999"</script><div><h2>Front Fender, RH</h2><span>SKU: 53801-06170</span><b>&#36;268.40</b></div></body></html>';
    expect(read(html)).toEqual([['53801-06170', 'fender', 'right', 268.4]]);
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
