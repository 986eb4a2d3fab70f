import { expect, test } from 'vitest';
import { equipmentTakeRate } from './equipment-take-rate.ts';

const tesla = (model: string, year: number) => ({
  year,
  make: 'Tesla',
  model,
  body_class: 'sedan' as const,
  fuel: 'Electric',
});

test.each([
  ['Model 3', 2023, 0],
  ['Model Y', 2024, 0],
  ['Model X', 2018, 0],
  ['Model S', 2015, 1],
  ['Model S', 2020, 0],
])('a Tesla %s of %s has %s of a radiator grille', (model, year, share) => {
  expect(equipmentTakeRate('grille_upper', tesla(model, year))).toBe(share);
});

test('a roof of glass is no roof panel', () => {
  const car = tesla('MODEL 3', 2022);
  expect(['roof_panel', 'sunroof_glass_if_fitted'].map((id) => equipmentTakeRate(id, car))).toEqual([0, 1]);
});

test('a model whose layout says nothing of grille and roof has both', () => {
  const car = { year: 2020, make: 'Toyota', model: 'Camry', body_class: 'sedan' as const };
  expect(['grille_upper', 'roof_panel'].map((id) => equipmentTakeRate(id, car))).toEqual([1, 1]);
});
