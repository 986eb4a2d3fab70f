import { expect, test } from 'vitest';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { Position, Side } from '../../../contract/schemas/part.ts';
import { madeOf } from '../fixtures/made-up-lot.ts';
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

test('a part without a side has the numbers of the middle, and those of the sides only where it has no others', () => {
  const middle = { side: 'none' } as const;
  expect(found(middle, [...PAIR, listed('center', 'rear', ['C']), listed('none', 'rear', ['N'])])).toEqual([
    'C',
    'N',
  ]);
  expect(found(middle, [...PAIR, listed('center', 'rear', [], ['P'])])).toEqual(['R1', 'R2', 'L1']);
});

test('the other side has no number where the catalogue lists one side only, and says so', () => {
  const right = [listed('right', 'rear', ['R1'])];
  expect(found({}, right)).toEqual(['R1']);
  expect(lineNumbers(place({ other_side: true }), right)).toMatchObject({
    numbers: [],
    missing: { code: 'one_side', side: 'right' },
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
    missing: { code: 'pieces_only' },
  });
});

test('the numbers of the other side stand beside those of a line, for its price, never among them', () => {
  const right = lineNumbers(place({ side: 'right' }), PAIR);
  expect(right.numbers.map((one) => one.number)).toEqual(['R1', 'R2']);
  expect(right.counterpart).toBeUndefined();
});

const variant = (name: string, side: 'left' | 'right', decides: string): OemNumber => ({
  ...number(name, side),
  name: `Lamp assembly, rear ${side === 'left' ? 'LH' : 'RH'}`,
  decides,
});
const versions = (side: 'left' | 'right', numbers: OemNumber[]): MappedNumbers => ({
  ...listed(side, 'rear', []),
  numbers,
});
const mirroredOf = (changes: Partial<NumberedPlace>, all: MappedNumbers[]) =>
  lineNumbers(place(changes), all).mirrored.map((one) => one.number);

test('a counterpart is the same piece, and the same version where the catalogue tells versions apart', () => {
  const left = versions('left', [variant('L-halogen', 'left', 'halogen'), variant('L-led', 'left', 'led')]);
  const led = versions('right', [variant('R-led', 'right', 'led')]);
  expect(mirroredOf({ side: 'right' }, [left, led])).toEqual(['L-led']);
  const other = versions('right', [variant('R-other', 'right', 'drawing 2')]);
  expect(mirroredOf({ side: 'right' }, [left, other])).toEqual(['L-halogen', 'L-led']);
  const bulb = versions('right', [{ ...variant('R-bulb', 'right', ''), name: 'Bulb, RH' }]);
  expect(mirroredOf({ side: 'right' }, [left, bulb])).toEqual([]);
});

test('versions that the other side alone has are named beside the numbers of a line', () => {
  const left = versions('left', [variant('L-halogen', 'left', 'halogen'), variant('L-led', 'left', 'led')]);
  const led = versions('right', [variant('R-led', 'right', 'led')]);
  const oneSidedOf = (side: 'left' | 'right', all: MappedNumbers[]) =>
    lineNumbers(place({ side }), all).one_sided;
  expect(oneSidedOf('right', [left, led])).toEqual({ side: 'left', numbers: ['L-halogen'] });
  expect(oneSidedOf('left', [left, led])).toBeUndefined();
  const other = versions('right', [variant('R-other', 'right', 'drawing 2')]);
  expect(oneSidedOf('right', [left, other])).toBeUndefined();
  expect(oneSidedOf('right', [left])).toBeUndefined();
});

test.each([
  ['LAMP ASSY-HEAD,LH', 'LAMP ASSY-HEAD,RH'],
  ['Headlight unit, L.', 'Headlight unit, R.'],
  ['Headlamp (driver side)', 'Headlamp (passenger side)'],
])('two names of one piece differ by their side alone: %s, %s', (left, right) => {
  const named = (name: string, side: 'left' | 'right') =>
    versions(side, [{ ...variant(side, side, ''), name }]);
  expect(mirroredOf({ side: 'right' }, [named(left, 'left'), named(right, 'right')])).toEqual(['left']);
});

test('a part of another end or of no side is no counterpart', () => {
  expect(mirroredOf({ side: 'right' }, [listed('left', 'front', ['F'])])).toEqual([]);
  expect(mirroredOf({ side: 'right' }, [listed('none', 'rear', ['N'])])).toEqual([]);
  expect(mirroredOf({ side: 'none' }, [listed('left', 'rear', ['L'])])).toEqual([]);
});

