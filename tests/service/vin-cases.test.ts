import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { scrapeAnswerSchema, scrapeListAnswerSchema } from '../../contract/api/auction-answers.ts';
import { describeVehicle } from '../../server/vehicles/describe-vehicle.ts';
import { addSignedIn } from './finished-report.ts';
import { startService, type TestService } from './service.ts';

const CASES = path.join(import.meta.dirname, '../fixtures/field-cases');
const rowsOf = (file: string): string[][] =>
  fs
    .readFileSync(path.join(CASES, 'vin', file), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t'));

let service: TestService;
let token: string;
beforeAll(async () => {
  service = await startService(inject('databaseServer'), { worker: false });
});
/** The hourly limit counts by account. */
const asSomeoneNew = async () => {
  ({ token } = await addSignedIn(service));
};
afterAll(() => service.close());

const send = (json: object) => service.call('POST', 'auction/enter_lot', { token, json });
const enter = async (json: object) => scrapeAnswerSchema.parse((await send(json)).json);

describe('a maker code that several makes share', () => {
  beforeAll(asSomeoneNew);

  test.each(rowsOf('shared-maker-codes.tsv'))(
    '%s %s is a %s %s',
    async (_, vin = '', make = '', model = '') => {
      expect(await enter({ vin })).toMatchObject({ make, model });
    },
  );

  test('leaves the make open where the model is unknown, and names all', async () => {
    const vin = 'JN1BJ1AW5PW109661';
    expect(await enter({ vin })).toMatchObject({
      make: null,
      make_supported: false,
      possible_makes: ['Nissan', 'Infiniti', 'Datsun'],
    });
    const entered = await enter({ vin, make: 'Infiniti', model: 'Q50' });
    expect(entered).toMatchObject({ make: 'Infiniti', make_supported: true });
    expect(entered.possible_makes).toBeUndefined();
  });

  test('takes a make of the code that its user gives', async () => {
    expect(await enter({ vin: '1C6SRFET2KN500002', make: 'Dodge' })).toMatchObject({ make: 'Dodge' });
  });
});

describe('the year of a car for another market', () => {
  test.each(rowsOf('year-of-other-markets.tsv'))('%s %s is %s or open', async (_, vin = '', right = '') => {
    const { year, possible_years } = await enter({ vin });
    const years = year === null ? (possible_years ?? []) : [year];
    if (right === 'not known') expect(years).toEqual([]);
    else expect(years).toContain(Number(right));
  });

  test.each(rowsOf('year-of-other-markets.tsv').filter(([, , right]) => right !== 'not known'))(
    '%s %s is %s where its user says so',
    async (_, vin = '', right = '') => {
      const lot = await enter({ vin, year: Number(right) });
      expect(lot.year).toBe(Number(right));
      expect(describeVehicle(lot).disagreements).toEqual([]);
    },
  );
});

describe('a number from before 1981', () => {
  test.each(rowsOf('before-1981.tsv'))('%s %s alone asks for the car', async (_, vin) => {
    const answer = await send({ vin });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain('Enter year, make and model.');
  });

  test.each(rowsOf('before-1981.tsv'))('%s %s goes with the car as it is given', async (_, vin = '') => {
    const lot = await enter({ vin, year: 1971, make: 'Porsche', model: '911' });
    expect(lot).toMatchObject({ vin, vin_masked: false, year: 1971, make: 'Porsche' });
    expect(describeVehicle(lot)).toMatchObject({ year: 1971, vin_masked: false, decoded: null });
  });
});

describe('the second fuel of a VIN', () => {
  beforeAll(asSomeoneNew);

  test.each(rowsOf('hybrids-by-secondary-fuel.tsv'))('%s %s is a %s', async (_, vin = '', right = '') => {
    expect(describeVehicle(await enter({ vin })).fuel?.toLowerCase()).toBe(right);
  });
});

test('a list names a Jeep by the code that Copart writes', async () => {
  const file = fs.readFileSync(path.join(CASES, 'list/copart-list-2023.csv')).toString('base64');
  const answer = await service.call('POST', 'auction/scrape_list', { token, json: { file } });
  const { entries } = scrapeListAnswerSchema.parse(answer.json);
  expect(entries[0]).toMatchObject({
    lot: { make: 'Jeep', model: 'PATRIOT LA', year: 2014, make_supported: false },
    code: 'unsupported_make',
    reason: 'Jeep: This make is not supported at this time.',
  });
});
