import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { processorMs } from '../../tests/machine.ts';
import { CsvFault, csvRecords } from './csv-records.ts';

const cellsOf = (text: string): string[][] => [...csvRecords(text)].map(({ cells }) => cells);

describe('a CSV text', () => {
  test.each([
    [
      'commas',
      'a,b\n1,2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'semicolons',
      'a;b;c,d\n1;2',
      [
        ['a', 'b', 'c,d'],
        ['1', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a first line that names the delimiter', 'sep=;\r\na;b,c', [['a', 'b,c']]],
    ['a byte order mark', '\uFEFFa,b', [['a', 'b']]],
    [
      'line ends of Windows and of old Macs',
      'a,b\r\n1,2\r3,4',
      [
        ['a', 'b'],
        ['1', '2'],
        ['3', '4'],
      ],
    ],
    [
      'quotes',
      'a,b\n"x, ""y""\nz",2',
      [
        ['a', 'b'],
        ['x, "y"\nz', '2'],
      ],
    ],
    [
      'quotes inside of cells',
      'a,b\n5" pipe,"x" y\n"",',
      [
        ['a', 'b'],
        ['5" pipe', '"x" y'],
        ['', ''],
      ],
    ],
    ['rows of other widths', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
  ])('is read with %s', (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  test('counts rows and lines, blank ones and those in quotes too', () => {
    const places = [...csvRecords('a,b\n\n"x\ny",2\n3,4')].map(({ row, line }) => [row, line]);
    expect(places).toEqual([
      [1, 1],
      [3, 3],
      [4, 5],
    ]);
  });

  test('without the end of a quoted cell is none', () => {
    expect(() => cellsOf('a,b\n"1,2\n')).toThrow(CsvFault);
  });

  test('gives back whatever cells were written into it', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { maxLength: 5 }), (rows) => {
        const written = rows.map((cells) => cells.map((one) => `"${one.replaceAll('"', '""')}"`).join(','));
        expect(cellsOf(['a,b,c', ...written].join('\n')).slice(1)).toEqual(rows);
      }),
    );
  });
});

const size = 400_000;
test.each([
  ['short rows', '1\n'],
  ['blank lines', '\n'],
  ['commas', ','],
  ['quotes', '""'],
  ['quoted cells', '"a",'],
  ['one cell', 'a'],
])('%s of 400 kB are read soon', async (_, piece) => {
  const text = `a,b,c\n${piece.repeat(size / piece.length)}`;
  expect(await processorMs(() => cellsOf(text))).toBeLessThan(2_000);
});
