import { describe, expect, it, test } from 'vitest';
import { categoryById } from '../../categories/generic-categories.ts';
import { declaredCodes } from '../declared/declared-codes.ts';
import type { View } from './side.ts';
import { canShow, declaredZones, surfacesOf, zonesNotShown } from './view-coverage.ts';

const declared = (primary: string, site: 'copart' | 'iaai' = 'copart') =>
  declaredZones(
    declaredCodes({ site, primary, secondary: null, run: null, airbags: null, title: null, loss_type: null })
      .codes,
  );

describe('zones', () => {
  it('count as photographed by usable photos only', () => {
    expect(
      zonesNotShown([
        { view: 'front_left', usable: true },
        { view: 'rear', usable: false },
      ]),
    ).toEqual(['rear', 'right', 'roof', 'underbody', 'interior']);
  });

  it('are all missing without a photo', () => {
    expect(zonesNotShown([])).toHaveLength(7);
  });

  test.each([
    ['FRONT END', ['front']],
    ['SIDE', ['left', 'right']],
    ['REAR END', ['rear']],
    ['ROLLOVER', ['left', 'right', 'roof']],
  ])('declared by %s: %s', (code, zones) => {
    expect([...declared(code)].sort()).toEqual([...zones].sort());
  });

  it('are not declared by a code that names no place', () => {
    expect(declared('MECHANICAL').size).toBe(0);
  });
});

describe('what a view can show', () => {
  test.each<[View, string, boolean]>([
    ['front', 'tail_lamp', false],
    ['rear', 'fender', false],
    ['front_left', 'quarter_panel', true],
    ['front', 'door_mirror', true],
    ['front', 'parking_sensor', true],
    ['front', 'rear_bumper_cover', false],
    ['rear_left', 'grille', false],
    ['left', 'front_bumper_cover', true],
    ['front', 'roof_panel', true],
    ['closeup', 'rear_bumper_cover', true],
  ])('%s, %s: %s', (view, id, can) => {
    const category = categoryById(id);
    expect(category && canShow(view, category)).toBe(can);
  });
});

it('a whole zone speaks for its visible parts, of its own side', () => {
  expect(
    surfacesOf('left', 3).every((seenIntact) => seenIntact.side === 'left' && seenIntact.photo === 3),
  ).toBe(true);
  expect(surfacesOf('front', 1).map((seenIntact) => seenIntact.category)).toContain('hood');
});
