import { expect, test } from 'vitest';
import type { EstimateLine, OemNumber } from '../schemas/estimate.ts';
import { lineName, numberSide, numberToOrder, oneSidedWords, whyNoNumber } from './number-side.ts';

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
  expect(lineName(both)).toBe('Front fender, side to confirm');
  expect(lineName({ ...both, id: 'fender:unknown:2' })).toBe('Front fender, opposite side');
});

test('one piece of a pair is to be confirmed and its second is the opposite side, whatever their ids', () => {
  const one = {
    id: 'fender:1:2',
    name: 'Front fender',
    category: 'front_fender',
    position: 'front',
    side: 'unknown',
    standing: 'scope',
  } as const;
  expect(lineName(one)).toBe('Front fender, side to confirm');
  expect(lineName({ ...one, id: 'fender', other_side: true })).toBe('Front fender, opposite side');
});

test('a known side takes its first number and says how many more there are', () => {
  const left = line('left', number('L1', 'left'), number('L2', 'left'));
  expect(numberToOrder(left)).toBe('L1 and 1 more');
  expect(lineName(left)).toBe('Front fender, left');
});

test('a number without a side is told bare, none as null', () => {
  expect(numberToOrder(line('unknown', number('N1')))).toBe('N1');
  expect(numberToOrder(line('none'))).toBeNull();
});

test('a line without a number names that of its other side as a counterpart, never as a number that fits', () => {
  const missing = { oem_missing: { code: 'one_side', side: 'left' } } as const;
  const counterpart = { number: '51117058445', side: 'left' as const, others: 0 };
  expect(whyNoNumber({ ...missing, counterpart })).toBe(
    'The catalogs we hold list this part for the left side only. Counterpart of 51117058445, left; number for this side not available',
  );
  expect(whyNoNumber({ oem_missing_reason: null, counterpart: { ...counterpart, others: 2 } })).toBe(
    'Counterpart of 51117058445 and 2 more, left; number for this side not available',
  );
  expect(whyNoNumber(missing)).toBe('The catalogs we hold list this part for the left side only');
  expect(whyNoNumber({ oem_missing: { code: 'added' } })).toBe('The user added this part without a number');
  expect(whyNoNumber({})).toBeNull();
});

test('a line of schema_version 1 without a number says the words it stores', () => {
  expect(whyNoNumber({ oem_missing_reason: 'No source lists this part.' })).toBe(
    'No source lists this part.',
  );
});

test('numbers seen on similar cars are told with their estimate, never as numbers that fit', () => {
  const seen = (text: string, dated: string | null): OemNumber => ({
    ...number(text),
    source: 'Your estimate',
    dated,
    from_estimate: 'similar_car',
  });
  const missing = { oem_missing: { code: 'not_listed' } } as const;
  expect(whyNoNumber({ ...missing, similar_numbers: [seen('N-1', '2026-03-01'), seen('N-2', null)] })).toBe(
    'OEM number not available. Seen on a similar car: N-1 (from a kept estimate of 2026-03-01), N-2 (Your estimate, date unknown); not known to fit this one',
  );
  const many = ['A', 'B', 'C', 'D', 'E'].map((text) => seen(text, null));
  expect(whyNoNumber({ similar_numbers: many })).toContain('C (Your estimate, date unknown) and 2 more;');
});

test('a line names the versions that are listed for its other side alone', () => {
  expect(oneSidedWords({ one_sided: { side: 'left', numbers: ['A', 'B'] } })).toBe(
    'Listed for the left side alone: A, B; counterpart for this side not available',
  );
  expect(oneSidedWords({})).toBeNull();
});
