import { expect, test } from 'vitest';
import { CATEGORIES } from '../../categories/generic-categories.ts';
import { PRIOR_PARTS } from '../../damage-detectors/declared/declared-prior.ts';
import { allowanceFor, partCost } from './part-costs.ts';

test('every category of the vocabulary has hours and prices', () => {
  expect(CATEGORIES.filter((category) => !partCost(category.id)).map((category) => category.id)).toEqual([]);
});

test('prices rise from eco to luxury and hours from low to high', () => {
  const wrong = CATEGORIES.flatMap(({ id }) => partCost(id) ?? []).filter(
    (row) =>
      !(row.eco < row.mid && row.mid < row.premium && row.premium < row.luxury) ||
      row.hours_low > row.hours_high ||
      row.refinish_low > row.refinish_high,
  );
  expect(wrong).toEqual([]);
});

test('every allowance names a part of the declared prior', () => {
  const known = new Set(PRIOR_PARTS.map((part) => part.id));
  const named = [
    'engine_mount',
    'oil_pan',
    'carpet',
    'engine_long_block',
    'body_ecu_modules',
    'infotainment',
  ];
  for (const id of named) {
    expect(known.has(id)).toBe(true);
    expect(allowanceFor(id)).toBeDefined();
  }
});

test('a pickup’s bed side and tailgate take less labour than a quarter panel and a liftgate', () => {
  expect(partCost('quarter_panel', 'pickup')).toMatchObject({ hours_low: 8, hours_high: 11 });
  expect(partCost('liftgate', 'pickup')?.hours_high).toBeLessThan(
    partCost('liftgate', 'suv')?.hours_low ?? 0,
  );
  expect(partCost('quarter_panel', 'sedan')).toEqual(partCost('quarter_panel', null));
  expect(partCost('hood', 'pickup')).toEqual(partCost('hood'));
});
