import { describe, expect, it } from 'vitest';
import { mayHold } from './collision-groups.ts';

const path = (text: string) => text.split(' > ');

describe('mayHold', () => {
  it.each([
    'Body, car glass > Bumper: front, rear',
    'Body > Something without a name of ours',
    'Exterior lighting system > Headlight',
    'IC engine cooling > Radiator & Water outlet',
    'Suspension, chassis > Suspension spring, torsion bar',
    'Electrical > Driver assist system sensors, parking sensors',
    'Others > Front door panel & Glass',
    'Safety system > Air bag',
    'Engine compartment parts',
  ])('goes where a collision reaches: %s', (text) => {
    expect(mayHold(path(text), null)).toBe(true);
  });

  it.each([
    'Engine',
    'Engine > Crankshaft',
    'Maintenance parts > Lamps',
    'IC engine cooling > Cooling system gaskets, seals',
    'Body > Wiring & Clamp',
    'Transmission, gearbox > Rear axle housing',
    'Electrical > Generator, components',
    'Heating, A/C > A/C evaporator',
  ])('stays away from the rest: %s', (text) => {
    expect(mayHold(path(text), null)).toBe(false);
  });

  it('asks a group of one kind only where parts of that kind are wanted', () => {
    expect(mayHold(path('Lighting > Headlight'), ['headlamp'])).toBe(true);
    expect(mayHold(path('Lighting > Headlight'), ['rear_bumper_cover'])).toBe(false);
    expect(mayHold(path('Wheels, tyres > Disc wheel'), ['wheel'])).toBe(true);
    expect(mayHold(path('Wheels, tyres > Disc wheel'), ['hood'])).toBe(false);
  });

  it('asks for nothing when nothing is wanted', () => {
    expect(mayHold(path('Lighting > Headlight'), [])).toBe(false);
  });
});
