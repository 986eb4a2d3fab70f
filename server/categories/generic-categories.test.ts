import { expect, test } from 'vitest';
import { SECTIONS } from '../../contract/schemas/estimate.ts';
import { CATEGORIES, categoriesFor, categoryById } from './generic-categories.ts';

const ids = (vehicle: Parameters<typeof categoriesFor>[0]) =>
  new Set(categoriesFor(vehicle).map((category) => category.id));

test('the vocabulary has 167 ids, 148 of them core', () => {
  expect(CATEGORIES).toHaveLength(167);
  expect(CATEGORIES.filter((category) => category.core)).toHaveLength(148);
});

test('a category is found by its id and an unknown id finds none', () => {
  expect(categoryById('hood')?.refinish).toBe(true);
  expect(categoryById('flux_capacitor')).toBeUndefined();
});

test('a vehicle of unknown body keeps every category', () => {
  expect(categoriesFor({})).toHaveLength(167);
  expect(categoriesFor({ body_class: null, fuel: null, doors: null })).toHaveLength(167);
});

test.each(['sedan', 'coupe', 'convertible'] as const)(
  'a %s has a trunk lid and no liftgate',
  (body_class) => {
    const found = ids({ body_class });
    expect(found.has('trunk_lid')).toBe(true);
    expect(found.has('liftgate')).toBe(false);
  },
);

test.each(['suv', 'hatchback', 'wagon', 'van'] as const)(
  'a %s has a liftgate and no trunk lid',
  (body_class) => {
    const found = ids({ body_class });
    expect(found.has('liftgate')).toBe(true);
    expect(found.has('trunk_lid')).toBe(false);
  },
);

test('a pickup has a tailgate and back glass but neither trunk lid nor trunk floor', () => {
  const found = ids({ body_class: 'pickup' });
  expect(found.has('liftgate')).toBe(true);
  expect(found.has('back_glass')).toBe(true);
  expect(found.has('trunk_lid')).toBe(false);
  expect(found.has('trunk_floor')).toBe(false);
});

test('a coupe and any two-door car have no rear doors', () => {
  expect(ids({ body_class: 'coupe' }).has('rear_door_shell')).toBe(false);
  expect(ids({ body_class: 'hatchback', doors: 3 }).has('rear_door_glass')).toBe(false);
  expect(ids({ body_class: 'hatchback', doors: 5 }).has('rear_door_glass')).toBe(true);
});

test('a convertible has no roof panel', () => {
  expect(ids({ body_class: 'convertible' }).has('roof_panel')).toBe(false);
});

test('a battery-electric car has no exhaust, a hybrid has one', () => {
  expect(ids({ fuel: 'Electric' }).has('exhaust_muffler')).toBe(false);
  expect(ids({ fuel: 'Electric and gas hybrid' }).has('exhaust_muffler')).toBe(true);
  expect(ids({ fuel: 'Gas' }).has('exhaust_muffler')).toBe(true);
});

test('a category that lies at one end of the car has a zone of that end', () => {
  for (const category of CATEGORIES) {
    if (category.position === 'named' || category.position === 'none') continue;
    const implied = category.zones.includes('front') || category.zones.includes('rear');
    if (implied) expect(category.zones).toContain(category.position);
  }
});

test('every category stands in a section of the estimate', () => {
  for (const category of CATEGORIES) expect(SECTIONS).toContain(category.section);
});
