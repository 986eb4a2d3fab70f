import { expect, it } from 'vitest';
import { fuelOfModel } from './fuel-of-model.ts';

it.each([
  ['TESLA', 'MODEL Y'],
  ['Tesla', null],
  ['Nissan', 'LEAF SV'],
  ['Ford', 'Mustang Mach-E'],
  ['FORD', 'F-150 Lightning'],
  ['Hyundai', 'IONIQ 5'],
  ['Volkswagen', 'ID.4 Pro S'],
  ['BMW', 'iX xDrive50'],
  ['Mercedes-Benz', 'EQS 450'],
  ['Audi', 'e-tron Prestige'],
])('%s %s runs on batteries alone', (make, model) => {
  expect(fuelOfModel(make, model)).toBe('Electric');
});

it.each([
  ['Ford', 'Mustang GT'],
  ['Ford', 'F-150'],
  ['Hyundai', 'Ioniq'],
  ['Hyundai', 'Kona SE'],
  ['BMW', 'i8'],
  ['BMW', 'X3'],
  ['Audi', 'A3 e-tron'],
  ['Chevrolet', 'Volt'],
  ['Toyota', 'Prius'],
  ['Koenigsegg', 'Model Y'],
  [null, 'Leaf'],
])('%s %s says nothing of its fuel', (make, model) => {
  expect(fuelOfModel(make, model)).toBeNull();
});
