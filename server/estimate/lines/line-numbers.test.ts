import { expect, test } from 'vitest';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { declaredAs } from '../fixtures/declared-as.ts';
import { lineNumbers, type MappedNumbers, type NumberedPlace } from './line-numbers.ts';

const number = (name: string, side?: OemNumber['side']): OemNumber => ({
  number: name,
  name,
  ...(side && { side }),
  source: 'test list',
  dated: '2026-01-02',
  fit: 'model_year',
  decides: '',
  price: 100,
  currency: 'USD',
  superseded_by: null,
  url: null,
  format_ok: true,
});
const listed = (side: Side, position: Position, names: string[], pieces: string[] = []): MappedNumbers => ({
  category: 'tail_lamp',
  side,
  position,
  numbers: names.map((name) => number(name, side === 'left' || side === 'right' ? side : undefined)),
  other_pieces: pieces.map((name) => number(name)),
});
const place = (changes: Partial<NumberedPlace>): NumberedPlace => ({
  category: 'tail_lamp',
  side: 'unknown',
  position: 'rear',
  section: 'rear_lamps',
  other_side: false,
  ...changes,
});
const found = (changes: Partial<NumberedPlace>, all: MappedNumbers[]) =>
  lineNumbers(place(changes), all).numbers.map((one) => one.number);

const PAIR = [listed('right', 'rear', ['R1', 'R2']), listed('left', 'rear', ['L1'])];

test('a line of a known side has the numbers of that side and those of no side', () => {
  const all = [...PAIR, listed('none', 'rear', ['N1'])];
  expect(found({ side: 'left' }, all)).toEqual(['L1', 'N1']);
});

test('a line whose side nobody knows has the numbers of both sides, and the line of the other side has the other first', () => {
  expect(found({}, PAIR)).toEqual(['R1', 'R2', 'L1']);
  expect(found({ other_side: true }, PAIR)).toEqual(['L1', 'R1', 'R2']);
});

test('the other side has no number where the catalogue lists one side only, and says so', () => {
  const right = [listed('right', 'rear', ['R1'])];
  expect(found({}, right)).toEqual(['R1']);
  expect(lineNumbers(place({ other_side: true }), right)).toMatchObject({
    numbers: [],
    missing: 'The catalogs we hold list this part for the right side only',
  });
});

test('a door line without a position has the numbers of the doors it stands under', () => {
  const all = [listed('left', 'front', ['F']), listed('left', 'rear', ['B'])];
  const regulator = { side: 'left', position: 'none' } as const;
  expect(found({ ...regulator, section: 'front_doors' }, all)).toEqual(['F']);
  expect(found({ ...regulator, section: 'rear_doors' }, all)).toEqual(['B']);
  expect(found({ ...regulator, section: 'front_doors' }, all.slice(1))).toEqual([]);
});

test('smaller pieces stand beside the numbers, and are the reason where there are no others', () => {
  expect(lineNumbers(place({ side: 'left' }), [listed('left', 'rear', ['L1'], ['P'])])).toMatchObject({
    numbers: [{ number: 'L1' }],
    pieces: [{ number: 'P' }],
    missing: null,
  });
  expect(lineNumbers(place({ side: 'left' }), [listed('left', 'rear', [], ['P'])])).toMatchObject({
    numbers: [],
    pieces: [{ number: 'P' }],
    missing: 'The catalogs we hold list only smaller pieces of this part for this car',
  });
});

test('an aftermarket price beside an OEM number says that it is not the price of that number', () => {
  const vehicle = { year: 2009, make: 'Toyota', model: 'Camry', body_class: 'sedan' as const, fuel: null };
  const unpriced = { ...number('81561-06230', 'left'), price: null };
  const estimate = buildEstimate({
    vehicle,
    mileage: null,
    title: null,
    state: 'TX',
    findings: [],
    probabilities: partProbabilities({ declared: declaredAs('LEFT REAR'), vehicle }),
    numbers: [{ ...listed('left', 'rear', []), numbers: [unpriced] }],
    retailValue: null,
  });
  const lamp = estimate.lines.find(({ id }) => id === 'tail_lamp:left');
  expect(lamp).toMatchObject({ part_type: 'aftermarket', oem_numbers: [{ number: '81561-06230' }] });
  expect(lamp?.part_price?.source).toContain('priced as aftermarket, not as the OEM number beside it');
});
