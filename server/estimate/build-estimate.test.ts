import fc from 'fast-check';
import { expect, test } from 'vitest';
import { factOf } from '../../contract/report-view/words/assumptions.ts';
import { plain } from '../../contract/report-view/words/sentence.ts';
import { type Estimate, estimateSchema } from '../../contract/schemas/estimate.ts';
import { centsFromDollars as cents } from '../../contract/schemas/money.ts';
import { buildEstimate } from './build-estimate.ts';
import { calculate, forecastOf, writtenEstimate } from './calculation/calculate.ts';
import { anyLot } from './fixtures/any-lot.ts';
import { oemNumber } from './fixtures/catalogue.ts';
import { expectSums } from './fixtures/expect-sums.ts';
import { CAMRY, finding, inputsOf, type MadeUpLot, madeOf } from './fixtures/made-up-lot.ts';

test('lines, rows and blocks add up to the cent, for any lot and any profile', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const estimate = madeOf(lot);
      estimateSchema.parse(estimate);
      expectSums(estimate);
    }),
    { numRuns: 25 },
  );
});

test('the report and the bulk command give one figure', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const inputs = inputsOf(lot);
      const { low, likely, high } = forecastOf(inputs);
      const { total } = buildEstimate(inputs);
      expect([total.low, total.likely, total.high].map(cents)).toEqual([low, likely, high]);
    }),
    { numRuns: 12 },
  );
});

test('what is written is the same with and without a forecast', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      const { lines, outcome } = writtenEstimate(inputsOf(lot));
      const { estimate } = calculate(inputsOf(lot));
      expect({ lines, outcome }).toEqual({ lines: estimate.lines, outcome: estimate.outcome });
    }),
    { numRuns: 6 },
  );
});

test('the same inputs give the same answer, whatever was calculated between', () => {
  fc.assert(
    fc.property(anyLot, anyLot, (lot, other) => {
      const before = madeOf(lot);
      madeOf(other);
      expect(madeOf(lot)).toEqual(before);
    }),
    { numRuns: 6 },
  );
});

test('year, make and model move the estimate more than the damage code does', () => {
  const at = (year: number, make: string, model: string, primary: string): number =>
    madeOf({ vehicle: { year, make, model }, primary, state: null }).total.likely;
  expect(at(2023, 'BMW', 'X5', 'REAR')).toBeGreaterThan(2 * at(2008, 'Toyota', 'Corolla', 'FRONT END'));
});

test('declared parts stand in their own block, hidden ones apart, and nothing is called seen', () => {
  const { blocks, lines } = madeOf();
  expect(blocks.seen).toBe(0);
  expect(blocks.declared).toBeGreaterThan(0);
  expect(blocks.likely_hidden).toBeGreaterThan(0);
  expect(lines.filter((line) => line.block === 'seen' || line.evidence.length > 0)).toEqual([]);
});

test('what a photo shows is written, stands in its own block, and carries where it was seen', () => {
  const { blocks, lines } = madeOf({ findings: [finding('hood')] });
  const hood = lines.find(({ id }) => id === 'hood:none');
  expect(hood).toMatchObject({ block: 'seen', standing: 'scope', evidence: [{ photo: 1 }] });
  expect(blocks.seen).toBeGreaterThan(0);
});

test('what is not declared is a wide forecast without a line', () => {
  const { lines, located, outcome, total } = madeOf({ primary: null });
  expect([lines, located]).toEqual([[], false]);
  expect(outcome).toMatchObject({ as_written: 0, possible: 0 });
  expect(outcome?.unlocated).toBe(outcome?.average);
  expect(total.high / total.low).toBeGreaterThan(3);
});

test('photos on which nothing was found of what nothing is declared of leave the forecast as it was', () => {
  const [unexamined, examined] = [madeOf({ primary: null }), madeOf({ primary: null, examined: 8 })];
  expect(examined.located).toBe(false);
  expect([examined.total, examined.outcome]).toEqual([unexamined.total, unexamined.outcome]);
});

test.each(['ALL OVER', 'ROLLOVER', 'MINOR DENT/SCRATCHES', 'UNKNOWN'])(
  'damage that %s does not locate is a forecast, no pretended scope',
  (primary) => {
    const { located, outcome, lines, total } = madeOf({ primary });
    expect(located).toBe(false);
    expect(lines.filter(({ standing }) => standing === 'scope')).toEqual([]);
    expect(outcome?.as_written).toBe(0);
    expect(total.low).toBeGreaterThan(0);
  },
);

test('only possible lines say what would settle them', () => {
  fc.assert(
    fc.property(anyLot, (lot) => {
      for (const { standing, settled_by } of calculate(inputsOf(lot)).estimate.lines)
        expect(settled_by !== undefined).toBe(standing === 'possible');
    }),
    { numRuns: 6 },
  );
});

test('a pair whose side nobody told is one line of one piece, its second piece apart', () => {
  const { lines } = madeOf();
  const fenders = lines.filter(({ id }) => id.startsWith('fender:'));
  expect(fenders[0]).toMatchObject({ side: 'unknown', side_open: true, quantity: 1 });
  expect(fenders.slice(1)).toMatchObject([{ other_side: true, quantity: 1 }]);
});

