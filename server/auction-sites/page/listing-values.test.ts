import { describe, expect, test } from 'vitest';
import {
  airbagsOf,
  dollarsOf,
  isNotACar,
  keysOf,
  numberOf,
  odometerFromText,
  odometerOf,
  runConditionOf,
  saleDateOf,
  textOf,
  vinOf,
  wordsOf,
  zonedTime,
} from './listing-values.ts';

test.each([
  ['95,638 mi (ACTUAL)', 95_638, 'mi', 'ACTUAL', 95_638],
  ['164 957 mi (265 473 km)', 164_957, 'mi', null, 164_957],
  ['164\u00a0957\n mi\n (265\u00a0473 km)', 164_957, 'mi', null, 164_957],
  ['265 473 km (164 957 mi)', 164_957, 'mi', null, 164_957],
  ['150,000 km (ACTUAL)', 150_000, 'km', 'ACTUAL', 93_206],
  ['150.000 km', 150_000, 'km', null, 93_206],
  ['12,345 (NOT ACTUAL)', 12_345, null, 'NOT ACTUAL', null],
  ['999 999 mi (unknown)', null, null, null, null],
  ['0 mi (EXEMPT)', null, 'mi', 'EXEMPT', null],
  ['1 mi (Inoperable Digital Dash)', null, 'mi', 'Inoperable Digital Dash', null],
  ['1 mi (Actual)', 1, 'mi', 'Actual', 1],
  ['27k mi', 27_000, 'mi', null, 27_000],
  ['27.5k mi (44k km)', 27_500, 'mi', null, 27_500],
  ['62 тыс. миль', 62_000, 'mi', null, 62_000],
  ['27km', 27, 'km', null, 17],
  ['Not Required/Exempt', null, null, 'Not Required/Exempt', null],
  ['-', null, null, null, null],
  ['', null, null, null, null],
])('odometer %j', (text, value, unit, brand, mileage) => {
  const read = odometerFromText(text);
  expect(read.odometer ?? { value: null, unit: null, brand: null }).toEqual({ value, unit, brand });
  expect(read.mileage).toBe(mileage);
});

test('odometers no car can have are unknown', () => {
  for (const value of [0, -5, 999_999, 9_999_999, Number.NaN, Number.POSITIVE_INFINITY])
    expect(odometerOf({ value, unit: 'mi', brand: 'ACTUAL' }).mileage).toBeNull();
});

test.each([
  ['$14,817 USD', 14_817],
  ['$1,234.50', 1234.5],
  ['41 979', 41_979],
  ['$0 USD', null],
  ['$17,975 CAD', null],
  ['CA$17,975', null],
  ['1.234,50 €', null],
  ['Hidden', null],
  ['—', null],
  [-1, null],
  [0, null],
  [9800, 9800],
  [7279.95, 7279.95],
])('dollars of %j', (value, dollars) => {
  expect(dollarsOf(value)).toBe(dollars);
});

test.each([
  ['5TDJZRFH0HS******', '5TDJZRFH0HS******'],
  ['WA1D7AFP4HA****** (OK)', 'WA1D7AFP4HA******'],
  [' 1ftfw1ed9nfb06106 ', '1FTFW1ED9NFB06106'],
  ['1FTFW-1ED9-NFB06106', '1FTFW1ED9NFB06106'],
  ['******', null],
  ['Hidden', null],
  ['No VIN', null],
  ['N/A', null],
  ['-', null],
])('VIN %j', (text, vin) => {
  expect(vinOf(text)).toBe(vin);
});

test.each([
  ['Run & Drive', 'runs_and_drives'],
  ['RUNS AND DRIVES', 'runs_and_drives'],
  ['Run and Drive', 'runs_and_drives'],
  ['Starts', 'starts'],
  ['VEHICLE STARTS', 'starts'],
  ['ENGINE START PROGRAM', 'starts'],
  ['Stationary', 'stationary'],
  ["Doesn't start", 'stationary'],
  ["Can't Test", null],
  ['ENHANCED VEHICLES', null],
  ['No information', null],
  ['Run and drive not verified', null],
  ['Runs, does not drive', 'starts'],
  ['Starts, will not move', 'starts'],
  ['Does not drive', 'stationary'],
  ['Non-runner', 'stationary'],
])('run condition %j', (text, condition) => {
  expect(runConditionOf(text)).toBe(condition);
});

