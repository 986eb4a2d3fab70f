import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_MARKET } from '../../../contract/schemas/market.ts';
import { AppError } from '../../errors.ts';
import { MOST_ROWS, readListExport } from './read-list-export.ts';

const HEADER =
  'Lot URL,Lot #,Est. Retail value,Sale date,Year,Make,Model,Engine type,Cylinders,VIN,Title code,Odometer,Odometer description,Damage description,Current bid,My bid,Item number,Sale name,Auto grade,Sale light,Announcements';
const row = (
  number: number,
  more: Partial<Record<'make' | 'model' | 'year' | 'vin' | 'odometer' | 'retail', string>> = {},
) =>
  `https://www.copart.com/lot/${number},${number},${more.retail ?? '"12,345 USD"'},12/03/2026 04:00 am MSK,${more.year ?? '2019'},${more.make ?? 'HONDA'},${more.model ?? 'ACCORD'},1.5L 4,4,${more.vin ?? '1HGCV1F30KA******'},CA - SALVAGE CERTIFICATE,${more.odometer ?? '"61,234 A"'},ACTUAL,FRONT END,"4,550 USD",0 USD,0,CA - SACRAMENTO,0.0,N/A,N/A`;
const read = (text: string | Uint8Array) =>
  readListExport(typeof text === 'string' ? Buffer.from(text) : text);
const lotOf = (text: string | Uint8Array) => read(text).rows[0]?.lot;

