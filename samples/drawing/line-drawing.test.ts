import { describe, expect, test } from 'vitest';
import { drawingSvg, numberPlaces } from '../../contract/car-diagram/drawing-svg.ts';
import { SURFACES } from '../../contract/car-diagram/drawn-car.ts';
import type { Marks } from '../../contract/car-diagram/levels.ts';
import { SAMPLE_CARS } from '../sample-lots.ts';
import { cameraOf } from './draw-photo.ts';
import { drawLines } from './line-drawing.ts';
import { projectCar } from './project-car.ts';
import { traceOutline } from './trace-outline.ts';

const BMW = SAMPLE_CARS['90000001'];
const FROM_LEFT = cameraOf(BMW.shape, 'left');
const SMALL = { width: 480, height: 300 };

describe('a drawn car', () => {
  const drawing = drawLines(BMW, FROM_LEFT, SMALL);

  test('has the panels that its side shows, and none of the other', () => {
    const names = drawing.panels.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['hood', 'fender_left', 'front_door_left', 'rear_door_left', 'quarter_left']),
    );
    expect(names.filter((name) => /door_right|fender_right/.test(name))).toEqual([]);
  });

  const marks: Marks = {
    fender_left: { severity: 3, number: 1 },
    fender_right: { severity: 3, number: 1 },
  };

  test('paints a mark on its panel', () => {
    expect(drawingSvg(drawing, 'A car', {})).not.toContain('url(#art-3)');
    expect(drawingSvg(drawing, 'A car', { marks })).toContain('url(#art-3)');
  });

  test('has one place for the number of both sides, on the car', () => {
    const places = [...numberPlaces(drawing, marks)];
    expect(places.map(([number]) => number)).toEqual([1]);
    for (const [, { x, y }] of places)
      for (const share of [x, y]) expect(share > 0 && share < 1, `${x}, ${y}`).toBe(true);
  });

  test('is the same picture each time it is drawn', () => {
    expect(drawLines(BMW, FROM_LEFT, SMALL)).toEqual(drawing);
  });
});

test('no ground shows through a wheel arch', () => {
  const { surface, width, height } = projectCar(BMW, FROM_LEFT, SMALL.width, SMALL.height);
  const tire = SURFACES.indexOf('tire');
  // Along each row from the first tire pixel to the last: what is above the ground is car.
  for (let y = 0; y < height; y++) {
    const row = surface.subarray(y * width, (y + 1) * width);
    const [first, last] = [row.indexOf(tire), row.lastIndexOf(tire)];
    if (first < 0 || !row.includes(SURFACES.indexOf('front_door'))) continue;
    expect([...row.subarray(first, last + 1)].filter((number) => number === 0)).toEqual([]);
  }
});

describe('an outline', () => {
  const options = { area: 1, tolerance: 0.5, left: 0, top: 0 };

  test('follows the pixels and leaves holes open', () => {
    const ring = (pixel: number): boolean => {
      const r = Math.hypot((pixel % 60) - 30, Math.floor(pixel / 60) - 30);
      return r < 25 && r > 10;
    };
    expect(traceOutline(ring, 60, 60, options).match(/M/g)).toHaveLength(2);
  });

  test('leaves out specks', () => {
    const speck = (pixel: number): boolean => pixel === 125;
    expect(traceOutline(speck, 60, 60, { ...options, area: 4 })).toBe('');
  });
});