test.each([
  ['YES', 'yes'],
  ['Present', 'yes'],
  ['True', 'yes'],
  ['NO', 'no'],
  ['Missing', 'no'],
  ['Not present', 'no'],
  ['EXEMPT', null],
  ['Yes/No', null],
  ['Key present, fob missing', null],
  ['Absente', 'no'],
  ['Non présente', 'no'],
  ['No information', null],
])('keys %j', (text, keys) => {
  expect(keysOf(text)).toBe(keys);
});

test.each([
  ['Intact', 'intact'],
  ['Not deployed', 'intact'],
  ['Non déployés', 'intact'],
  ['DEPLOYED', 'deployed'],
  ['Driver deployed, passenger intact', 'deployed'],
  ['Intact / Missing', 'missing'],
  ['Not intact', null],
  ['None', 'none'],
  ['No information', null],
])('airbags %j', (text, airbags) => {
  expect(airbagsOf(text)).toBe(airbags);
});

test.each([
  ['Saturday, September 12, 2026', '2026-09-12'],
  ['Sat 12 September, 2026', '2026-09-12'],
  ['2026-09-12', '2026-09-12'],
  ['Thu Dec 3, 9:30am (EST)', 'Thu Dec 3, 9:30am (EST)'],
  ['-', null],
])('sale date %j', (text, date) => {
  expect(saleDateOf(text)).toBe(date);
});

describe('text', () => {
  test('white space of all kinds is tidied, invisible marks are gone', () => {
    expect(textOf(' 2017\u00a0TOYOTA \t HIGHLANDER\u200b SE\ufeff  ')).toBe('2017 TOYOTA HIGHLANDER SE');
  });
  test('sentinels say nothing; a declared UNKNOWN is a word of its own', () => {
    for (const nothing of ['', ' ', '-', '---', '******', 'N/A', 'Hidden', 'No information', null, {}, []])
      expect([textOf(nothing), wordsOf(nothing)]).toEqual([null, null]);
    expect([textOf('UNKNOWN'), wordsOf('UNKNOWN')]).toEqual([null, 'UNKNOWN']);
  });
  test('numbers are read from numbers and plain numerals only', () => {
    expect([
      numberOf('95638'),
      numberOf(' 7,279.95'),
      numberOf('12 mi'),
      numberOf('0x10'),
      numberOf(''),
    ]).toEqual([95_638, 7279.95, null, null, null]);
  });
});

test.each([
  ['MOTORCYCLE', true],
  ['Boat', true],
  ['UTILITY TRAILER', true],
  ['ATV', true],
  ['Snowmobile', true],
  ['AUTOMOBILE', false],
  ['Automobile', false],
  ['SUV', false],
  ['PICKUP TRUCK', false],
  [null, false],
])('%s is no car: %s', (kind, refused) => {
  expect(isNotACar(kind)).toBe(refused);
});

test.each([
  ['Tue 15 Sep, 15:30 GMT+2', '2026-09-15T13:30:00Z'],
  ['Mon 4 Jan, 16:00 GMT+2', '2027-01-04T14:00:00Z'],
  ['Wed 16 September, 2026, 20:30 UTC', '2026-09-16T20:30:00Z'],
  ['Thu 17 Sep, 19:00 GMT-5:30', '2026-09-18T00:30:00Z'],
  // No year near has it on that weekday.
  ['Fri 15 Sep, 2026, 25:30 GMT+2', null],
  ['Sun 15 Sep, 15:30 GMT+2', null],
  ['15 Sep, 15:30 GMT+2', null],
  ['Tue 15 Sep, 15:30 GMT+2 (3 d 4 h)', '2026-09-15T13:30:00Z'],
  ['Tue 15 Sep, 15:30', null],
])('%j is %s', (text, time) => {
  expect(zonedTime(text, Date.UTC(2026, 11, 1))).toBe(time);
});
