import { expect, it } from 'vitest';
import { electrified, fuelOfListing, fuelOfModel, isHybridEngine } from './fuel-of-model.ts';

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
  ['Audi', 'A6 e-tron'],
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
  ['Koenigsegg', 'Model Y'],
  [null, 'Leaf'],
])('%s %s says nothing of its fuel', (make, model) => {
  expect(fuelOfModel(make, model)).toBeNull();
});

it.each([
  ['BMW', '530e xDrive'],
  ['BMW', '745Le'],
  ['BMW', 'X5 xDrive45e'],
  ['TOYOTA', 'PRIUS PRIME'],
  ['TOYOTA', 'RAV4 PRIME'],
  ['FORD', 'FUSION ENERGI'],
  ['Volvo', 'XC90 T8'],
  ['Porsche', 'Cayenne E-Hybrid'],
  ['Mitsubishi', 'Outlander PHEV'],
  ['Audi', 'Q5 e'],
  ['Audi', 'A3 e-tron'],
  ['Audi', 'Q5 55 TFSI e'],
  ['Chevrolet', 'Volt'],
  ['Jeep', 'Wrangler Unlimited Rubicon 4xe'],
  ['Mercedes-Benz', 'GLE 450e'],
  ['Land Rover', 'Range Rover P440e'],
])('%s %s is a plug-in hybrid', (make, model) => {
  expect(fuelOfModel(make, model)).toBe('Plug-in hybrid');
});

it.each([
  ['BMW', 'ActiveHybrid 5'],
  ['TOYOTA', 'HIGHLANDER HYBRID'],
  ['Honda', 'Insight'],
  ['Lexus', 'RX 450h'],
  ['LEXUS', 'ES300H'],
])('%s %s is a hybrid', (make, model) => {
  expect(fuelOfModel(make, model)).toBe('Hybrid');
});

it.each([
  ['BMW', '528e', null],
  ['BMW', '325/325e', null],
  ['Volvo', 'XC90 T6', null],
  ['Lexus', 'RX 350', null],
  ['Audi', '2.0T Premium, Hybrid Prestige, TDI', null],
])('%s %s is not known to be one', (make, model, fuel) => {
  expect(fuelOfModel(make, model)).toBe(fuel);
});

it.each([
  ['ELECTRIC AND GAS HYBRID', 'Hybrid'],
  ['Gas/Electric', 'Hybrid'],
  ['PLUG-IN HYBRID', 'Hybrid'],
  ['ELECTRIC', 'Electric'],
  ['BEV', 'Electric'],
  ['Gasoline', null],
  ['FLEXIBLE FUEL', null],
  [null, null],
])('the fuel %s is %s', (fuel, kind) => {
  expect(electrified(fuel)).toBe(kind);
});

it.each([
  ['TOYOTA', '2ZR-FXE'],
  ['TOYOTA', '1.8L 4-cylinder (2ZR-FXE+3JM)'],
  ['TOYOTA', '1.8L I4 97HP'],
  ['Toyota', 'A25A-FXS, 3NM+4NM (Li)'],
  ['Lexus', '8GR-FXS'],
  ['Lexus', '1.8L  4'],
  ['HONDA', '2.0L 4-cylinder (LFA1)'],
  ['HONDA', '1.3L  4'],
])('%s’s engine %s is one of hybrids', (make, engine) => {
  expect(isHybridEngine(make, engine)).toBe(true);
  const car = { make, model: null, trim: null, engines: [null, engine] };
  expect(fuelOfListing('GAS', car)).toBe('Hybrid');
});

it.each([
  ['TOYOTA', '2ZR-FE'],
  ['TOYOTA', '1.8L I4 132HP'],
  ['TOYOTA', '1.8L  4'],
  ['TOYOTA', '2AR-FE'],
  ['LEXUS', '2GR-FSE'],
  ['HONDA', '2.0L  4'],
  ['FORD', '1.8L 97HP'],
  ['TOYOTA', null],
  [null, '2ZR-FXE'],
])('%s’s engine %s is not known to be one', (make, engine) => {
  expect(isHybridEngine(make, engine)).toBe(false);
});
