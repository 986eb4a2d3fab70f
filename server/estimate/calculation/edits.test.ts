import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PartAnswer } from '../../../contract/evidence.ts';
import type { LineFigures } from '../../../contract/schemas/edit-report.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents } from '../../../contract/schemas/money.ts';
import { processorMs } from '../../../tests/machine.ts';
import { buildEstimate } from '../build-estimate.ts';
import { anyEdits, anyFigures, ownLine } from '../fixtures/any-edits.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { CAMRY, editedWith, finding, inputsOf } from '../fixtures/made-up-lot.ts';
import { fullMoney } from '../pricing/line-money.ts';

const X5 = { year: 2017, make: 'BMW', model: 'X5', trim: null, body_class: 'suv', fuel: null } as const;
// With labor taxed and untaxed, no state, other rates, photos, a forecast without a scope, and hardly a line.
const BASES = [
  inputsOf({ vehicle: X5 }),
  inputsOf({
    vehicle: X5,
    primary: 'LEFT SIDE',
    state: 'PA',
    findings: [finding('front_door_shell', { side: 'left' })],
  }),
  inputsOf({ vehicle: X5, primary: 'ALL OVER', state: null }),
  inputsOf({ vehicle: X5, primary: 'REAR', state: 'OR', profile: { id: 'shop' } }),
  inputsOf({ vehicle: X5, primary: null, state: null }),
].map((inputs) => ({ inputs, estimate: buildEstimate(inputs) }));
const base = fc.constantFrom(...BASES);

const FRONT = inputsOf();
const SIDE = inputsOf({ primary: 'LEFT SIDE' });
const front = buildEstimate(FRONT);
const side = buildEstimate(SIDE);
const find = ({ lines }: Estimate, id: string): EstimateLine | undefined =>
  lines.find((line) => line.id === id);
const chance = (estimate: Estimate, id: string): number => find(estimate, id)?.probability ?? 0;
const lineOf = (estimate: Estimate, is: (line: EstimateLine) => boolean): EstimateLine => {
  const line = estimate.lines.find(is);
  if (!line) throw new Error('no such line');
  return line;
};
const set = (figures: LineFigures, ...ids: string[]) => ({
  changed: Object.fromEntries(ids.map((id) => [id, figures])),
});
const COVER = 'front_bumper_cover:none';