test('a line without a number of its own names a current number of the other side as its counterpart', () => {
  const old = { ...number('L-old', 'left'), superseded_by: 'L-new' };
  const left = { ...listed('left', 'rear', []), numbers: [old, number('L-new', 'left')] };
  expect(lineNumbers(place({ side: 'right' }), [left])).toMatchObject({
    numbers: [],
    counterpart: { number: 'L-new', side: 'left', others: 0 },
    missing: { code: 'one_side', side: 'left' },
  });
  expect(lineNumbers(place({ other_side: true }), [listed('right', 'rear', ['R1'])]).counterpart).toEqual({
    number: 'R1',
    side: 'right',
    others: 0,
  });
  expect(lineNumbers(place({ side: 'right' }), []).counterpart).toBeUndefined();
});

const camryHit = (primary: string, numbers: MappedNumbers[]) =>
  madeOf({
    vehicle: { year: 2009, make: 'Toyota', model: 'Camry', body_class: 'sedan' },
    mileage: null,
    primary,
    numbers,
  });

test('a used part’s price beside an OEM number says that it is not the price of that number', () => {
  const unpriced = { ...number('81561-06230', 'left'), price: null };
  const { lines } = camryHit('LEFT REAR', [{ ...listed('left', 'rear', []), numbers: [unpriced] }]);
  const lamp = lines.find(({ id }) => id === 'tail_lamp:left');
  expect(lamp).toMatchObject({ part_type: 'recycled', oem_numbers: [{ number: '81561-06230' }] });
  expect(lamp?.part_price?.origin).toMatchObject({ from: { code: 'band' }, priced_as: 'recycled' });
});

test('the catalogue price of one side prices the other side and says so', () => {
  const left = [listed('left', 'rear', ['L1'])];
  const unpriced = { ...number('L1', 'right'), number: 'R1', price: null };
  const right = { ...listed('right', 'rear', []), numbers: [unpriced] };
  const lampOf = (numbers: MappedNumbers[]) =>
    camryHit('RIGHT REAR', numbers).lines.find(({ id }) => id === 'tail_lamp:right');
  const price = {
    likely: 100,
    basis: 'catalogue',
    origin: { from: { code: 'catalogue', sources: ['test list'], counterpart: 'left' } },
    dated: '2026-01-02',
  };
  expect(lampOf(left)).toMatchObject({
    part_type: 'oem',
    part_price: price,
    oem_numbers: [],
    counterpart: { number: 'L1', side: 'left', others: 0 },
  });
  const numbered = lampOf([...left, right]);
  expect(numbered).toMatchObject({ part_price: price, oem_numbers: [{ number: 'R1' }] });
  expect(numbered?.counterpart).toBeUndefined();
});

const LISTED = { code: 'catalogue', sources: ['test list'], alternatives: 1 };

test('of a pair whose side nobody knows both lines have the price of the one side that is listed', () => {
  const { lines } = camryHit('REAR END', [listed('right', 'rear', ['R1'])]);
  const lamps = lines.filter(({ category }) => category === 'tail_lamp');
  expect(lamps.map(({ part_price: price }) => [price?.likely, price?.origin?.from])).toEqual([
    [100, LISTED],
    [100, { ...LISTED, counterpart: 'right' }],
  ]);
  expect(lamps[1]).toMatchObject({ oem_numbers: [], counterpart: { number: 'R1', side: 'right' } });
});

test('a part sold in halves is two pieces, each at its own price, and never one of them as the whole', () => {
  const grille = (side: 'left' | 'right', price: number | null): MappedNumbers => ({
    ...listed(side, 'front', []),
    category: 'grille',
    numbers: [{ ...number(`G-${side}`, side), price }],
  });
  const grilleOf = (numbers: MappedNumbers[]) =>
    camryHit('FRONT END', numbers).lines.find(({ category }) => category === 'grille');
  const whole = grilleOf([]);
  expect(grilleOf([grille('left', 90), grille('right', 110)])).toMatchObject({
    quantity: 2,
    part_price: { likely: 100, basis: 'catalogue' },
  });
  const unpriced = grilleOf([grille('left', null), grille('right', null)]);
  expect(unpriced?.quantity).toBe(2);
  expect((unpriced?.part_price?.likely ?? 0) * 2).toBeCloseTo(whole?.part_price?.likely ?? 0, 1);
  expect(grilleOf([grille('left', 90)])).toMatchObject({ quantity: 1 });
});

test('numbers of similar cars stand only where the line has none of its own, and are of its side', () => {
  const similar = { ...listed('left', 'rear', []), similar: [number('S', 'left')] };
  const of = (changes: Partial<NumberedPlace>, all: MappedNumbers[]) => lineNumbers(place(changes), all);
  const bare = of({ side: 'left' }, [similar]);
  expect([bare.numbers, bare.similar.map((one) => one.number), bare.missing]).toEqual([
    [],
    ['S'],
    { code: 'not_listed' },
  ]);
  expect(of({ side: 'right' }, [similar])).toMatchObject({ similar: [], mirrored: [] });
  expect(of({ side: 'left' }, [similar, listed('left', 'rear', ['L'])]).similar).toEqual([]);
});
