import { expect, test } from 'vitest';
import { costBasis } from './card-words.ts';

test.each([
  [8, 0, 0, 'from the listing, photos not reviewed'],
  [0, 0, 0, 'from the listing, no photos held'],
  [8, 0, 1, 'from the listing, 1 part confirmed by eye'],
  [8, 6, 0, '6 of 8 photos examined'],
  [8, 6, 3, '6 of 8 photos examined, 3 parts confirmed by eye'],
])('with %i photos, %i examined and %i parts confirmed a cost rests on: %s', (...given) => {
  const [photos_total, photos_examined, parts_confirmed, words] = given;
  expect(costBasis({ photos_total, photos_examined, parts_confirmed })).toBe(words);
});