describe('edits of any kind', () => {
  test('none at all, and ones that were taken back, give the identical estimate', () => {
    fc.assert(
      fc.property(
        base.chain((one) => fc.tuple(fc.constant(one), anyEdits(one.estimate.lines))),
        ([{ inputs, estimate }, edits]) => {
          editedWith(inputs, edits);
          expect(editedWith(inputs, {})).toEqual(estimate);
          const emptied = { scenario: {}, answers: {}, numbers: {}, part_answers: [] };
          expect(editedWith(inputs, emptied)).toEqual(estimate);
        },
      ),
      { numRuns: 5 },
    );
  });

  test('the same edits give the same estimate to the cent', () => {
    fc.assert(
      fc.property(
        base.chain((one) => fc.tuple(fc.constant(one), anyEdits(one.estimate.lines))),
        ([{ inputs }, edits]) => {
          const once = editedWith(inputs, edits);
          editedWith(inputs, {});
          expect(editedWith(inputs, edits)).toEqual(once);
          expectSums(once);
        },
      ),
      { numRuns: 5 },
    );
  });

  test('a line taken out counts nowhere, stands among the excluded, and as written costs no more', () => {
    const oneOut = base
      .filter(({ estimate }) => estimate.lines.length > 0)
      .chain((one) => fc.record({ one: fc.constant(one), line: fc.constantFrom(...one.estimate.lines) }));
    fc.assert(
      fc.property(oneOut, ({ one: { inputs, estimate }, line }) => {
        const after = editedWith(inputs, { excluded: [line.id] });
        expect(after.lines.map(({ id }) => id)).not.toContain(line.id);
        expect(after.excluded?.map(({ id }) => id)).toEqual([line.id]);
        expect(after.excluded?.[0]).toMatchObject({ cost: { likely: expect.any(Number) } });
        const [was, is] = [estimate.outcome, after.outcome];
        expect(cents(is?.as_written ?? 0)).toBeLessThanOrEqual(cents(was?.as_written ?? 0) + 500);
        // The clear coat of a car has a most: a line that goes leaves its share of it to panels that may be likelier.
        const clearCoat = fullMoney(line).refinish;
        expect(cents(is?.average ?? 0)).toBeLessThanOrEqual(cents(was?.average ?? 0) + 500 + clearCoat);
        expectSums(after);
      }),
      { numRuns: 20 },
    );
  });

  test('never cost less for a line that is added, however small, in no figure', () => {
    const small = fc.record({ part_price: fc.integer({ min: 0, max: 3_000 }).map((value) => value / 100) });
    const added = fc.oneof(
      anyFigures,
      fc.tuple(anyFigures, small).map(([any, price]) => ({ ...any, labour_hours: 0, ...price })),
    );
    fc.assert(
      fc.property(base, added, ({ inputs, estimate }, figures) => {
        const after = editedWith(inputs, { added: [{ ...figures, ...ownLine, id: 'user:1' }] });
        expect(after.subtotal).toBeGreaterThanOrEqual(estimate.subtotal);
        for (const figure of ['low', 'likely', 'high'] as const)
          expect(after.total[figure]).toBeGreaterThanOrEqual(estimate.total[figure]);
        expectSums(after);
      }),
      {
        numRuns: 15,
        // At rates above the reference a line of cents once lowered the middle, where a mean of two draws did the low end.
        examples: [
          [BASES[3] as (typeof BASES)[number], { labour_hours: 0.11 }],
          [BASES[1] as (typeof BASES)[number], { labour_hours: 0, part_price: 0.07, probability: 0.18 }],
        ],
      },
    );
  });

  test('are calculated in under 150 ms each', async () => {
    const [first] = BASES;
    if (!first) throw new Error('no estimate');
    const edits = fc.sample(anyEdits(first.estimate.lines), { numRuns: 10, seed: 1 });
    const ms = await processorMs(() => {
      for (const { scenario: _, ...edit } of edits) editedWith(first.inputs, { ...NO_EDITS, ...edit });
    });
    expect(ms / edits.length).toBeLessThan(150);
  });
});