test('a catalogue price takes the place of the band and keeps its source', () => {
  const number = oemNumber('TEST-HOOD-1', 999);
  const numbers = [
    { category: 'hood', side: 'center' as const, position: 'front' as const, numbers: [number] },
  ];
  const hood = hoodOf(madeOf({ numbers }));
  expect(hood?.part_price).toMatchObject({ likely: 999, basis: 'catalogue' });
  expect(hood?.part_price?.origin).toEqual({
    from: { code: 'catalogue', sources: ['test list'], alternatives: 1 },
  });
  expect(hood?.oem_numbers).toEqual([number]);
  expect(hood?.oem_missing).toBeUndefined();
});

test('a posted-shop profile costs more than an insurer pays for the same lines', () => {
  const [paid, shop] = [madeOf(), madeOf({ profile: { id: 'shop' } })];
  expect(shop.subtotal).toBeGreaterThan(paid.subtotal);
  expect(shop.total.likely).toBeGreaterThan(paid.total.likely);
  // A shop writes one operation more than an insurer.
  const lines = shop.lines.filter(({ id }) => id !== 'standard:clean_for_delivery');
  expect(lines.map(({ id, probability }) => [id, probability])).toEqual(
    paid.lines.map(({ id, probability }) => [id, probability]),
  );
});

test('a pearl colour makes refinish dearer, and the estimate says by which word', () => {
  const refinish = ({ lines }: Estimate): number =>
    lines
      .filter(({ standing }) => standing === 'scope')
      .reduce((sum, line) => sum + (line.refinish?.hours ?? 0), 0);
  const plain = madeOf({ primary: 'LEFT SIDE' });
  const pearl = madeOf({ primary: 'LEFT SIDE', colour: 'Blizzard Pearl' });
  expect(refinish(pearl)).toBeGreaterThan(refinish(plain));
  expect(pearl.paint).toEqual({ stage: 'three_stage', color: 'Blizzard Pearl' });
  expect(plain.paint).toBeUndefined();
});

test('photos that were examined and showed nothing are not called unexamined', () => {
  const said = (examined: number): string => plain(factOf('basis', madeOf({ examined })) ?? []);
  expect(said(0)).toContain('Photos not reviewed');
  expect(said(9)).toMatch(/^Estimate from photos and listing data/);
});

test('what a rear hit breaks at the rear bumper stands in its section, not in the front one’s', () => {
  const { lines } = madeOf({ vehicle: { ...CAMRY, year: 2021 }, primary: 'REAR', run: 'runs_and_drives' });
  const sensor = lines.find(({ category, position }) => category === 'parking_sensor' && position === 'rear');
  expect(sensor?.section).toBe('rear_bumper');
  expect(lines.filter(({ section, position }) => section === 'front_bumper' && position === 'rear')).toEqual(
    [],
  );
});

const euroHood = {
  category: 'hood',
  side: 'none' as const,
  position: 'front' as const,
  numbers: [oemNumber('41007290944', 248.57, { currency: 'EUR' })],
};
const BMW: MadeUpLot = {
  vehicle: { ...CAMRY, year: 2015, make: 'BMW', model: '328i' },
  run: 'runs_and_drives',
  airbags: 'intact',
};
const hoodOf = ({ lines }: Estimate) => lines.find(({ category }) => category === 'hood');

test('a catalogue price in a currency without a rate is said to be unused, in the assumptions and on its line', () => {
  const estimate = madeOf({ ...BMW, numbers: [euroHood] });
  expect(plain(factOf('unrated_prices', estimate) ?? [])).toBe(
    'One catalog price is in EUR, not converted: shown, but its line uses our price table.',
  );
  expect(hoodOf(estimate)?.part_price).toMatchObject({
    basis: 'judgement',
    origin: { from: { code: 'band' }, unrated: ['EUR'] },
  });
});

test('with a rate the foreign price is the price of the line, and nothing is said', () => {
  const currencies = { EUR: { usd: 1.1, date: '2026-03-01' } };
  const estimate = madeOf({ ...BMW, numbers: [euroHood], currencies });
  expect(factOf('unrated_prices', estimate)).toBeNull();
  expect(hoodOf(estimate)?.part_price).toMatchObject({ basis: 'catalogue', likely: 273.43 });
});

test('versions that a catalogue lists for the other side alone are named on the line', () => {
  const lamp = (side: 'left' | 'right', decides: string) =>
    oemNumber(`${side}-${decides}`, 400, {
      name: `Headlamp, ${side === 'left' ? 'LH' : 'RH'}`,
      side,
      decides,
    });
  const numbers = [
    { side: 'left' as const, numbers: [lamp('left', 'halogen'), lamp('left', 'led')] },
    { side: 'right' as const, numbers: [lamp('right', 'led')] },
  ].map((one) => ({ ...one, category: 'headlamp', position: 'front' as const }));
  const right = finding('headlamp', { side: 'right', position: 'front' });
  const { lines } = madeOf({ ...BMW, numbers, findings: [right] });
  const lampOn = (side: string) => lines.find((line) => line.category === 'headlamp' && line.side === side);
  expect(lampOn('right')).toMatchObject({ one_sided: { side: 'left', numbers: ['left-halogen'] } });
});

test('a smaller piece stands beside its line, whose price is that of the table', () => {
  const pieces = [oemNumber('41007290945', 50, { name: 'Hood, outer' })];
  const numbers = [{ ...euroHood, numbers: [], other_pieces: pieces }];
  expect(hoodOf(madeOf({ ...BMW, numbers }))).toMatchObject({
    oem_numbers: [],
    other_pieces: [{ name: 'Hood, outer' }],
    part_price: { basis: 'judgement' },
    oem_missing: { code: 'pieces_only' },
  });
});
