import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Area } from '../text-line.ts';
import { grown, pixelsOf, plateAreas } from './private-areas.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const anArea = fc
  .tuple(share, share, share, share)
  .map(([a, b, c, d]): Area => [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
const aPicture = fc.record({
  width: fc.integer({ min: 1, max: 4096 }),
  height: fc.integer({ min: 1, max: 4096 }),
});
const times = fc.double({ min: 1, max: 3, noNaN: true });

describe('a fill', () => {
  test('contains the area it covers and lies inside the picture', () => {
    fc.assert(
      fc.property(anArea, times, aPicture, (area, factor, picture) => {
        const { left, top, width, height } = pixelsOf(grown(area, factor), picture);
        const [x0, y0, x1, y1] = area;
        // A place on the picture's last edge is in its last pixel.
        const edge = 1e-6;
        return (
          left >= 0 &&
          top >= 0 &&
          width >= 1 &&
          height >= 1 &&
          left + width <= picture.width &&
          top + height <= picture.height &&
          left <= x0 * picture.width + edge &&
          top <= y0 * picture.height + edge &&
          left + width >= x1 * picture.width - edge &&
          top + height >= y1 * picture.height - edge
        );
      }),
    );
  });

  test('of a face that reaches beyond the picture ends at its edge', () => {
    const picture = { width: 200, height: 100 };
    expect(pixelsOf(grown([-0.3, 0.505, 0.11, 1.4], 1.2), picture)).toEqual({
      left: 0,
      top: 41,
      width: 31,
      height: 59,
    });
    expect(pixelsOf(grown([1.1, 1.1, 1.3, 1.3], 1.2), picture)).toEqual({
      left: 199,
      top: 99,
      width: 1,
      height: 1,
    });
  });

  test('is as many times as wide and as high as the area, round its middle', () => {
    const wide = grown([0.4, 0.4, 0.6, 0.5], 1.5);
    [0.35, 0.375, 0.65, 0.525].forEach((edge, at) => {
      expect(wide[at]).toBeCloseTo(edge, 9);
    });
  });
});

describe('a line of text', () => {
  const box: Area = [0.2, 0.4, 0.6, 0.5];
  const areasOf = (text: string) => plateAreas({ text, mean: 0.9, box });

  test.each(['8ABC123', 'abc 1234', 'AB 12 CDE', 'ABC12', 'B-MW 1234', '1234'])(
    '%s reads like a plate',
    (text) => {
      expect(areasOf(text)).toEqual([box]);
    },
  );

  test.each(['TOYOTA', 'SE', '4X4', '1HGCM82633A004352', 'FOR SALE TODAY', ''])('%j does not', (text) => {
    expect(areasOf(text)).toEqual([]);
  });

  test('of several words is covered where the plate stands among them', () => {
    const [area, ...others] = areasOf('CALIFORNIA 8ABC123 DEALERSHIP');
    expect(others).toEqual([]);
    expect(area?.[0]).toBeCloseTo(0.2 + (0.4 * 11) / 29, 9);
    expect(area?.[2]).toBeCloseTo(0.2 + (0.4 * 18) / 29, 9);
    expect([area?.[1], area?.[3]]).toEqual([0.4, 0.5]);
  });

  test('with two plates has two areas', () => {
    expect(areasOf('8ABC123 SOMEWHERE 7XYZ999')).toHaveLength(2);
  });
});

describe('a line of letters alone', () => {
  /** Letters so high, of the photo's height, each so wide by that, their middle so far down. */
  const written = (text: string, { high = 0.03, letter = 0.53, down = 0.6, left = 0.4 } = {}) => {
    const wide = (high * letter * text.length * 3) / 4;
    return { text, mean: 0.9, box: [left, down - high / 2, left + wide, down + high / 2] as Area };
  };
  const isCovered = (
    line: ReturnType<typeof written>,
    picture?: { width: number; height: number },
  ): boolean => plateAreas(line, picture).length === 1;

  test('is covered as the plate it is shaped like, from near and far, straight on and at an angle', () => {
    // Such letters spell no make and no model.
    const letters = fc.array(fc.constantFrom(...'JQWXZ'), { minLength: 4, maxLength: 8 });
    const seen = fc.record({
      high: fc.double({ min: 0.01, max: 0.06, noNaN: true }),
      // A plate's letters, up to sixty degrees from the side, as tightly or loosely boxed as a tenth.
      letter: fc.double({ min: 0.53 * 0.5 * 0.9, max: 0.63 * 1.1, noNaN: true }),
      down: fc.double({ min: 0.35, max: 0.9, noNaN: true }),
    });
    fc.assert(
      fc.property(letters, seen, (plate, how) => {
        const line = written(plate.join(''), how);
        expect(plateAreas(line)).toEqual([line.box]);
      }),
    );
  });

  test.each(['MYCAR', 'GO TEAM', 'LUVBUG', 'ABCDEFGH'])('%s is covered', (text) => {
    expect(isCovered(written(text))).toBe(true);
  });

  test.each(['TOYOTA', 'CAMRY', 'Accord', 'SUBARU', 'HYBRID', 'COPART', 'FORD TRUCK', 'FOR SALE'])(
    '%s is a badge or a sign',
    (text) => {
      expect(isCovered(written(text))).toBe(false);
    },
  );

  test.each([
    ['a banner across the windshield', written('BESTDEAL', { high: 0.1, letter: 0.7, left: 0.1 })],
    ['a sign above the car', written('PARKING', { down: 0.15 })],
    ['letters spaced out over a tailgate', written('LARIAT', { high: 0.02, letter: 1.4 })],
    ['print too small for a plate that could be read', written('MYCAR', { high: 0.005 })],
    ['a painted wall', written('GARAGE', { high: 0.2 })],
    ['prose', written('DO NOT TOW')],
    ['three letters', written('ABC')],
    ['nine letters', written('ABCDEFGHI')],
  ])('is left alone where it is %s', (_, line) => {
    expect(isCovered(line)).toBe(false);
  });

  test('is measured in the photo as it stands, upright or wide, and as a usual one where nobody knows', () => {
    const line = written('MYCAR');
    expect(isCovered(line, { width: 1600, height: 1200 })).toBe(true);
    expect(isCovered(line, { width: 0, height: 0 })).toBe(true);
    expect(isCovered(line, { width: 4000, height: 1000 })).toBe(false);
  });
});