describe('a list as Copart exports it', () => {
  test('gives each row’s lot with what stands there, and nothing else', () => {
    expect(lotOf(`${HEADER}\n${row(70000001)}\n`)).toEqual({
      site: 'copart',
      lot_number: '70000001',
      url: 'https://www.copart.com/lot/70000001',
      name: '2019 HONDA ACCORD',
      vin: '1HGCV1F30KA******',
      vin_masked: true,
      year: 2019,
      make: 'Honda',
      make_supported: true,
      model: 'ACCORD',
      trim: null,
      body_style: null,
      mileage: 61234,
      odometer: { value: 61234, unit: 'mi', brand: 'ACTUAL' },
      primary_damage: 'FRONT END',
      secondary_damage: null,
      loss_type: null,
      listed_words: null,
      run_condition: null,
      keys: null,
      airbags: null,
      title: 'CA - SALVAGE CERTIFICATE',
      title_reading: { content: 'salvage', sure: true, could: ['salvage'] },
      engine: '1.5L 4',
      drive: null,
      transmission: null,
      fuel: null,
      color: null,
      retail_value: 12345,
      seller_repair_cost: null,
      sale_date: '12/03/2026 04:00 am MSK',
      location: 'CA - SACRAMENTO',
      seller: null,
      listing_state: 'active',
      market: {
        ...NO_MARKET,
        currency: 'USD',
        current_bid: 4550,
        has_bids: true,
        sale_state: 'upcoming',
        sale_date: '2026-12-03',
        sale_at: '2026-12-03T01:00:00Z',
      },
      contradictions: [],
      source: 'Copart list export',
      images: [],
    });
  });

  test('reads bid, ask, sale type and zone of a sales data file', () => {
    const text = [
      'Lot number,Year,Make,Model,VIN,Sale Date M/D/CY,Sale time (HHMM),Time Zone,Sale Status,"High Bid =non-vix,Sealed=Vix",Buy-It-Now Price,Currency Code',
      '70000001,2019,HONDA,ACCORD,1HGCV1F30KA000001,20261002,1200,PDT,On Minimum Bid,0.0,3550.0,CAD',
    ].join('\n');
    expect(lotOf(text)?.market).toMatchObject({
      currency: 'CAD',
      current_bid: null,
      has_bids: null,
      buy_now: 3550,
      sale_kind: 'minimum_bid',
      sale_state: 'upcoming',
      sale_at: '2026-10-02T19:00:00Z',
    });
  });

  test('knows no value of 0 USD, no mileage of 0 N and no VIN of other lengths', () => {
    const text = `${HEADER}\n${row(70000001, { retail: '0 USD', odometer: '0 N', vin: '123456789' })}`;
    expect(lotOf(text)).toMatchObject({ retail_value: null, mileage: null, odometer: null, vin: null });
  });

  test('of Canada has neither dollars nor miles', () => {
    const text = `${HEADER}\n${row(70000001).replace('copart.com', 'copart.ca')}`;
    expect(lotOf(text)).toMatchObject({ retail_value: null, mileage: null });
  });

  test('refuses a row with its line and the reason, and takes the others', () => {
    const text = [
      HEADER,
      row(70000001),
      row(70000002, { make: 'UNKNOWN', model: 'OTHER' }),
      row(70000003, { year: '' }),
      row(70000001),
      ',,,,2019,HONDA,ACCORD',
      row(70000004),
    ].join('\r\n');
    const { rows, leftOut } = read(text);
    expect(rows.map(({ row: line, lot }) => [line, lot?.lot_number ?? null])).toEqual([
      [2, '70000001'],
      [3, null],
      [4, null],
      [5, null],
      [6, null],
      [7, '70000004'],
    ]);
    expect(rows.flatMap((listed) => (listed.lot === null ? [listed.reason] : []))).toEqual([
      'This row names no vehicle: year or make is missing.',
      'This row names no vehicle: year or make is missing.',
      'This lot stands in row 2 already.',
      'This row has no lot number or link of Copart.',
    ]);
    expect(leftOut).toBeNull();
  });

  test('keeps trailers and makes without reports in the list, marked as such', () => {
    const text = `${HEADER}\n${row(70000001, { make: 'HYUNDAI TRANSLEAD INC', model: 'UNKNOWN' })}`;
    expect(lotOf(text)).toMatchObject({ make_supported: false });
  });

  test('is read up to its most rows; of the others it says how many and from where', () => {
    const lines = Array.from({ length: MOST_ROWS + 3 }, (_, index) => row(70_000_001 + index));
    const { rows, leftOut } = read([HEADER, ...lines].join('\n'));
    expect(rows).toHaveLength(MOST_ROWS);
    expect(leftOut).toEqual({ from_row: MOST_ROWS + 2, rows: 3 });
  });

  test.each([
    ['a byte order mark', Buffer.from(`\uFEFF${HEADER}\n${row(70000001)}`)],
    ['UTF-16', Buffer.from(`\uFEFF${HEADER}\n${row(70000001)}`, 'utf16le')],
    ['semicolons', Buffer.from(`Lot #;Year;Make;Model;Sale name\n70000001;2019;HONDA;ACCORD;X`)],
    ['the older name of its number', Buffer.from('Lot/Inv #,Year,Make,Model\n70000001,2019,HONDA,ACCORD')],
  ])('is read with %s', (_, bytes) => {
    expect(lotOf(bytes)).toMatchObject({ lot_number: '70000001', name: '2019 HONDA ACCORD' });
  });

  test('is read as Excel saves it in Eastern Europe', () => {
    const bytes = Buffer.concat([
      Buffer.from('Lot #;Year;Make;Model;Color\n70000001;2019;HONDA;ACCORD;'),
      Buffer.from([0xd7, 0xb8, 0xf0, 0xed, 0xfb, 0xe9]),
    ]);
    expect(lotOf(bytes)).toMatchObject({ color: 'Чёрный' });
  });

  test('of 2023 links by lotDetail and gives each title and odometer as what it is', () => {
    const file = path.join(import.meta.dirname, 'fixtures', 'copart-list-2023.csv');
    const { rows } = read(fs.readFileSync(file));
    const contents = rows.slice(1).map(({ lot }) => [lot?.lot_number, lot?.title_reading?.content]);
    expect(contents).toEqual([
      ['39028302', 'flood'],
      ['39028303', 'rebuilt'],
      ['39028304', 'parts_only'],
      ['39028305', 'parts_only'],
      ['39028306', 'rebuildable'],
    ]);
    expect(rows.every(({ lot }) => lot?.title_reading?.sure)).toBe(true);
    expect(rows.at(-1)?.lot).toMatchObject({
      mileage: null,
      odometer: { value: null, unit: 'mi', brand: 'NOT ACTUAL' },
    });
  });

  test('that is a bot wall’s page is refused', () => {
    const file = path.join(import.meta.dirname, 'fixtures', 'bot-wall-as-csv.csv');
    expect(() => read(fs.readFileSync(file))).toThrow(/not a list of lots/);
  });

  test('of other columns is refused as a whole', () => {
    expect(() => read('Name,Price\nA,1')).toThrow(AppError);
    expect(() => read('')).toThrow(/not a list of lots/);
  });

  test('never throws anything but an AppError, and answers every row', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.string(), { maxLength: 8 }), { maxLength: 8 }), (cells) => {
        const lines = cells.map((line) => line.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(','));
        try {
          const { rows } = read([HEADER, ...lines].join('\n'));
          for (const listed of rows) expect(listed.lot ?? listed.reason).not.toBeNull();
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
        }
      }),
    );
  });
});

