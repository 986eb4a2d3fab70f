import { expect, test } from 'vitest';
import { drawingAlt } from './drawing-alt.ts';

const FORD = { car: '2019 Ford F-150', body: 'pickup', from: 'from the front left' } as const;

test('a drawing says its car, body, view and declared damage', () => {
  expect(drawingAlt({ ...FORD, declared: 'Front end' })).toBe(
    'Drawing, not a photo: 2019 Ford F-150, pickup, from the front left, front end damage',
  );
});

test.each([
  ['', 'Drawing, not a photo: 2019 Ford F-150, pickup, from the front left'],
  ['Normal wear', 'Drawing, not a photo: 2019 Ford F-150, pickup, from the front left, normal wear'],
] as const)('a drawing of a car listed with “%s” names no place of damage', (declared, words) => {
  expect(drawingAlt({ ...FORD, declared })).toBe(words);
});

test('a car without a name or a body is the car', () => {
  expect(drawingAlt({ car: null, body: null, from: 'from the side', declared: 'Hail' })).toBe(
    'Drawing, not a photo: the car, from the side, hail damage',
  );
});