describe('figures of the user’s', () => {
  test('stand beside ours, carry the basis user and no range', () => {
    const line = lineOf(front, (one) => one.operation === 'replace' && !!one.part_price && !one.refinish);
    const after = find(
      editedWith(FRONT, set({ part_price: 123.45, quantity: 2, probability: 1 }, line.id)),
      line.id,
    );
    expect(after?.part_price).toMatchObject({ low: 123.45, likely: 123.45, high: 123.45, basis: 'user' });
    expect(after?.estimated).toMatchObject({
      part_price: line.part_price?.likely,
      quantity: line.quantity,
      probability: line.probability,
      cost: line.cost,
    });
    const labour = cents(line.cost.likely) - cents(line.part_price?.likely ?? 0) * line.quantity;
    expect(cents(after?.cost.likely ?? 0) - 24_690).toBe(labour);
    expect(after?.expected_cost).toBe(after?.cost.likely);
  });

  test('a dearer price raises as written by the difference, and changes no chance', () => {
    const line = lineOf(front, (one) => one.standing === 'scope' && !!one.part_price && one.quantity === 1);
    const more = (line.part_price?.likely ?? 0) + 100;
    const after = editedWith(FRONT, set({ part_price: more }, line.id));
    expect(cents(after.subtotal) - cents(front.subtotal)).toBe(10_000);
    expect(after.total.likely).toBeGreaterThan(front.total.likely);
    expect(after.lines.map(({ id, probability }) => [id, probability])).toEqual(
      front.lines.map(({ id, probability }) => [id, probability]),
    );
  });

  test('a price set to the printed one changes no total', () => {
    const parts = front.lines.filter((line) => line.part_price !== null);
    expect(parts.length).toBeGreaterThan(20);
    for (const line of parts) {
      const after = editedWith(FRONT, set({ part_price: line.part_price?.likely ?? 0 }, line.id));
      expect([line.id, after.total]).toEqual([line.id, front.total]);
      expect([line.id, after.subtotal]).toEqual([line.id, front.subtotal]);
    }
  });

  test('hours set to the printed ones change no total', () => {
    const worked = front.lines.filter((line) => line.labour !== null && line.standing === 'scope');
    for (const line of worked.slice(0, 12)) {
      const after = editedWith(FRONT, set({ labour_hours: line.labour?.hours.likely ?? 0 }, line.id));
      expect([line.id, after.total]).toEqual([line.id, front.total]);
    }
  });

  test('what an answer moves is measured under the same prices and lines', () => {
    const answer = {
      id: 'answer:hood',
      kind: 'part_answer',
      category: 'hood',
      name: null,
      side: 'none',
      position: 'front',
      answer: 'damaged',
    } as const;
    const edits = {
      ...set({ part_price: 2_500 }, COVER),
      added: [{ ...ownLine, id: 'user:1', part_price: 900 }],
    };
    const after = buildEstimate(
      FRONT,
      { answers: [answer], edits: { ...NO_EDITS, ...edits, part_answers: [answer] } },
      { evidence: [] },
    );
    const without = editedWith(FRONT, edits);
    const row = after.evidence?.find(({ kind }) => kind === 'part_answer');
    expect(row?.moves).toBeCloseTo(after.total.likely - without.total.likely, 2);
  });

  test('a possible item its user is sure of is written, one they rule out is not', () => {
    const possible = lineOf(
      front,
      (one) => one.standing === 'possible' && !one.called_by && one.probability < 0.4,
    );
    const sure = editedWith(FRONT, set({ probability: 1 }, possible.id));
    expect(find(sure, possible.id)).toMatchObject({ standing: 'scope', probability: 1 });
    expect(sure.subtotal).toBeGreaterThan(front.subtotal);
    const never = editedWith(FRONT, set({ probability: 0 }, COVER));
    expect(find(never, COVER)?.standing).not.toBe('scope');
    expect(never.subtotal).toBeLessThan(front.subtotal);
  });

  test('a name of one’s own moves no money', () => {
    const after = editedWith(FRONT, set({ name: 'Bumper, as agreed' }, COVER));
    expect(find(after, COVER)).toMatchObject({
      name: 'Bumper, as agreed',
      estimated: { name: 'Front bumper cover' },
    });
    expect([after.total, after.outcome]).toEqual([front.total, front.outcome]);
  });

  test('a quantity counts the price of a piece as often', () => {
    const line = lineOf(front, (one) => one.standing === 'scope' && !!one.part_price && one.quantity === 1);
    const after = editedWith(FRONT, set({ quantity: 3 }, line.id));
    expect(cents(after.subtotal) - cents(front.subtotal)).toBe(2 * cents(line.part_price?.likely ?? 0));
  });

  test('narrow the range as the user fixes lines', () => {
    const changed = Object.fromEntries(
      front.lines
        .filter(({ standing }) => standing === 'scope')
        .map((line): [string, LineFigures] => [line.id, { probability: 1 }]),
    );
    const width = ({ total }: Estimate): number => (total.high - total.low) / total.likely;
    const excluded = front.lines.filter(({ standing }) => standing !== 'scope').map(({ id }) => id);
    expect(width(editedWith(FRONT, { changed, excluded }))).toBeLessThan(width(front));
  });
});

