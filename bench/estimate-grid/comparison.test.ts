import { expect, test } from 'vitest';
import { type Compared, compareAnswers, comparisonText, isKept, type NamedChange } from './comparison.ts';
import type { FrozenLot } from './frozen-answers.ts';
import { type MadeUpLot, madeUpLots } from './made-up-lots.ts';

const [first] = madeUpLots();
if (!first) throw new Error('no made-up lot');
const CAR: MadeUpLot = {
  ...first,
  site: 'iaai',
  year: 2018,
  primary_damage: 'Front End',
  title: 'CLEAR (Ohio)',
};

/** A lot whose likely moved by a ratio; low and high are 50 and 200 % of it before, a tenth nearer after. */
const moved = (ratio: number, facts: Partial<MadeUpLot> = {}): Compared => ({
  lot: { ...CAR, ...facts },
  value: 12_000,
  answer: { low: 2_000, likely: 4_000, high: 8_000 },
  after: { low: 2_400 * ratio, likely: 4_000 * ratio, high: 7_600 * ratio },
});

const flood: NamedChange = {
  name: 'flood',
  ground: 'judgement',
  moves: ({ lot }) => lot.primary_damage === 'Flood',
  expected: [1.2, 1.6],
};

test('the same answers are kept, with a ratio of one', () => {
  const comparison = compareAnswers([moved(1), moved(1), moved(1)]);
  expect(comparison.all).toMatchObject({ lots: 3, median: 1, held: 1 });
  expect(isKept(comparison)).toBe(true);
});

test('the median ratio lies between the middle two, and the ends of .85-1.15 count as held', () => {
  const { all } = compareAnswers([moved(0.8), moved(0.85), moved(1.15), moved(1.5)]);
  expect(all.median).toBeCloseTo(1);
  expect(all.held).toBe(0.5);
});

test('width is high less low over likely, before and after', () => {
  const { all } = compareAnswers([moved(1.1), moved(0.9)]);
  expect(all.width_before).toBeCloseTo(1.5);
  expect(all.width_after).toBeCloseTo(1.3);
});

test('one lot in ten outside .85-1.15 is allowed, two in ten are not', () => {
  const still = Array.from({ length: 8 }, () => moved(1));
  expect(isKept(compareAnswers([...still, moved(1), moved(2)]))).toBe(true);
  expect(isKept(compareAnswers([...still, moved(2), moved(2)]))).toBe(false);
});

test('a median beyond .97-1.03 is not kept though every lot is held', () => {
  expect(isKept(compareAnswers([moved(1.04), moved(1.05), moved(1.04)]))).toBe(false);
});

test('lots of a named change count apart and in no slice', () => {
  const lots = [moved(1), moved(1), moved(1.4, { primary_damage: 'Flood' })];
  const comparison = compareAnswers(lots, [flood]);
  expect(comparison.rest).toMatchObject({ lots: 2, median: 1 });
  expect(comparison.changes).toMatchObject([{ lots: 1, as_expected: true }]);
  expect(comparison.changes[0]?.median).toBeCloseTo(1.4);
  expect(comparison.slices.filter(({ slice }) => slice === 'kind').map(({ name }) => name)).toEqual([
    'front',
  ]);
  expect(isKept(comparison)).toBe(true);
});

test('a named change that moves its lots otherwise than expected is said and not kept', () => {
  const comparison = compareAnswers([moved(1), moved(1), moved(0.9, { primary_damage: 'Flood' })], [flood]);
  expect(isKept(comparison)).toBe(false);
  expect(comparisonText(comparison)).toContain('expected 1.2-1.6, NOT HELD; judgement');
});

test('a named change is measured on lots that no other one moves', () => {
  const old = {
    ...flood,
    name: 'old cars',
    moves: ({ lot }: FrozenLot) => lot.year === 2004,
    expected: [0.4, 0.6] as const,
  };
  const both = moved(0.7, { primary_damage: 'Flood', year: 2004 });
  const lots = [moved(1), moved(1.4, { primary_damage: 'Flood' }), moved(0.5, { year: 2004 }), both];
  expect(compareAnswers(lots, [flood, old]).changes).toMatchObject([
    { lots: 1, as_expected: true },
    { lots: 1, as_expected: true },
  ]);
});

test('a named change that moves no lot is not as expected', () => {
  expect(isKept(compareAnswers([moved(1)], [flood]))).toBe(false);
});

test('every lot lies in one part of each slice', () => {
  const lots = madeUpLots()
    .filter((_, at) => at % 50 === 0)
    .map((lot) => moved(1, lot));
  const { slices } = compareAnswers(lots);
  for (const of of Map.groupBy(slices, ({ slice }) => slice).values())
    expect(of.reduce((sum, { lots: count }) => sum + count, 0)).toBe(lots.length);
});

test('each slice has its own median', () => {
  const comparison = compareAnswers([
    moved(1.1),
    moved(0.9, { year: 2004 }),
    moved(0.9, { year: 2004, title: 'SALVAGE (Ohio)' }),
  ]);
  const medianOf = (slice: string, name: string): number | undefined =>
    comparison.slices.find((each) => each.slice === slice && each.name === name)?.median;
  expect(medianOf('age', 'over 15 years')).toBeCloseTo(0.9);
  expect(medianOf('age', '8-12 years')).toBeCloseTo(1.1);
  expect(medianOf('title', 'clean')).toBeCloseTo(1);
  expect(medianOf('title', 'salvage')).toBeCloseTo(0.9);
});
