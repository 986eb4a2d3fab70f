import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ImportFileError, readImportFile } from './read-import-file.ts';

const HEADER =
  'make,model,year_from,year_to,vin_prefix,group,number,name,side,position,qty,notes,price,currency,supplier_url,source,licence';
const bytes = (text: string) => new TextEncoder().encode(text);
const read = (text: string) => readImportFile(bytes(text), 'my file');
const csv = (...rows: string[]) => read([HEADER, ...rows].join('\n'));
const row = (cells: { number?: string; price?: string; extra?: string } = {}) =>
  `BMW,3 Series,2012,2018,,Bumper,${cells.number ?? '51110000001'},"Trim cover, front",,,,,${cells.price ?? ''},EUR,,,`;

describe('readImportFile', () => {
  it('takes a whole row as it is written', () => {
    const { rows, refused } = csv(
      'Infiniti,Q50 LUXE,2014,2017,JN1BV7AP*EM,Front Bumper (Body),62022-4HB0H,"Fascia kit, front bumper",left,front,2,with fog lamps,"1,240.50",usd,https://dealer.test/p/1,a listing,CC0',
    );
    expect(refused).toEqual([]);
    expect(rows).toEqual([
      {
        make: 'infiniti',
        model: 'Q50 LUXE',
        model_key: 'q50',
        year_from: 2014,
        year_to: 2017,
        vin_prefix: 'JN1BV7AP*EM',
        part_group: 'Front Bumper (Body)',
        number: '62022-4HB0H',
        number_norm: '620224HB0H',
        name: 'Fascia kit, front bumper',
        side: 'left',
        position: 'front',
        quantity: 2,
        notes: 'with fog lamps',
        price: 1240.5,
        currency: 'USD',
        supplier_url: 'https://dealer.test/p/1',
        source: 'a listing',
        licence: 'CC0',
        dated: null,
      },
    ]);
  });

  it('needs only the required columns, in any order and case, diagram for group', () => {
    const { rows } = read(
      'Name,Number,Diagram,Year To,year_from,MODEL,make\nHood,41610000001,Hood,2018,2012,3er,bmw',
    );
    expect(rows).toMatchObject([
      {
        model_key: '3series',
        part_group: 'Hood',
        source: 'my file',
        price: null,
        currency: null,
        vin_prefix: null,
      },
    ]);
  });

  it('takes rows of every make that can be priced, under its name', () => {
    const { rows } = csv(
      'CHEVY,Silverado 1500,2019,2022,,Hood,84129742,Hood panel,,,,,,,,,',
      'Mercedes,C-Class,2015,2018,,Hood,A2058800057,Hood panel,,,,,,,,,',
    );
    expect(rows.map(({ make, model_key }) => [make, model_key])).toEqual([
      ['Chevrolet', 'silverado'],
      ['Mercedes-Benz', 'cclass'],
    ]);
  });

  it('takes a byte order mark, carriage returns, semicolons and tabs', () => {
    for (const delimiter of [',', ';', '\t']) {
      const text = [HEADER.replaceAll(',', delimiter), row().replaceAll(/,(?! )/g, delimiter)].join('\r\n');
      expect(read(`\uFEFF${text}\r\n`).rows).toHaveLength(1);
    }
  });

  it('takes UTF-16 and a first line that names the delimiter, as Excel saves them', () => {
    const text = `sep=;\n${HEADER.replaceAll(',', ';')}\n${row().replaceAll(/,(?! )/g, ';')}`;
    const { rows, refused } = readImportFile(Buffer.from(`\uFEFF${text}`, 'utf16le'), 'my file');
    expect([rows.length, refused]).toEqual([1, []]);
  });

  it.each([
    ['€', 'EUR'],
    ['£', 'GBP'],
    ['us$', 'USD'],
  ])('reads the currency %s as %s', (currency, code) => {
    const { rows } = csv(`BMW,3 Series,2012,2018,,Hood,41610000001,Hood,,,,,5.50,${currency},,,`);
    expect(rows[0]?.currency).toBe(code);
  });

  it.each([
    ['€ 1.745,08', 'EUR'],
    ['1.745,08 EUR', 'EUR'],
    ['1 745,08 zł', 'PLN'],
    ['$1,745.08', null],
  ])('takes the currency of %s where its column is blank', (price, currency) => {
    const { rows } = csv(`BMW,3 Series,2012,2018,,Hood,41610000001,Hood,,,,,"${price}",,,,`);
    expect(rows).toMatchObject([{ price: 1745.08, currency }]);
  });

  it('refuses a price in another currency than the row names', () => {
    const { refused } = csv(row({ price: '$5.50' }), row({ price: '£6.50' }));
    expect(refused).toEqual([
      { line: 3, number: '51110000001', reason: 'price "£6.50" is not in the row’s currency EUR' },
    ]);
  });

  it('reads a JSON number of three decimals as one', () => {
    const part = { make: 'bmw', model: 'X5', year_from: 2015, year_to: 2018, group: 'Hood', name: 'Hood' };
    const { rows } = read(JSON.stringify({ ...part, number: '41610000001', price: 310.255 }));
    expect(rows).toMatchObject([{ price: 310.255 }]);
  });

  it('takes JSON lines, numbers as numbers or text', () => {
    const part = {
      make: 'vw',
      model: 'Golf',
      year_from: 2015,
      year_to: '2021',
      diagram: 'Lamps',
      number: '5G1941005',
      name: 'Headlight',
      price: 310.2,
    };
    const { rows, refused } = read(`${JSON.stringify(part)}\n\n{"make":\n[1]\n`);
    expect(rows).toMatchObject([{ make: 'vw', price: 310.2, year_to: 2021 }]);
    expect(refused).toEqual([
      { line: 3, number: null, reason: 'is not JSON' },
      { line: 4, number: null, reason: 'is not a JSON object' },
    ]);
  });

  it.each([
    ['', null],
    ['0', null],
    ['0.00', null],
    ['1', null],
    ['1.00', null],
    ['ask', null],
    ['on request', null],
    ['Preis auf Anfrage', null],
    ['1.06', 1.06],
    ['$745.08', 745.08],
    ['"745,08"', 745.08],
    ['"1,745"', 1745],
  ])('reads the price %j as %j', (price, expected) => {
    expect(csv(row({ price })).rows[0]?.price).toBe(expected);
  });

  const FIXTURES = new URL('../../../tests/fixtures/catalogues/', import.meta.url);
  it('reads German prices from a file of them', () => {
    const { rows, refused } = readImportFile(readFileSync(new URL('german-prices.csv', FIXTURES)), 'x');
    expect([rows.map(({ price }) => price), refused]).toEqual([[1745.08, 12.5], []]);
  });

  it('takes a Toyota number that Subaru made', () => {
    const { rows } = readImportFile(readFileSync(new URL('toyota-of-subaru.csv', FIXTURES)), 'x');
    expect(rows.map(({ number }) => number)).toEqual(['SU003-07593', '52119-0X936']);
  });

  it('refuses a price of another style than the other rows', () => {
    const prices = ['"12,50"', '"1.745,08"', '745.08', '-5'];
    const { rows, refused } = csv(
      ...prices.map((price, at) => row({ number: `5111000000${at + 1}`, price })),
    );
    expect(rows.map(({ price }) => price)).toEqual([12.5, 1745.08]);
    expect(refused.map(({ reason }) => reason)).toEqual([
      expect.stringContaining('price "745.08" can’t be read'),
      expect.stringContaining('price "-5" can’t be read'),
    ]);
  });

  it.each([
    ['a number without the shape of its make', row({ number: '62022-4HB0H' }), /shape of a BMW number/],
    [
      'a make that is not supported',
      'Skoda,Fabia,2012,2018,,Hood,123456,Hood,,,,,,,,,',
      /Skoda.*not a supported make/,
    ],
    ['a year that is none', 'BMW,3 Series,12,2018,,Hood,41610000001,Hood,,,,,,,,,', /year_from "12"/],
    ['years the wrong way round', 'BMW,3 Series,2018,2012,,Hood,41610000001,Hood,,,,,,,,,', /before/],
    ['a missing name', 'BMW,3 Series,2012,2018,,Hood,41610000001,,,,,,,,,,', /name is missing/],
    ['a missing group', 'BMW,3 Series,2012,2018,,,41610000001,Hood,,,,,,,,,', /group is missing/],
    [
      'a wrong count of cells',
      'BMW,3 Series,2012,2018,,Hood,41610000001',
      /7 columns where the header has 17/,
    ],
    [
      'a link that is no web address',
      'BMW,3 Series,2012,2018,,Hood,41610000001,Hood,,,,,,,javascript:alert(1),,',
      /not a web address/,
    ],
    [
      'a VIN prefix that is none',
      'BMW,3 Series,2012,2018,WBAO,Hood,41610000001,Hood,,,,,,,,,',
      /start of a VIN/,
    ],
    [
      'a currency that is none',
      'BMW,3 Series,2012,2018,,Hood,41610000001,Hood,,,,,5,euros,,,',
      /three-letter code/,
    ],
  ])('refuses %s, with its line, and takes the rest', (_, bad, reason) => {
    const { rows, refused } = csv(row(), bad, row({ number: '51110000002' }));
    expect(rows).toHaveLength(2);
    expect(refused).toMatchObject([{ line: 3, reason: expect.stringMatching(reason) }]);
  });

  it('names the line in the file even after a cell of several lines', () => {
    const { refused } = csv(row().replace('Trim cover, front', 'Trim\ncover'), row({ number: 'X' }));
    expect(refused).toMatchObject([{ line: 4, number: 'X' }]);
  });

  it('takes a row that stands twice once', () => {
    const { rows, refused } = csv(row(), row(), row({ price: '20' }));
    expect(rows).toHaveLength(2);
    expect(refused).toEqual([{ line: 3, number: '51110000001', reason: 'repeats line 2' }]);
  });

  it('keeps variants with the same name apart', () => {
    const { rows } = csv(row(), row({ number: '51110000002' }));
    expect(rows.map(({ number }) => number)).toEqual(['51110000001', '51110000002']);
  });

  it.each([
    ['2026-01-31', '2026-01-31'],
    ['date unknown', null],
    ['', null],
  ])('reads the date %j as %j, never as that of the import', (dated, expected) => {
    const { rows } = read(`${HEADER},dated\n${row()},${dated}`);
    expect(rows.map((part) => part.dated)).toEqual([expected]);
  });

  it('refuses a date that is none', () => {
    const { refused } = read(`${HEADER},dated\n${row()},31.1.2026`);
    expect(refused).toMatchObject([{ reason: expect.stringMatching(/dated "31\.1\.2026"/) }]);
  });

  it('moves an option code written after a line break into the notes', () => {
    const { rows } = csv('BMW,3 Series,2012,2018,,Hood,41610000001,Hood\\n … {M-SPORT},,,,,,,,,');
    expect(rows).toMatchObject([{ name: 'Hood', notes: '… {M-SPORT}' }]);
  });

  it.each([
    ['an empty file', bytes('')],
    ['a file without a header', bytes(row())],
    ['a header that lacks a required column', bytes('make,model,number,name\nBMW,X5,51110000001,Hood')],
    ['a file that is not UTF-8', new Uint8Array([0x6d, 0xff, 0x6d])],
    ['a quote that never closes', bytes(`${HEADER}\n"BMW,3 Series`)],
  ])('does not take %s', (_, file) => {
    expect(() => readImportFile(file, 'x')).toThrow(ImportFileError);
  });

  it('accounts for every record, whatever stands in the cells', () => {
    const cell = fc.string({ maxLength: 12 }).map((text) => `"${text.replaceAll('"', '""')}"`);
    const record = fc.array(cell, { minLength: 17, maxLength: 17 }).map((cells) => cells.join(','));
    fc.assert(
      fc.property(fc.array(record, { minLength: 1, maxLength: 8 }), (records) => {
        const { rows, refused } = csv(...records);
        expect(rows.length + refused.length).toBe(records.length);
      }),
    );
  });
});
