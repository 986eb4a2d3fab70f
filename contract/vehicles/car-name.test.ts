import { expect, test } from 'vitest';
import { carName } from './car-name.ts';

test.each([
  ['2015 INFINITI QX60', 'Infiniti', '2015 Infiniti QX60'],
  ['2014 LAND ROVER RANGE ROVER', 'Land Rover', '2014 Land Rover RANGE ROVER'],
  ['2014 BMW 3 Series 328I', 'BMW', '2014 BMW 3 Series 328I'],
  ['2019 FORDHAM SPECIAL', 'Ford', '2019 FORDHAM SPECIAL'],
  ['INFINITI', 'Infiniti', 'Infiniti'],
  ['2015 QX60', 'Infiniti', '2015 QX60'],
])('%s of %s is shown as %s', (listed, make, shown) => {
  expect(carName(listed, make)).toBe(shown);
});

test('where the make or the name is not known, what is listed stands', () => {
  expect(carName('2015 INFINITI QX60', null)).toBe('2015 INFINITI QX60');
  expect(carName(null, 'Infiniti')).toBeNull();
});
