import fc from 'fast-check';
import { expect, it } from 'vitest';
import { calculate } from './calculation/calculate.ts';
import { inputsOf } from './fixtures/made-up-lot.ts';

const CARS = [
  { year: 2019, make: 'Toyota', model: 'Camry', body_class: 'sedan', miles: 80_000 },
  { year: 2023, make: 'Ford', model: 'F-150', body_class: 'pickup', miles: 20_000 },
  { year: 2021, make: 'BMW', model: 'X5', body_class: 'suv', miles: 50_000 },
  { year: 2008, make: 'Honda', model: 'Civic', body_class: 'sedan', miles: 160_000 },
] as const;
const DAMAGES = [
  'Front End',
  'Left Front',
  'Rear',
  'Left Side',
  'Right Side',
  'Top/Roof',
  'Undercarriage',
  'All Over',
  'Hail',
  'Water/Flood',
  'Vandalism',
  'Mechanical',
  'Suspension',
  'Frame Damage',
  'Minor Dents/Scratches',
  'Rollover',
];

function total(car: (typeof CARS)[number], primary: string, secondary: string | null) {
  const { miles: mileage, ...vehicle } = car;
  const lot = { vehicle, mileage, primary, secondary, run: 'runs_and_drives', title: 'Salvage' } as const;
  return calculate(inputsOf({ ...lot, site: 'iaai' })).estimate.total;
}

const damage = fc.constantFrom(...DAMAGES);
it('a second damage never lowers low, likely or high', () => {
  fc.assert(
    fc.property(fc.constantFrom(...CARS), damage, damage, (car, primary, secondary) => {
      const alone = total(car, primary, null);
      const both = total(car, primary, secondary);
      for (const figure of ['low', 'likely', 'high'] as const)
        expect(both[figure]).toBeGreaterThanOrEqual(alone[figure]);
    }),
    {
      numRuns: 20,
      examples: [
        [CARS[1], 'Hail', 'Suspension'],
        [CARS[2], 'Frame Damage', 'Left Front'],
        [CARS[0], 'Front End', 'Left Front'],
        [CARS[1], 'Left Side', 'Hail'],
      ],
    },
  );
});