describe('lines of a user’s own and their order', () => {
  test('an added line is written, certain, and out again when it is taken out', () => {
    const line = { ...ownLine, id: 'user:1', part_price: 250, labour_hours: 2 };
    const after = editedWith(FRONT, { added: [line] });
    expect(find(after, 'user:1')).toMatchObject({ standing: 'scope', probability: 1, block: 'user' });
    expect(after.blocks.user).toBe(find(after, 'user:1')?.cost.likely);
    const out = editedWith(FRONT, { added: [line], excluded: ['user:1'] });
    expect(out.total).toEqual(front.total);
    expect(out.excluded?.map(({ id }) => id)).toEqual(['user:1']);
  });

  test('lines stand in the user’s order, which moves no money', () => {
    const ids = front.lines.map(({ id }) => id).toReversed();
    const after = editedWith(FRONT, { order: ids });
    expect(after.lines.map(({ id }) => id)).toEqual(ids);
    expect([after.total, after.outcome]).toEqual([front.total, front.outcome]);
  });

  test('a line that the user’s order does not name stays behind the one it followed', () => {
    const ids = front.lines.map(({ id }) => id);
    const [first, second, third] = ids;
    const after = editedWith(FRONT, { order: ids.filter((id) => id !== second).toReversed() });
    const order = after.lines.map(({ id }) => id);
    expect(order.indexOf(second ?? '')).toBe(order.indexOf(first ?? '') + 1);
    expect(order).toContain(third);
  });
});

describe('repair and replace', () => {
  test.each([
    [FRONT, COVER, `standard:raw_plastic:${COVER}`],
    [FRONT, 'fender:unknown', 'standard:inside:fender:unknown'],
    [FRONT, 'hood:none', 'standard:inside:hood:none'],
    [SIDE, 'front_door:left', 'standard:inside:front_door:left'],
  ])(
    'a panel that is repaired after all loses the paint work of a new one (%#: %s)',
    (inputs, id, operation) => {
      expect(find(buildEstimate(inputs), operation)).toBeDefined();
      expect(find(editedWith(inputs, set({ operation: 'repair' }, id)), operation)).toBeUndefined();
    },
  );

  test('a panel that is repaired after all keeps its blend and its flex additive', () => {
    const after = editedWith(FRONT, set({ operation: 'repair' }, COVER, 'fender:unknown'));
    expect(chance(after, 'standard:flex_additive')).toBe(chance(front, 'standard:flex_additive'));
    expect(chance(after, 'standard:blend:fender:unknown')).toBe(
      chance(front, 'standard:blend:fender:unknown'),
    );
  });

  test('a panel that is repaired after all is primed and blocked as others are', () => {
    const work = 'standard:feather_prime_block';
    expect(find(side, work)?.called_by ?? []).not.toContain('front_door:left');
    const after = editedWith(SIDE, set({ operation: 'repair' }, 'front_door:left'));
    expect(find(after, work)?.called_by).toContain('front_door:left');
    expect(chance(after, work)).toBeGreaterThan(chance(side, work));
  });

  test('a part that is only inspected, or that no table repairs, takes no new part and no labor it does not need', () => {
    const lamp = find(
      editedWith(FRONT, set({ operation: 'repair' }, 'headlamp:unknown')),
      'headlamp:unknown',
    );
    expect(lamp).toMatchObject({ operation: 'repair', part_price: null, part_type: 'none' });
    const looked = find(editedWith(FRONT, set({ operation: 'inspect' }, 'hood:none')), 'hood:none');
    expect(looked).toMatchObject({ operation: 'inspect', part_price: null, labour: null, refinish: null });
    expect(looked?.cost.likely).toBe(0);
  });

  test('a panel without paint calls for no paint work', () => {
    const after = editedWith(FRONT, set({ operation: 'pdr' }, 'hood:none'));
    expect(find(after, 'standard:blend:hood:none')).toBeUndefined();
    expect(find(after, 'standard:inside:hood:none')).toBeUndefined();
  });

  test('a repaired panel that is replaced after all brings back what a new one calls for, to the cent', () => {
    const repaired = lineOf(
      editedWith(FRONT, set({ operation: 'repair' }, 'hood:none')),
      ({ id }) => id === 'hood:none',
    );
    expect(repaired).toMatchObject({ operation: 'repair', part_type: 'none', part_price: null });
    expect(repaired.labour?.hours.likely).toBeGreaterThan(0);
    expect(repaired.estimated).toMatchObject({ operation: 'replace' });
    const back = editedWith(FRONT, set({ operation: 'replace' }, 'hood:none'));
    expect(find(back, 'hood:none')).toMatchObject({
      part_price: find(front, 'hood:none')?.part_price,
      cost: find(front, 'hood:none')?.cost,
    });
    expect([back.total, back.outcome]).toEqual([front.total, front.outcome]);
  });

  test('a repaired panel that is to be replaced gets a price of our tables', () => {
    const is = (one: EstimateLine): boolean => one.operation === 'repair' && !!one.category && !one.called_by;
    const panel = lineOf(side, is);
    expect(panel.part_price).toBeNull();
    const replaced = find(editedWith(SIDE, set({ operation: 'replace' }, panel.id)), panel.id);
    expect(replaced?.part_price?.likely).toBeGreaterThan(0);
    expect(replaced?.part_price?.origin?.from.code).toBe('band');
  });
});

