import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { BOX_FORMATS, type BoxFormat, readBox } from './boxes.ts';

const sent = { width: 1008, height: 756 };

describe('boxes', () => {
  test.each<[BoxFormat, number[]]>([
    ['norm1000_xyxy', [250, 500, 750, 1000]],
    ['norm1000_yxyx', [500, 250, 1000, 750]],
    ['pixel_sent', [252, 378, 756, 756]],
    ['pixel_yxyx', [378, 252, 756, 756]],
    ['norm1_xyxy', [0.25, 0.5, 0.75, 1]],
    ['norm1_yxyx', [0.5, 0.25, 1, 0.75]],
  ])('%s reads the same place', (format, raw) => {
    const box = readBox(raw, format, sent);
    expect(box?.map((value) => Number(value.toFixed(3)))).toEqual([0.25, 0.5, 0.75, 1]);
  });

  it('reads values above 1000 as pixels, as some builds write them', () => {
    expect(readBox([500, 0, 1004, 378], 'norm1000_xyxy', sent)?.[2]).toBeCloseTo(1004 / 1008);
  });

  it('takes values above 1000 for slips where the model was measured to count to 1000', () => {
    const tall = { width: 1216, height: 896 };
    expect(readBox([500, 100, 1010, 400], 'norm1000_xyxy', tall, true)).toEqual([0.5, 0.1, 1, 0.4]);
    expect(readBox([500, 100, 1300, 400], 'norm1000_xyxy', tall, true)).toBeNull();
  });

  it('reads nothing where a model can’t tell places', () => {
    expect(readBox([250, 500, 750, 900], 'none', sent)).toBeNull();
  });

  it.each([
    ['three numbers', [1, 2, 3]],
    ['an empty place', [100, 100, 100, 400]],
    ['the whole frame', [0, 0, 1000, 1000]],
    ['a place outside the photo', [1200, 100, 1900, 400]],
    ['no number', [Number.NaN, 1, 2, 3]],
  ])('%s is no box', (_, raw) => {
    expect(readBox(raw, 'norm1000_xyxy', sent)).toBeNull();
  });

  it('puts swapped corners right', () => {
    expect(readBox([750, 900, 250, 500], 'norm1000_xyxy', sent)).toEqual([0.25, 0.5, 0.75, 0.9]);
  });

  it('whatever a model writes, a box lies inside the photo, is not empty and not the whole frame', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -500, max: 3000 }), { minLength: 3, maxLength: 5 }),
        fc.constantFrom(...BOX_FORMATS),
        (raw, format) => {
          const box = readBox(raw, format, sent);
          if (box === null) return;
          const [x0, y0, x1, y1] = box;
          expect(Math.min(...box)).toBeGreaterThanOrEqual(0);
          expect(Math.max(...box)).toBeLessThanOrEqual(1);
          expect(x1 > x0 && y1 > y0).toBe(true);
          expect(x1 - x0 > 0.97 && y1 - y0 > 0.97).toBe(false);
        },
      ),
    );
  });
});
