import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blendedWith, isBare, type PaintedPanel, paintStageOf, refinishHours } from './refinish.ts';

const panel = (category: string, base_hours: number, side = 'left'): PaintedPanel => ({
  category,
  side,
  base_hours,
  probability: 1,
});
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

test('one panel gets 40 percent clear coat and no overlap', () => {
  const [fender] = refinishHours([panel('fender', 2.4)]);
  expect(fender?.overlap_hours).toBe(0);
  expect(fender?.clear_coat_hours).toBeCloseTo(0.96);
  expect(fender?.hours).toBeCloseTo(3.36);
});

test('an adjacent panel loses 0.4 hours and gets 20 percent clear coat after overlap', () => {
  const [, door] = refinishHours([panel('fender', 2.4), panel('front_door_shell', 2.4)]);
  expect(door?.overlap_hours).toBeCloseTo(0.4);
  expect(door?.clear_coat_hours).toBeCloseTo(0.4);
});

test('a blended panel gets the clear coat of the whole panel, and neither takes nor gives overlap', () => {
  const [fender, blend, door] = refinishHours([
    panel('fender', 2.4),
    { ...panel('fender', 1.2), blended: true },
    panel('front_door_shell', 2.4),
  ]);
  expect(blend).toEqual({ hours: 1.2 + 0.2 * 2.4, clear_coat_hours: 0.2 * 2.4, overlap_hours: 0 });
  const [alone, next] = refinishHours([panel('fender', 2.4), panel('front_door_shell', 2.4)]);
  expect([fender, door]).toEqual([alone, next]);
});

test('a panel on the other side of the car is not adjacent', () => {
  const [, door] = refinishHours([panel('fender', 2.4, 'left'), panel('front_door_shell', 2.4, 'right')]);
  expect(door?.overlap_hours).toBeCloseTo(0.2);
});

test('a minor panel loses 0.2 hours', () => {
  const [, handle] = refinishHours([panel('front_door_shell', 2.4), panel('fuel_door', 0.5)]);
  expect(handle?.overlap_hours).toBeCloseTo(0.2);
});

test('clear coat stops at 2.5 hours for the whole job', () => {
  const many = ['hood', 'fender', 'front_door_shell', 'rear_door_shell', 'quarter_panel', 'roof_panel'];
  const hours = refinishHours(many.map((category) => panel(category, 3)));
  expect(sum(hours.map((it) => it.clear_coat_hours))).toBeCloseTo(2.5);
});

test('three-stage paint takes 70 percent on the first panel and 40 on the next', () => {
  const [first, next] = refinishHours([panel('hood', 3), panel('trunk_lid', 3)], 'three_stage');
  expect(first?.clear_coat_hours).toBeCloseTo(2.1);
  expect(next?.clear_coat_hours).toBeCloseTo((3 - 0.2) * 0.4);
});

test('preparing raw plastic and clear coat that runs on take no clear coat of their own', () => {
  for (const stage of ['two_stage', 'three_stage', 'two_tone'] as const) {
    const [cover, apart] = refinishHours(
      [panel('front_bumper_cover', 2.6), { ...panel('front_bumper_cover', 0.3), apart: true, bare: true }],
      stage,
    );
    expect(apart).toEqual({ hours: 0.3, clear_coat_hours: 0, overlap_hours: 0 });
    expect(cover).toEqual(refinishHours([panel('front_bumper_cover', 2.6)], stage)[0]);
  }
  expect(isBare('standard:raw_plastic:front_bumper_cover:none')).toBe(true);
  expect(isBare('standard:extend_clear:quarter_panel:left')).toBe(true);
  expect(isBare('standard:inside:fender:left')).toBe(false);
});

test('an edge or underside takes no overlap and gives none', () => {
  const edge = { ...panel('fender', 1.3), apart: true };
  const [fender, inside, door] = refinishHours([panel('fender', 2.4), edge, panel('front_door_shell', 2.4)]);
  expect(inside?.overlap_hours).toBe(0);
  expect([fender?.hours, door?.hours]).toEqual(
    refinishHours([panel('fender', 2.4), panel('front_door_shell', 2.4)]).map((it) => it.hours),
  );
});

test.each([
  ['Blizzard Pearl', 'three_stage'],
  ['PEARL WHITE', 'three_stage'],
  ['White tri-coat', 'three_stage'],
  ['Soul Red Crystal', 'three_stage'],
  ['Crystal Black Pearl', 'two_stage'],
  ['BLACK', 'two_stage'],
  ['Two-tone: white and black', 'two_tone'],
  ['2 TONE BROWN', 'two_tone'],
  [null, 'two_stage'],
] as const)('a listed colour %j is %s paint', (colour, stage) => {
  expect(paintStageOf(colour)).toBe(stage);
});

test('a pickup’s door is never blended into a quarter panel', () => {
  for (const door of ['front_door_shell', 'rear_door_shell'])
    expect(blendedWith(door, 'pickup')).not.toBe('quarter_panel');
  expect(blendedWith('rear_door_shell', 'pickup')).toBe('cab_corner');
  expect(blendedWith('quarter_panel', 'coupe')).toBe('front_door_shell');
});

test('painting one more panel never takes hours off the whole job', () => {
  const panels = fc.array(
    fc.record({
      category: fc.constantFrom(
        'hood',
        'fender',
        'front_door_shell',
        'rear_door_shell',
        'quarter_panel',
        'fuel_door',
      ),
      side: fc.constantFrom('left', 'right', 'center'),
      base_hours: fc.constantFrom(0.5, 2.4, 3),
      probability: fc.constant(1),
    }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(panels, panels, (before, more) => {
      const total = (some: PaintedPanel[]): number => sum(refinishHours(some).map((it) => it.hours));
      expect(total([...before, ...more.slice(0, 1)])).toBeGreaterThanOrEqual(total(before) - 1e-9);
    }),
  );
});
