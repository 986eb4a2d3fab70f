import { describe, expect, test } from 'vitest';
import type { Preflight } from '../../api/auction-answers.ts';
import { isBare, isSettled, preflightRows } from './preflight.ts';

const preflight: Preflight = {
  photos: { listed: 8, held: 8, refused: 0 },
  vision_model: false,
  catalogue: 'none',
  estimate: { low: 6925, likely: 10_883, high: 16_296, width: 9371 },
};
const said = (changed: Partial<Preflight>): Record<string, string> =>
  Object.fromEntries(preflightRows({ ...preflight, ...changed }).map(({ key, value }) => [key, value]));
const photos = (listed: number, held: number, refused = 0) => ({ listed, held, refused });

test('what the report will show is said in four rows', () => {
  expect(said({})).toEqual({
    photos: '8 of 8 photos ready',
    review: 'No model configured: confirm by eye in about a minute',
    numbers: expect.stringContaining('paste a dealer’s page or a list'),
    range: '$6,925 to $16,296 from the listing alone',
  });
});

test.each([
  [photos(0, 0), 'None came with the lot'],
  [photos(1, 1), '1 of 1 photo ready'],
  [photos(8, 3), '3 of 8 photos ready, the rest downloading'],
  [photos(8, 6, 2), '6 of 8 photos ready, 2 could not be downloaded'],
  [photos(8, 0, 8), '0 of 8 photos could be downloaded'],
])('of photos %o it says %s', (counts, words) => {
  expect(said({ photos: counts }).photos).toBe(words);
});

test('of photos nobody can look at no review is promised', () => {
  expect(said({ photos: photos(0, 0) })).not.toHaveProperty('review');
  expect(said({ photos: photos(2, 0, 2) })).not.toHaveProperty('review');
});

test('a range that is still being calculated is left out', () => {
  expect(said({ estimate: null })).not.toHaveProperty('range');
});

describe('a report is bare', () => {
  test('without photos and without any catalog', () => {
    expect(isBare({ ...preflight, photos: photos(0, 0) })).toBe(true);
    expect(isBare({ ...preflight, photos: photos(3, 0, 3) })).toBe(true);
  });
  test('not with one photo or one catalog', () => {
    expect(isBare(preflight)).toBe(false);
    expect(isBare({ ...preflight, photos: photos(0, 0), catalogue: 'held' })).toBe(false);
    expect(isBare({ ...preflight, photos: photos(0, 0), catalogue: 'on_request' })).toBe(false);
  });
});

test('it is settled when every photo came or was refused and the range is there', () => {
  expect(isSettled(preflight)).toBe(true);
  expect(isSettled({ ...preflight, photos: photos(8, 6, 2) })).toBe(true);
  expect(isSettled({ ...preflight, photos: photos(8, 6) })).toBe(false);
  expect(isSettled({ ...preflight, estimate: null })).toBe(false);
});
