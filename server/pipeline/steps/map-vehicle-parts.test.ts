import { expect, test } from 'vitest';
import type { CataloguePart } from '../../../contract/schemas/part.ts';
import { mapVehicleParts } from './map-vehicle-parts.ts';

const part = (name: string): CataloguePart => ({
  number: '98510-1AA0A',
  name,
  group: '',
  side: null,
  position: null,
  quantity: null,
  notes: null,
  price: null,
  currency: null,
  url: null,
  superseded_by: null,
  catalogue: 'imported-file',
  source: 'a listing',
  dated: '2026-01-02',
  fit: 'model_year',
  year_from: 2012,
  year_to: 2018,
});

test.each([
  ['nissan', 'Air bag assembly-driver', 'airbag_driver'],
  ['hyundai', 'MODULE ASSY-AIR BAG,PASSENGER', 'airbag_passenger'],
])('an air bag of one seat takes no side, so that its line finds it: %s %s', (make, name, category) => {
  expect(mapVehicleParts(make, [part(name)]).parts).toMatchObject([{ category, mapped_side: 'none' }]);
});

test('a part of each side keeps its side', () => {
  expect(mapVehicleParts('bmw', [part('Grill, bumper, front, left')]).parts[0]?.mapped_side).toBe('left');
  expect(mapVehicleParts('nissan', [part('Fender-front,lh')]).parts[0]?.mapped_side).toBe('left');
});

test('a side that only the source’s own column says is kept, where the part has one', () => {
  const sideOf = (name: string, side: string) =>
    mapVehicleParts('honda', [{ ...part(name), number: '33100-TBA-A01', side }]).parts[0]?.mapped_side;
  expect(sideOf('HEADLIGHT ASSY.', 'L')).toBe('left');
  expect(sideOf('HEADLIGHT ASSY., R.', 'L')).toBe('right');
  expect(sideOf('HOOD', 'L')).toBe('none');
});
