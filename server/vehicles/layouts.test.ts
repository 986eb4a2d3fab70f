import { expect, test } from 'vitest';
import { isBodyOnFrame } from './body-class.ts';
import { frameOf } from './layouts.ts';

test.each([
  ['Jeep', 'WRANGLER UNLIMITED RUBICON', 2020, 'ladder'],
  ['CHEV', 'SILVERADO K1500', 2016, 'ladder'],
  ['Dodge', 'Durango', 2015, 'unibody'],
  ['Mercedes-Benz', 'C 300', 2018, 'unibody'],
  ['Rivian', 'R1S', 2023, 'skateboard'],
  // Before its first listed generation.
  ['Dodge', 'Durango', 2005, null],
  ['Zorblax', '3000', 2020, null],
])('%s %s of %s has frame %s', (make, model, year, frame) => {
  expect(frameOf(make, model, year)).toBe(frame);
});

test('a model that no layout names goes by its name', () => {
  expect([isBodyOnFrame('Toyota', 'FJ Cruiser', 2010), isBodyOnFrame('Toyota', 'Celica', 2003)]).toEqual([
    true,
    false,
  ]);
});
