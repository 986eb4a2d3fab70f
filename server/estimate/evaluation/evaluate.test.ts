import fc from 'fast-check';
import { expect, test } from 'vitest';
import { calibration, calibrationPlot, placeOf } from './calibration-plot.ts';
import { evaluate, type Pair, scoreOf } from './evaluate.ts';

const pair = (cost: number, facts: Record<string, unknown> = {}): Pair => ({
  listed: { year: 2018, make: 'Toyota', primary_damage: 'FRONT END', ...facts },
  value: 12_000,
  low: 500,
  likely: 1000,
  high: 2000,
  cost,
});

test('error, share near, bias, cover and width are those reckoned by hand', () => {
  const score = scoreOf([pair(1000), pair(800), pair(2000), pair(4000), pair(400)]);
  // likely ÷ cost: 1, 1.25, .5, .25, 2.5; |error|: 0, .25, .5, .75, 1.5
  expect(score).toEqual({ lots: 5, error: 0.5, near: 0.4, bias: 1, cover: 0.6, width: 1.5 });
});

test('a cost at an end of the range is covered', () => {
  expect(scoreOf([pair(500), pair(2000)]).cover).toBe(1);
});

test('slices part the lots by age, value, kind, title, run, odometer, make and state', () => {
  const { slices } = evaluate([
    pair(1000, { title: 'SALVAGE (Ohio)', state: 'OH', run_condition: 'Run & Drive', odometer: '90,000 mi' }),
    pair(2000, { year: 2005, primary_damage: 'HAIL', odometer: '0 mi (Inoperable Digital Dash)' }),
  ]);
  const biasOf = (slice: string, name: string): number | undefined =>
    slices.find((each) => each.slice === slice && each.name === name)?.bias;
  expect(biasOf('age', 'over 15 years')).toBe(0.5);
  expect(biasOf('value', '$10,000-20,000')).toBe(0.75);
  expect(biasOf('kind', 'front')).toBe(1);
  expect(biasOf('kind', 'hail')).toBe(0.5);
  expect(biasOf('title', 'salvage')).toBe(1);
  expect(biasOf('run', 'runs and drives')).toBe(1);
  expect(biasOf('odometer', 'read')).toBe(1);
  expect(biasOf('odometer', 'not readable')).toBe(0.5);
  expect(biasOf('make', 'Toyota')).toBe(0.75);
  expect(biasOf('state', 'OH')).toBe(1);
});

test('an estimate places its low at 10%, its likely at 50% and its high at 90%', () => {
  expect(placeOf(pair(500))).toBeCloseTo(0.1, 5);
  expect(placeOf(pair(1000))).toBeCloseTo(0.5, 5);
  expect(placeOf(pair(2000))).toBeCloseTo(0.9, 5);
});

test('the ends of the range count by costs at or below them', () => {
  const found = new Map(
    calibration([pair(500), pair(1000), pair(2000), pair(4000)]).map((point) => [point.stated, point.found]),
  );
  expect([found.get(0.1), found.get(0.5), found.get(0.9)]).toEqual([0.25, 0.5, 0.75]);
});

const figures = fc
  .record({
    low: fc.double({ min: 1, max: 1e4, noNaN: true }),
    up: fc.double({ min: 1, max: 5, noNaN: true }),
    further: fc.double({ min: 1, max: 5, noNaN: true }),
    cost: fc.double({ min: 1, max: 1e6, noNaN: true }),
  })
  .map(({ low, up, further, cost }) => ({ ...pair(cost), low, likely: low * up, high: low * up * further }));

test('whatever the figures: shares lie within 0-1, found shares never fall, order says nothing', () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 30 }), (pairs) => {
      const score = scoreOf(pairs);
      for (const share of [score.near, score.cover]) expect(share >= 0 && share <= 1).toBe(true);
      const found = calibration(pairs).map((point) => point.found);
      expect(found).toEqual([...found].sort((a, b) => a - b));
      expect(scoreOf(pairs.toReversed())).toEqual(score);
    }),
  );
});

test('figures in another currency give the same scores', () => {
  fc.assert(
    fc.property(fc.array(figures, { minLength: 1, maxLength: 20 }), (pairs) => {
      const times = pairs.map((each) => ({
        ...each,
        low: each.low * 4,
        likely: each.likely * 4,
        high: each.high * 4,
        cost: each.cost * 4,
      }));
      expect(scoreOf(times)).toEqual(scoreOf(pairs));
    }),
  );
});

test('the plot says its figures in words and has no figure that is none', () => {
  const svg = calibrationPlot([pair(500), pair(1000), pair(2000), pair(4000)]);
  expect(svg).toContain('<title id="title">Calibration of the estimates</title>');
  expect(svg).toContain(
    '4 lots. At or below low (stated 10%): 25% of costs; likely (50%): 50%; high (90%): 75%.',
  );
  expect(svg).not.toContain('NaN');
});