describe('lines that are taken out', () => {
  test('take with them the operations that only they bring', () => {
    const brought = lineOf(front, (line) => line.called_by?.length === 1);
    const [caller = ''] = brought.called_by ?? [];
    expect(find(front, caller)).toBeDefined();
    expect(find(editedWith(FRONT, { excluded: [caller] }), brought.id)).toBeUndefined();
  });

  test('give a neighbor back the overlap it shared with them', () => {
    const [overlapped] = front.lines.filter((line) => (line.refinish?.overlap_hours ?? 0) > 0);
    if (!overlapped) throw new Error('no overlap');
    const rest = front.lines.filter((line) => line.refinish && line.id !== overlapped.id);
    const alone = editedWith(FRONT, { excluded: rest.map(({ id }) => id) });
    expect(find(alone, overlapped.id)?.refinish?.overlap_hours).toBe(0);
  });

  test('a fender taken out is blended at least as often as its door is hit', () => {
    const [door, blend] = ['front_door:left', 'standard:blend:front_door:left'];
    expect(chance(side, blend)).toBeLessThan(chance(side, door));
    // A hood beside it may call for the blend too.
    const out = chance(editedWith(SIDE, { excluded: ['fender:left'] }), blend);
    expect(out).toBeGreaterThanOrEqual(chance(side, door));
    const undented = editedWith(SIDE, set({ operation: 'pdr' }, 'fender:left'));
    expect(chance(undented, blend)).toBeCloseTo(out, 3);
  });

  test('a door is never blended beside a fender that its user says is painted for sure', () => {
    const after = editedWith(SIDE, set({ probability: 1 }, 'fender:left'));
    expect(find(after, 'standard:blend:front_door:left')).toBeUndefined();
  });

  test('a calibration falls to its own sensor’s chance when the bumper before it is taken out', () => {
    const after = editedWith(FRONT, { excluded: [COVER] });
    expect(chance(after, 'standard:calibrate_front_radar')).toBeCloseTo(chance(front, 'radar_front:none'), 3);
  });
});

