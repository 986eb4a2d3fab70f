import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAMAGE_WORDS } from '../damage-detectors/declared/damage-codes.ts';
import { estimateLot } from './estimate-lot.ts';
import { readLotFacts } from './lot-facts.ts';

function estimate(value: unknown) {
  const lot = readLotFacts(value);
  return lot && estimateLot(lot).total;
}

test('values are read as sites and people write them', () => {
  const lot = readLotFacts({
    id: 7,
    year: '2018',
    make: 'HONDA',
    odometer: '76,471 mi (Actual)',
    run_condition: 'RUN & DRIVE',
    airbags: 'Not Deployed',
    state: 'Texas',
    extra: [1],
  });
  expect(lot).toMatchObject({ id: 7, year: 2018, mileage: 76_471, state: 'TX' });
  expect(lot?.declared).toMatchObject({ run: 'runs_and_drives', airbags: 'intact', primary: null });
});

test('kilometres become miles; sentinels and broken dashes are unknown', () => {
  expect(readLotFacts({ odometer: '100 000 km' })?.mileage).toBe(62_137);
  expect(readLotFacts({ odometer: 1 })?.mileage).toBeNull();
  expect(readLotFacts({ odometer: 999_999 })?.mileage).toBeNull();
  expect(readLotFacts({ odometer: '88,000 mi (Not Actual)' })?.mileage).toBeNull();
});

test('run codes: D runs and drives, S and CST start, WST does not, E says nothing', () => {
  const run = (run_condition: string) => readLotFacts({ run_condition })?.declared.run;
  expect(['D', 'CERT-D', 'cert-d'].map(run)).toEqual(Array(3).fill('runs_and_drives'));
  expect(['S', 's', 'CERT-S', 'CST'].map(run)).toEqual(Array(4).fill('starts'));
  expect(run('WST')).toBe('stationary');
  expect(['E', 'CERT-E', 'DEFAULT', 'ENHANCED VEHICLES', "Can't Test"].map(run)).toEqual(Array(5).fill(null));
});

test('run conditions and airbags of all three sites are understood', () => {
  const run = (run_condition: string) => readLotFacts({ run_condition })?.declared.run;
  expect(['Run & Drive', 'Run and Drive', 'runs_and_drives', 'R/D', 'Run & Drive Verified'].map(run)).toEqual(
    Array(5).fill('runs_and_drives'),
  );
  expect(['Starts', 'Engine Start Program', 'STARTS'].map(run)).toEqual(Array(3).fill('starts'));
  expect(['Stationary', 'Does not start', "Won't Start", 'stationary'].map(run)).toEqual(
    Array(4).fill('stationary'),
  );
  const bags = (airbags: string) => readLotFacts({ airbags })?.declared.airbags;
  expect(['Deployed', 'DEPLOYED', 'Intact', 'Missing', 'whatever'].map(bags)).toEqual([
    'deployed',
    'deployed',
    'intact',
    'missing',
    null,
  ]);
});

const words = Object.values(DAMAGE_WORDS).flatMap((site) => [
  ...Object.keys(site.words),
  ...Object.keys(site.codes),
]);

test.each([...new Set(words)])('the damage %s gets a range in any case', (word) => {
  for (const primary_damage of [word, word.toLowerCase()]) {
    const total = estimate({ year: 2016, make: 'Honda', model: 'Accord', primary_damage });
    expect(total?.low).toBeGreaterThan(0);
    expect(total?.likely).toBeGreaterThanOrEqual(total?.low ?? Number.NaN);
    expect(total?.high).toBeGreaterThan(total?.likely ?? Number.NaN);
  }
});

test.each([
  [{ run_condition: 'Run and drive not verified' }, { run: null }],
  [{ run_condition: 'Runs, does not drive' }, { run: 'starts' }],
  [{ airbags: 'Driver deployed, passenger intact' }, { airbags: 'deployed' }],
  [{ airbags: 'Not deployed' }, { airbags: 'intact' }],
  [{ airbags: 'Intact/missing' }, { airbags: 'missing' }],
])('of the mixed words %j the worse or nothing is read', (lot, declared) => {
  expect(readLotFacts(lot)?.declared).toMatchObject(declared);
});

test.each([
  [{ odometer: '85,000 mi (NOT ACTUAL)' }, 'not_actual'],
  [{ odometer: '0 mi (NOT ACTUAL)' }, 'unread'],
  [{ odometer: 0, odometer_brand: 'EXEMPT' }, 'unread'],
])('the odometer of %j is %s', (lot, status) => {
  expect(readLotFacts(lot)?.odometer).toBe(status);
});

test('nothing declared is wider than a declared hit', () => {
  const spread = (value: unknown): number => {
    const total = estimate(value);
    return total ? total.high / total.low : 0;
  };
  const car = { year: 2018, make: 'Toyota', model: 'Camry', odometer: 80_000 };
  expect(spread(car)).toBeGreaterThan(spread({ ...car, primary_damage: 'FRONT END' }));
});

test('no JSON value makes it throw, and every object gets ordered figures', () => {
  const keys = [
    'id',
    'year',
    'make',
    'model',
    'trim',
    'odometer',
    'primary_damage',
    'state',
    'airbags',
    'title',
  ];
  const lots = fc.dictionary(fc.constantFrom(...keys), fc.jsonValue());
  fc.assert(
    fc.property(fc.oneof(lots, fc.jsonValue()), (value) => {
      const total = estimate(value);
      if (!total) return;
      expect(total.low).toBeGreaterThan(0);
      expect(total.low).toBeLessThanOrEqual(total.likely);
      expect(total.likely).toBeLessThanOrEqual(total.high);
    }),
    { numRuns: 150 },
  );
});

test.each(['JTDKN3DU5A0123456', '5TDJZRFH0HS', '5TDJZRFH0HS******'])('%s is a VIN and no trim', (trim) => {
  expect(readLotFacts({ trim })?.trim).toBeNull();
});

test.each(['PERFORMANCE', 'PREMIUMPLUS', 'SR5 DOUBLE CAB', 'XLE'])('%s is a trim', (trim) => {
  expect(readLotFacts({ trim })?.trim).toBe(trim);
});
