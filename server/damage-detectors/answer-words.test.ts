import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { damageTypeSchema } from '../../contract/schemas/damage.ts';
import { CATEGORIES } from '../categories/generic-categories.ts';
import { photoNumber, sameWord, severityNumber } from './answer-words.ts';
import { IMAGE_SIDES, VIEWS } from './examination/side.ts';
import { AIRBAGS, NOT_DAMAGE, PHOTO_WARNINGS } from './vision/schema.ts';

const TYPES = [...damageTypeSchema.options, ...NOT_DAMAGE];
const PARTS = CATEGORIES.map(({ id }) => id);

describe('a model’s own word', () => {
  it.each<[string, readonly string[], string]>([
    ['scratched', TYPES, 'scratch'],
    ['Scratches', TYPES, 'scratch'],
    ['dents', TYPES, 'dent'],
    ['rust', TYPES, 'corrosion'],
    ['water-mark', TYPES, 'water_mark'],
    ['design line', TYPES, 'design_line'],
    ['sticker', TYPES, 'sticker_or_tape'],
    ['left-front', VIEWS, 'front_left'],
    ['Front Left', VIEWS, 'front_left'],
    ['REAR', VIEWS, 'rear'],
    ['driver-side', VIEWS, 'left'],
    ['undercarriage', VIEWS, 'underbody'],
    ['Close-up', VIEWS, 'closeup'],
    ['Image-Left', IMAGE_SIDES, 'image_left'],
    ['N/A', IMAGE_SIDES, 'n/a'],
    ['na', IMAGE_SIDES, 'n/a'],
    ['driver airbag', AIRBAGS, 'driver'],
    ['multiple_vehicles', PHOTO_WARNINGS, 'several_vehicles'],
    ['headlights', PARTS, 'headlamp'],
    ['Front Bumper Cover', PARTS, 'front_bumper_cover'],
    ['fenders', PARTS, 'fender'],
    ['windscreen', PARTS, 'windshield'],
  ])('%s is read as the one of ours it can only mean', (given, words, meant) => {
    expect(sameWord(given, words)).toBe(meant);
  });

  it.each<[string, readonly string[]]>([
    ['bent', TYPES],
    ['damaged', TYPES],
    ['side', VIEWS],
    ['interior', VIEWS],
    // The vehicle's or the picture's?
    ['left', IMAGE_SIDES],
    ['front', AIRBAGS],
    ['bumper', PARTS],
    ['door', PARTS],
    ['left_headlamp', PARTS],
    ['', TYPES],
  ])('%s stays as it is where it could mean several or none', (given, words) => {
    expect(sameWord(given, words)).toBe(given);
  });

  it('never turns one of our own words into another', () => {
    for (const words of [TYPES, VIEWS, IMAGE_SIDES, AIRBAGS, PHOTO_WARNINGS, PARTS])
      for (const word of words) {
        expect(sameWord(word, words)).toBe(word);
        expect(sameWord(` ${word.toUpperCase().replaceAll('_', ' ')} `, words)).toBe(word);
      }
  });

  it('of any kind is one of ours or what was given', () => {
    fc.assert(
      fc.property(fc.anything(), (given) => {
        const read = sameWord(given, TYPES);
        return Object.is(read, given) || TYPES.some((type) => type === read);
      }),
    );
  });
});

describe('a number in words', () => {
  it('of a photo may stand as its label', () => {
    expect([3, '3', 'P3', 'p12'].map((given) => photoNumber.parse(given))).toEqual([3, 3, 3, 12]);
    expect(photoNumber.safeParse('third').success).toBe(false);
  });

  it('of a severity may stand as its meaning, not as a vague word', () => {
    expect([2, 'minor', 'Major', 'destroyed'].map((given) => severityNumber.parse(given))).toEqual([
      2, 2, 3, 4,
    ]);
    expect(['severe', 'moderate', 5].map((given) => severityNumber.safeParse(given).success)).toEqual([
      false,
      false,
      false,
    ]);
  });
});