describe('answers to what was seen of a part', () => {
  const answer = (
    category: string,
    said: PartAnswer['answer'],
    at: PartAnswer['side'] = 'none',
    position: PartAnswer['position'] = 'front',
  ): { part_answers: PartAnswer[] } => ({
    part_answers: [
      { id: 'answer', kind: 'part_answer', category, name: null, side: at, position, answer: said },
    ],
  });
  const fenders = (estimate: Estimate) => estimate.lines.filter(({ id }) => id.startsWith('fender:'));

  test('a part that is whole is gone, and its neighbors are less likely', () => {
    const after = editedWith(FRONT, answer('hood', 'whole'));
    expect(find(after, 'hood:none')?.standing ?? 'gone').not.toBe('scope');
    expect(chance(after, 'radiator_support:none')).toBeLessThan(chance(front, 'radiator_support:none'));
    expect(after.total.likely).toBeLessThan(front.total.likely);
  });

  test('a part that is damaged is written, and what hides behind it likelier', () => {
    const after = editedWith(FRONT, answer('radiator_support', 'damaged'));
    expect(find(after, 'radiator_support:none')).toMatchObject({ standing: 'scope' });
    expect(chance(after, 'radiator_support:none')).toBeGreaterThan(0.95);
    expect(after.total.likely).toBeGreaterThan(front.total.likely);
  });

  test('a side that is told leaves that piece alone, and its line keeps what was said of it while open', () => {
    const open = set({ part_price: 300 }, 'fender:unknown');
    const after = editedWith(FRONT, { ...open, ...answer('fender', 'left', 'unknown') });
    const written = fenders(after).filter(({ standing }) => standing === 'scope');
    expect(written.map(({ side: which }) => which)).toEqual(['left']);
    expect(written[0]?.part_price?.likely).toBe(300);
    expect(fenders(after).filter(({ side_open }) => side_open)).toEqual([]);
    const right = editedWith(FRONT, answer('fender', 'right', 'unknown'));
    expect(
      fenders(right)
        .filter(({ standing }) => standing === 'scope')
        .map((line) => line.side),
    ).toEqual(['right']);
  });

  test('a part that is repaired or replaced is done so, for certain', () => {
    const repaired = editedWith(FRONT, answer('hood', 'repair'));
    expect(find(repaired, 'hood:none')).toMatchObject({ operation: 'repair', standing: 'scope' });
    const replaced = editedWith(FRONT, answer('hood', 'replace'));
    expect(find(replaced, 'hood:none')).toMatchObject({ operation: 'replace', standing: 'scope' });
    expect(chance(replaced, 'hood:none')).toBeGreaterThan(0.95);
  });

  test('a part the car does not have is on no line', () => {
    const car = inputsOf({ vehicle: { ...CAMRY, year: 2021 } });
    const after = editedWith(car, answer('fog_lamp_front', 'not_fitted', 'unknown'));
    expect(buildEstimate(car).lines.some(({ category }) => category === 'fog_lamp_front')).toBe(true);
    expect(after.lines.filter(({ category }) => category === 'fog_lamp_front')).toEqual([]);
  });

  test('what was drawn on a photo stands on the line of the piece it is of, and moves nothing by itself', () => {
    const drawn = { photo: 3, box: [0.1, 0.2, 0.5, 0.6] as [number, number, number, number] };
    const mark = { ...drawn, kind: 'user_box' };
    const marked = (estimate: Estimate) =>
      estimate.lines.filter(({ evidence }) => evidence.some(({ kind }) => kind === 'user_box'));
    const drawing = (said: ReturnType<typeof answer>) => ({
      part_answers: said.part_answers.map((one) => ({ ...one, ...drawn })),
    });
    const hood = editedWith(FRONT, drawing(answer('hood', 'damaged')));
    expect(marked(hood).map(({ id, evidence }) => [id, evidence])).toEqual([['hood:none', [mark]]]);
    expect(hood.total).toEqual(editedWith(FRONT, answer('hood', 'damaged')).total);
    const fender = editedWith(FRONT, drawing(answer('fender', 'right', 'unknown')));
    expect(marked(fender).map((line) => [line.category, line.side])).toEqual([['fender', 'right']]);
    const open = editedWith(FRONT, drawing(answer('fender', 'damaged', 'unknown')));
    expect(marked(open).map(({ id }) => id)).toEqual(['fender:unknown']);
    const seen = inputsOf({ findings: [finding('hood')] });
    expect(find(editedWith(seen, drawing(answer('hood', 'damaged'))), 'hood:none')?.evidence).toEqual([
      ...finding('hood').evidence,
      mark,
    ]);
    expect(marked(editedWith(FRONT, drawing(answer('hood', 'whole'))))).toEqual([]);
    expect(find(editedWith(seen, answer('hood', 'whole')), 'hood:none')).toBeUndefined();
    const undeclared = editedWith(FRONT, drawing(answer('trunk_lid', 'damaged', 'none', 'rear')));
    expect(marked(undeclared).map(({ category, standing }) => [category, standing])).toEqual([
      ['trunk_lid', 'scope'],
    ]);
  });

  test('an answer that is taken back leaves the estimate as it was', () => {
    editedWith(FRONT, answer('hood', 'whole'));
    expect(editedWith(FRONT, { part_answers: [] })).toEqual(front);
  });
});
