import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unsupportedWords } from '../../contract/lot-words.ts';
import { PDF_PAGE } from '../../contract/saved-page/page-limit.ts';
import { severalLotsSchema } from '../../contract/schemas/errors.ts';
import { AppError } from '../errors.ts';
import { readHandedPages, readUserSuppliedPage } from './read-user-supplied-page.ts';

const fixtures = path.join(import.meta.dirname, '../auction-sites/fixtures');
const page = (name: string): string => {
  const file = readdirSync(path.join(fixtures, name)).find((entry) => entry !== 'expected.json') ?? '';
  return readFileSync(path.join(fixtures, name, file), 'utf8');
};

/** The lots a refused page is said to show. */
function lotsOf(pages: string[], choice?: string) {
  try {
    readUserSuppliedPage({ link: '', pages, choice });
  } catch (error) {
    if (error instanceof AppError && error.code === 'several_lots')
      return severalLotsSchema.parse(error.details).lots;
    throw error;
  }
  return [];
}

const LISTS = [
  'copart-watch-list',
  'copart-search-page',
  'bid-cars-search-text',
  'bid-cars-search-page',
  'iaai-search-text',
  'iaai-search-page',
];

test.each(LISTS)('each car of %s can be chosen, and comes alone', (name) => {
  const lots = lotsOf([page(name)]);
  expect(lots.length).toBeGreaterThan(1);
  for (const { choice, ...shown } of lots) {
    const lot = readUserSuppliedPage({ link: '', pages: [page(name)], choice: choice ?? expect.fail() });
    expect({ name: lot.name, vin: lot.vin }).toEqual({ name: shown.name, vin: shown.vin });
    expect(shown.lot_number).toContain(lot.lot_number);
  }
});

test('a choice that is not on the page is answered with what is', () => {
  const list = [page('copart-watch-list')];
  expect(lotsOf(list, '51234568')).toEqual(lotsOf(list));
});

/** Cars as a list of any of the three sites writes them, each value told apart by its number. */
const car = fc.record({
  number: fc.integer({ min: 10_000_000, max: 99_999_999 }),
  name: fc.constantFrom('2019 TOYOTA CAMRY SE', '2018 KIA OPTIMA LX', '2020 FORD ESCAPE SE'),
  miles: fc.integer({ min: 1000, max: 200_000 }),
  damage: fc.constantFrom('Front End', 'Rear End', 'Hail', 'Side'),
  keys: fc.option(fc.constantFrom('Yes', 'No'), { nil: null }),
});

test('of any list the link gives the values of its own car and of no other', () => {
  const number = (lot: { number: number }): number => lot.number;
  fc.assert(
    fc.property(
      fc.uniqueArray(car, { minLength: 2, maxLength: 6, selector: number }),
      fc.nat(5),
      fc.boolean(),
      (cars, pick, nameFirst) => {
        const lines = cars.flatMap(({ number, name, miles, damage, keys }) => [
          ...(nameFirst ? [name, `Lot # ${number}`] : [`Lot # ${number}`, name]),
          'Odometer',
          `${miles} mi (ACTUAL)`,
          'Primary damage',
          damage,
          ...(keys === null ? [] : [`Has key: ${keys}`]),
        ]);
        const own = cars[pick % cars.length] ?? expect.fail();
        const lot = readUserSuppliedPage({
          link: `https://www.copart.com/lot/${own.number}`,
          pages: [`${lines.join('\n')}\n`],
        });
        expect(lot).toMatchObject({
          name: own.name,
          mileage: own.miles,
          primary_damage: own.damage,
          keys: own.keys?.toLowerCase() ?? null,
        });
      },
    ),
  );
});

/** A one-page PDF that draws these lines, as a browser prints a page. */
function printed(lines: readonly string[]): string {
  const drawn = lines.map((line) => `(${line.replace(/[()\\]/g, '\\$&')}) Tj T*`).join('\n');
  const stream = `BT /F1 9 Tf 12 TL 40 800 Td\n${drawn}\nET`;
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    `<</Length ${stream.length}>>stream\n${stream}\nendstream`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  ];
  const offsets: number[] = [];
  let file = '%PDF-1.4\n';
  for (const [index, object] of objects.entries()) {
    offsets.push(file.length);
    file += `${index + 1} 0 obj${object}endobj\n`;
  }
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`;
  return `${file}trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${file.indexOf('xref\n')}\n%%EOF`;
}
const asPage = (pdf: string): string => PDF_PAGE + Buffer.from(pdf, 'latin1').toString('base64');

test('the printed page of a lot is read like its text', async () => {
  const lines = page('copart-text').split('\n').slice(0, 34);
  const lot = await readHandedPages({
    link: 'https://www.copart.com/lot/51234567',
    pages: [asPage(printed(lines))],
  });
  expect(lot).toMatchObject({ name: '2019 NISSAN ALTIMA S', mileage: 60_321, primary_damage: 'FRONT END' });
});

test.each([
  ['without text', asPage(printed([]))],
  ['that is damaged', `${PDF_PAGE}JVBERi0xLjQ=`],
  ['read as text', '%PDF-1.4 404 0 obj'],
])('a PDF %s says that it is one, and what to do', async (_, pdf) => {
  const read = readHandedPages({ link: 'https://www.copart.com/lot/51234567', pages: [pdf] });
  await expect(read).rejects.toBeInstanceOf(AppError);
  await expect(read).rejects.toMatchObject({
    code: 'extraction_failed',
    details: { reason: expect.stringMatching(/^This is a PDF.*Save the lot’s page itself/) },
  });
});

test('a trailer is no car in the same words, whether its maker makes cars or not', () => {
  const trailer = page('iaai-trailer');
  const link = 'https://www.iaai.com/VehicleDetail/46111222~US';
  const words = unsupportedWords(readUserSuppliedPage({ link, pages: [trailer] }));
  expect(words).toContain('“TRAILER”');
  const ofCarMaker = trailer.replace('"Make": "UTILITY"', '"Make": "HYUNDAI"');
  expect(ofCarMaker).not.toBe(trailer);
  try {
    readUserSuppliedPage({ link, pages: [ofCarMaker] });
    expect.fail();
  } catch (error) {
    expect(error).toMatchObject({ code: 'extraction_failed', details: { reason: words } });
  }
});