test('a row of Copart’s Sales Data tells more', () => {
  const header =
    'Id,Yard name,Sale Date M/D/CY,Sale time (HHMM),Lot number,Vehicle Type,Year,Make,Model Group,Model Detail,Body Style,Color,Damage Description,Secondary Damage,Sale Title State,Sale Title Type,Has Keys-Yes or No,VIN,Odometer,Odometer Brand,Est. Retail Value,Repair cost,Engine,Drive,Transmission,Fuel Type,Runs/Drives,"High Bid =non-vix,Sealed=Vix",Location city,Location state,Location country,Currency Code,Image Thumbnail,Trim,Seller Name';
  const cells = `1,CA - SACRAMENTO,20261203,1200,70000001,V,2019,HONDA,ACCORD,ACCORD SPORT,SEDAN,BLUE,REAR END,SIDE,CA,SC,YES,1HGCV1F30KA000042,41200.0,A,18500.0,0.0,1.5L 4,FWD,AUTOMATIC,GAS,Run & Drive Verified,0.0,SACRAMENTO,CA,USA,USD,cs.copart.com/v1/x_thb.jpg,,INSURER INC`;
  expect(lotOf(`${header}\n${cells}`)).toMatchObject({
    vin: '1HGCV1F30KA000042',
    vin_masked: false,
    trim: 'SPORT',
    body_style: 'SEDAN',
    mileage: 41200,
    odometer: { value: 41200, unit: 'mi', brand: 'ACTUAL' },
    secondary_damage: 'SIDE',
    keys: 'yes',
    run_condition: 'runs_and_drives',
    title: 'CA - SC',
    retail_value: 18500,
    seller_repair_cost: null,
    sale_date: '2026-12-03',
    location: 'SACRAMENTO, CA',
    seller: 'INSURER INC',
    images: [],
  });
  expect(
    lotOf(`${header}\n${cells.replace('20261203', '0').replace('Run & Drive Verified', 'DEFAULT')}`),
  ).toMatchObject({
    sale_date: null,
    run_condition: null,
  });
});

/** A real export, where it lies beside the captures. */
const real = path.join(
  process.env.LOTLENS_CAPTURES ?? '/nowhere',
  '..',
  'data',
  'csv-samples',
  'copart-LotSearchresults-11-rows.csv',
);
test.runIf(fs.existsSync(real))('a real export of eleven rows', () => {
  const { rows } = read(fs.readFileSync(real));
  expect(rows).toHaveLength(11);
  const told = (number: string) => rows.find(({ lot }) => lot?.lot_number === number)?.lot;
  expect(told('64557536')).toMatchObject({
    make: 'Infiniti',
    mileage: 64601,
    primary_damage: 'FRONT END',
    retail_value: null,
  });
  expect(told('68979086')).toMatchObject({
    make: 'Ford',
    retail_value: 23716,
    primary_damage: 'WATER/FLOOD',
  });
  expect(told('67621616')?.odometer).toEqual({ value: 120878, unit: 'mi', brand: 'EXEMPT' });
  expect(told('62412456')).toMatchObject({ make_supported: false, mileage: null });
  expect(told('62546106')).toMatchObject({ make: 'Land Rover', model: 'RANGE ROVER SPORT' });
  const refused = rows.flatMap((listed) => (listed.lot === null ? [[listed.row, listed.code]] : []));
  // A motorcycle of a maker of cars, and a car without make or VIN.
  expect(refused).toEqual([
    [5, 'unsupported_make'],
    [11, 'extraction_failed'],
  ]);
});
