import { expect, test } from 'vitest';
import type { EstimateLine, OemNumber } from '../schemas/estimate.ts';
import { numberSide, numberToOrder, sidedName, whyNoNumber } from './number-side.ts';

test.each([
  ['Combination lamp assembly-rear,rh', 'right'],
  ['LAMP ASSY-HEAD,LH', 'left'],
  ['Headlight, left', 'left'],
  ['Hood', null],
  ['Hinge, left and right', null],
])('a name may tell the side, in words or as makers write it: %s', (name, side) => {
  expect(numberSide({ name })).toBe(side);
});

test('what the source says outranks the name', () => {
  expect(numberSide({ name: 'Lamp', side: 'left' })).toBe('left');
});

const number = (text: string, side?: 'left' | 'right') => ({ number: text, name: '', side }) as OemNumber;
const line = (side: EstimateLine['side'], ...oem_numbers: OemNumber[]) =>
  ({ id: `fender:${side}`, name: 'Front fender', side, oem_numbers }) as unknown as EstimateLine;

test('where the side is not known both numbers are told with their sides', () => {
  const both = line('unknown', number('L1', 'left'), number('R1', 'right'), number('L2', 'left'));
  expect(numberToOrder(both)).toBe('L1 (left) or R1 (right) and 1 more');
  expect(sidedName(both)).toBe('Front fender, side not known');
  expect(sidedName({ ...both, id: 'fender:unknown:2' })).toBe('Front fender, the other side');
});

test('a known side takes its first number and says how many more there are', () => {
  const left = line('left', number('L1', 'left'), number('L2', 'left'));
  expect(numberToOrder(left)).toBe('L1 and 1 more');
  expect(sidedName(left)).toBe('Front fender, left');
});

test('a number without a side is told bare, none as null', () => {
  expect(numberToOrder(line('unknown', number('N1')))).toBe('N1');
  expect(numberToOrder(line('none'))).toBeNull();
});

test('a line without a number names that of its other side as a counterpart, never as a number that fits', () => {
  const missing = { oem_missing_reason: 'The catalogs we hold list this part for the left side only' };
  const counterpart = { number: '51117058445', side: 'left' as const, others: 0 };
  expect(whyNoNumber({ ...missing, counterpart })).toBe(
    'The catalogs we hold list this part for the left side only. Counterpart of 51117058445, left; number for this side not known',
  );
  expect(whyNoNumber({ oem_missing_reason: null, counterpart: { ...counterpart, others: 2 } })).toBe(
    'Counterpart of 51117058445 and 2 more, left; number for this side not known',
  );
  expect(whyNoNumber(missing)).toBe(missing.oem_missing_reason);
});
