import { expect, test } from 'vitest';
import { pricedCar } from '../pricing/priced-car.ts';
import { ratesFor } from './labour-rates.ts';
import { vehicleFacts } from './vehicle-facts.ts';

const aluminium = (make: string, model: string, year: number): boolean =>
  pricedCar(vehicleFacts({ year, make, model }), year, 'usual').aluminium === true;

test('an aluminum body costs a fifth more an hour for body and structure, nothing else', () => {
  const steel = ratesFor({ id: 'insurer' }, 'TX', 1);
  const light = ratesFor({ id: 'insurer' }, 'TX', 1, true);
  expect(light.body).toBe(Math.round(steel.body * 1.2));
  expect(light.structural / steel.structural).toBeCloseTo(1.2, 3);
  for (const type of ['refinish', 'mechanical', 'frame', 'glass', 'diagnostic', 'materials'] as const)
    expect(light[type]).toBe(steel[type]);
  expect(light.name).toMatch(/aluminum/);
});

test('a user’s own rates stand whatever the body is made of', () => {
  const hour = 50;
  const own = {
    id: 'own',
    rates: {
      name: 'Own',
      body: hour,
      refinish: hour,
      mechanical: hour,
      structural: hour,
      frame: hour,
      glass: hour,
      diagnostic: hour,
      materials: hour,
      by_state: false,
      basis: 'user',
    },
  } as const;
  expect(ratesFor(own, 'TX', 1, true)).toEqual(ratesFor(own, 'TX', 1));
});

test('aluminium bodies are known by model and year', () => {
  expect(aluminium('Ford', 'F-150', 2014)).toBe(false);
  expect(aluminium('Ford', 'F150', 2015)).toBe(true);
  expect(aluminium('Ford', 'F-250 Super Duty', 2016)).toBe(false);
  expect(aluminium('Land Rover', 'Range Rover Sport', 2018)).toBe(true);
  expect(aluminium('Tesla', 'Model S', 2016)).toBe(true);
  expect(aluminium('Tesla', 'Model 3', 2021)).toBe(false);
  expect(aluminium('Toyota', 'Camry', 2021)).toBe(false);
});
