import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { drawingSvg } from '../../contract/car-diagram/drawing-svg.ts';
import type { LineDrawing } from '../../contract/car-diagram/drawn-car.ts';
import { DRAWN_BODIES, DRAWN_ENDS, type DrawingName } from '../../contract/car-diagram/lot-view.ts';
import { drawBody } from './draw-bodies.ts';

const NAMES = DRAWN_BODIES.flatMap((body) => DRAWN_ENDS.map((end): DrawingName => `${body}-${end}`));
const textOf = (name: DrawingName): string =>
  fs.readFileSync(
    path.join(import.meta.dirname, '..', '..', 'web', 'public', 'cars', `${name}.json`),
    'utf8',
  );
const shipped = (name: DrawingName): LineDrawing => JSON.parse(textOf(name)) as LineDrawing;
const panelsOf = (name: DrawingName): string[] => shipped(name).panels.map((panel) => panel.name);

test('the pickup that ships is the one that is drawn', () => {
  expect(drawBody('pickup-rear')).toEqual(shipped('pickup-rear'));
});

test.each(NAMES)('%s is at most 20 kB, 8 kB packed', (name) => {
  expect(textOf(name).length).toBeLessThanOrEqual(20_000);
  expect(gzipSync(textOf(name)).length).toBeLessThanOrEqual(8_000);
});

const FRONT = ['front_bumper', 'grille', 'headlamp_left', 'headlamp_right', 'hood', 'windshield'];
const SIDE = ['fender_left', 'front_door_left', 'rear_door_left', 'quarter_left', 'side_glass_left'];
const REAR = ['trunk', 'rear_bumper', 'tail_lamp_left', 'tail_lamp_right', 'back_glass'];

test.each([
  ['pickup-front', [...FRONT, ...SIDE, 'roof', 'rocker_left']],
  ['pickup-rear', [...REAR, ...SIDE, 'roof', 'rocker_left', 'cab_back', 'bed_wall', 'bed_floor']],
  ['van-front', [...FRONT, ...SIDE, 'roof', 'rocker_left']],
  ['van-rear', [...REAR, ...SIDE, 'roof', 'rocker_left']],
] as const)('%s shows each panel of its side', (name, expected) => {
  expect(panelsOf(name)).toEqual(expect.arrayContaining<string>([...expected]));
});

test.each(NAMES)('%s shows nothing of the other side’s doors', (name) => {
  expect(panelsOf(name).filter((panel) => /(door|rocker)_right/.test(panel))).toEqual([]);
});

/** Path data of what is filled with a pattern. */
const filled = (svg: string, fill: string): string[] =>
  [...svg.matchAll(new RegExp(`<path d="([^"]+)" fill="url\\(#${fill}\\)"`, 'g'))].map(([, d]) => d ?? '');

describe('severity lands on its panel', () => {
  test.each([
    ['pickup-rear', 'trunk'],
    ['pickup-front', 'quarter_left'],
    ['pickup-front', 'front_bumper'],
    ['van-front', 'rear_door_left'],
    ['van-rear', 'back_glass'],
    ['van-rear', 'rocker_left'],
  ] as const)('of %s: %s', (name, panel) => {
    const drawing = shipped(name);
    const svg = drawingSvg(drawing, 'A car', { marks: { [panel]: { severity: 3 } } });
    const outlines = drawing.panels.flatMap(({ name: drawn, d }) => (drawn === panel ? d : []));
    expect(filled(svg, 'art-3')).toEqual(expect.arrayContaining(outlines));
  });
});

test('a mark on the right is on the near side of a drawing that is turned around', () => {
  const drawing = shipped('van-front');
  const marks = { front_door_right: { severity: 2 } } as const;
  const door = drawing.panels.find(({ name }) => name === 'front_door_left')?.d;
  expect(filled(drawingSvg(drawing, 'A van', { marks }), 'art-2')).toEqual([]);
  expect(filled(drawingSvg(drawing, 'A van', { marks, mirrored: true }), 'art-2')).toEqual([door]);
});

test.each(['hail', 'flood', 'burn', 'rollover'] as const)('declared %s is drawn over the car', (declared) => {
  const drawing = shipped('pickup-front');
  const bare = drawingSvg(drawing, 'A pickup', {});
  expect(drawingSvg(drawing, 'A pickup', { declared }).length).toBeGreaterThan(bare.length + 100);
});
