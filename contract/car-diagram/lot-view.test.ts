import { expect, test } from 'vitest';
import { lotView } from './lot-view.ts';

test.each([
  ['pickup', 'Front end', 'pickup-front', 'from the front left'],
  ['pickup', 'REAR END', 'pickup-rear', 'from the rear left'],
  ['van', 'RIGHT REAR', 'van-rear', 'from the rear right'],
  ['suv', 'Right side', 'suv-front', 'from the front right'],
  ['sedan', 'Left & right side', 'sedan-front', 'from the front left'],
  ['sedan', null, 'sedan-front', 'from the front left'],
] as const)('a %s listed with “%s” is drawn by %s, %s', (body, declared, drawing, words) => {
  expect(lotView(body, declared)).toMatchObject({ drawing, words, mirrored: words.endsWith('right') });
});

test.each(['coupe', 'convertible', 'hatchback', 'wagon', null] as const)(
  'a %s is drawn from the side alone',
  (body) => {
    expect(lotView(body, 'Front end')).toBeNull();
  },
);

test.each([
  ['Front end', ['fender_left', 'fender_right']],
  ['LEFT FRONT', ['fender_left']],
  ['RIGHT FRONT', ['fender_right']],
  ['Side', ['front_door_left', 'rear_door_left', 'rocker_left']],
] as const)('“%s” marks the sides it names', (declared, expected) => {
  const marked = Object.keys(lotView('pickup', declared)?.marks ?? {});
  expect(marked.filter((panel) => /^(fender|front_door|rear_door|rocker)_/.test(panel))).toEqual(expected);
});
