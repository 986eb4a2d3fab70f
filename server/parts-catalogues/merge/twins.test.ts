import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OemNumber } from '../../../contract/schemas/estimate.ts';
import type { MappedPart } from '../../../contract/schemas/part.ts';
import type { MakeKey } from '../../../contract/vehicles/makes.ts';
import { sideless } from './twins.ts';
import { groupVariants, type PartVariants } from './variants.ts';

type Side = 'left' | 'right';
type Row = { name: string; notes: string | null; years: [number, number]; group: string };
type Listed = Row & { at: number; price: number | null };

const partOf = (side: Side, make: MakeKey, { name, notes, years, group, at, price }: Listed): MappedPart => ({
  // Toyota gives the two sides of one piece different function codes.
  number: `${81_000 + (at % 5) * 20 + (side === 'left' ? 0 : 10)}${make === 'toyota' ? '-' : ''}${String(10_000 + at)}`,
  name: `${name}, ${side === 'left' ? 'LH' : 'RH'}`,
  group: `${group} ${side}`,
  side: null,
  position: null,
  quantity: null,
  notes,
  price,
  currency: price === null ? null : 'USD',
  url: null,
  superseded_by: null,
  catalogue: 'imported-file',
  source: 'a listing',
  dated: '2026-01-02',
  fit: 'model_year',
  year_from: years[0],
  year_to: years[1],
  category: 'headlamp',
  mapped_side: side,
  mapped_position: 'front',
});

const told = ({ name, fit, told_by: by }: OemNumber): string =>
  JSON.stringify([
    sideless(name),
    fit,
    by?.years,
    by?.note,
    by?.words,
    sideless(by?.drawing ?? ''),
    by?.untold,
  ]);
const shapeOf = (groups: readonly PartVariants[], side: Side): { numbers: string[]; pieces: string[] } => {
  const group = groups.find((one) => one.side === side);
  return {
    numbers: (group?.numbers ?? []).map(told).sort(),
    pieces: (group?.other_pieces ?? []).map(told).sort(),
  };
};

const rowArbitrary = fc.record({
  name: fc.constantFrom(
    'Headlamp assembly',
    'Halogen headlamp',
    'Bi-xenon headlamp',
    'Headlamp, upper',
    'Headlamp unit, lower',
    'Finisher, inner',
  ),
  notes: fc.constantFrom(null, 'with cornering lamp', 'without cornering lamp'),
  years: fc.constantFrom<[number, number]>([2012, 2015], [2016, 2018]),
  group: fc.constantFrom('Headlight', 'Front light'),
});
const price = fc.option(fc.integer({ min: 5, max: 900 }));
const rowsArbitrary = fc
  .uniqueArray(rowArbitrary, { minLength: 1, maxLength: 6, selector: (row) => JSON.stringify(row) })
  .chain((rows) => {
    const priced = fc.array(price, { minLength: rows.length, maxLength: rows.length });
    const order = fc.shuffledSubarray([...rows.keys()], { minLength: rows.length });
    return fc.tuple(fc.constant(rows), priced, priced, order);
  });

describe('the two sides of a car', () => {
  test.each(['bmw', 'toyota'] as const)(
    'show the same where a source of %s lists the same, whatever order and prices it gives',
    (make) => {
      fc.assert(
        fc.property(rowsArbitrary, fc.boolean(), ([rows, left, right, order], rightFirst) => {
          const listed = (side: Side, prices: readonly (number | null)[]) =>
            rows.map((row, at) => partOf(side, make, { ...row, at, price: prices[at] ?? null }));
          const rights = listed('right', right);
          const shuffled = order.flatMap((at) => rights[at] ?? []);
          const lefts = listed('left', left);
          const groups = groupVariants(rightFirst ? [...shuffled, ...lefts] : [...lefts, ...shuffled], make);
          expect(shapeOf(groups, 'right')).toEqual(shapeOf(groups, 'left'));
        }),
        { numRuns: 200, seed: 14 },
      );
    },
  );

  const row: Listed = {
    name: 'Headlamp',
    notes: null,
    years: [2012, 2018],
    group: 'Headlight',
    at: 0,
    price: null,
  };
  const halogen = { ...row, name: 'Halogen headlamp', at: 0 };
  const xenon = { ...row, name: 'Bi-xenon headlamp', at: 5 };

  test('ask for the same option where one side lists only one of the versions', () => {
    const groups = groupVariants(
      [partOf('left', 'bmw', halogen), partOf('left', 'bmw', xenon), partOf('right', 'bmw', xenon)],
      'bmw',
    );
    const [lone] = groups.find(({ side }) => side === 'right')?.numbers ?? [];
    expect(lone).toMatchObject({ fit: 'needs_option', told_by: { words: ['bi', 'xenon'] } });
  });

  test('are told apart by nothing where the only number of one is no version of the other', () => {
    const groups = groupVariants(
      [partOf('left', 'bmw', halogen), partOf('left', 'bmw', xenon), partOf('right', 'bmw', row)],
      'bmw',
    );
    expect(groups.find(({ side }) => side === 'right')?.numbers).toMatchObject([{ fit: 'model_year' }]);
  });

  test('have the same part, whichever of them tells the price', () => {
    const inner = { ...row, name: 'Headlamp, lower', at: 1 };
    const upper = { ...row, name: 'Headlamp, upper', at: 2 };
    const groups = groupVariants(
      [
        partOf('left', 'toyota', { ...inner, price: 20 }),
        partOf('left', 'toyota', { ...upper, price: 400 }),
        partOf('right', 'toyota', inner),
        partOf('right', 'toyota', upper),
      ],
      'toyota',
    );
    expect(groups.map(({ numbers }) => numbers.map(({ name }) => name))).toEqual([
      ['Headlamp, upper, LH'],
      ['Headlamp, upper, RH'],
    ]);
  });

  test('show a piece as a piece also where one lists nothing else', () => {
    const glass = { ...row, name: 'Headlamp, inner', at: 1, price: 900 };
    const whole = { ...row, name: 'Headlamp assembly', at: 2 };
    const groups = groupVariants(
      [partOf('left', 'toyota', glass), partOf('left', 'toyota', whole), partOf('right', 'toyota', glass)],
      'toyota',
    );
    expect(groups.find(({ side }) => side === 'right')).toMatchObject({
      numbers: [],
      other_pieces: [{ name: 'Headlamp, inner, RH' }],
    });
  });
});
