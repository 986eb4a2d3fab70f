import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type LineFigures, NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import { type Estimate, type EstimateLine, estimateSchema } from '../../../contract/schemas/estimate.ts';
import { processorMs } from '../../../tests/machine.ts';
import { partProbabilities } from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { declaredAs } from '../fixtures/declared-as.ts';
import { editEstimate } from './apply-edits.ts';

const VEHICLE = { year: 2017, make: 'BMW', model: 'X5', trim: null, body_class: null, fuel: null };
const CAR = { vehicle: VEHICLE, retailValue: 15_000 };
function estimateOf(
  primary: string,
  state: string | null,
  profile: 'insurer' | 'shop' = 'insurer',
): Estimate {
  const vehicle = VEHICLE;
  const declared = declaredAs(primary);
  const probabilities = partProbabilities({ declared, vehicle });
  return buildEstimate({
    vehicle,
    mileage: 60_000,
    title: null,
    state,
    findings: [],
    probabilities,
    retailValue: CAR.retailValue,
    seed: 7,
    profile: { id: profile },
  });
}
// With labour taxed and untaxed, no state, other rates, and hardly a line.
const BASES = [
  estimateOf('FRONT END', 'TX'),
  estimateOf('LEFT SIDE', 'PA'),
  estimateOf('ALL OVER', null),
  estimateOf('REAR', 'OR', 'shop'),
  estimateOf('NONE', null),
];

const cents = (dollars: number): number => Math.round(dollars * 100);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function holds(estimate: Estimate): void {
  estimateSchema.parse(estimate);
  const rows = estimate.totals.filter((row) => row.key !== 'tax').map((row) => cents(row.likely));
  expect(sum(estimate.lines.map((line) => cents(line.expected_cost)))).toBe(cents(estimate.subtotal));
  expect(sum(rows)).toBe(cents(estimate.subtotal));
  expect(Math.min(...rows)).toBeGreaterThanOrEqual(0);
  expect(sum(Object.values(estimate.blocks).map((block) => cents(block ?? 0)))).toBe(
    cents(estimate.subtotal),
  );
  expect(cents(estimate.subtotal) + cents(estimate.tax)).toBe(cents(estimate.total.likely));
  expect(estimate.total.low).toBeGreaterThanOrEqual(0);
  expect(estimate.total.low).toBeLessThanOrEqual(estimate.total.likely);
  expect(estimate.total.likely).toBeLessThanOrEqual(estimate.total.high);
  for (const line of estimate.lines) {
    expect(line.cost.low).toBeLessThanOrEqual(line.cost.likely);
    expect(line.cost.likely).toBeLessThanOrEqual(line.cost.high);
  }
}

const amount = (max: number) => fc.integer({ min: 0, max: max * 100 }).map((value) => value / 100);
const figures: fc.Arbitrary<LineFigures> = fc.record(
  {
    operation: fc.constantFrom('replace', 'repair', 'r_and_i', 'refinish', 'inspect', 'sublet', 'pdr'),
    part_type: fc.constantFrom('oem', 'aftermarket', 'recycled', 'none'),
    quantity: fc.integer({ min: 1, max: 9 }),
    part_price: amount(9_000),
    labour_type: fc.constantFrom('body', 'mechanical', 'refinish', 'frame', 'glass', 'diagnostic'),
    labour_hours: amount(60),
    refinish_hours: amount(20),
    sublet: amount(3_000),
    probability: fc.integer({ min: 0, max: 10_000 }).map((value) => value / 10_000),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<LineFigures>;

const editsOf = (base: Estimate): fc.Arbitrary<ReportEdits> => {
  const ids = base.lines.map((line) => line.id);
  const some = fc.subarray(ids);
  return fc.record({
    changed: fc
      .tuple(
        fc.subarray(ids, { maxLength: Math.min(12, ids.length) }),
        fc.array(figures, { minLength: 12, maxLength: 12 }),
      )
      .map(([chosen, sets]) => Object.fromEntries(chosen.map((id, at) => [id, sets[at] ?? {}]))),
    excluded: some,
    added: fc.array(figures, { maxLength: 3 }).map((all) =>
      all.map((set, at) => ({
        ...set,
        id: `user:${at + 1}`,
        name: 'Roof rack',
        section: 'roof' as const,
        operation: 'replace' as const,
        side: 'none' as const,
        position: 'none' as const,
      })),
    ),
    order: fc.option(fc.shuffledSubarray(ids), { nil: null }),
  });
};
const edited = fc.constantFrom(...BASES).chain((base) => editsOf(base).map((edits) => ({ base, edits })));

describe('an edited estimate', () => {
  test('without edits is the same estimate to the cent', () => {
    for (const base of BASES) {
      const { excluded, ...same } = editEstimate(base, NO_EDITS, CAR);
      expect(excluded).toEqual([]);
      expect(same).toEqual(base);
    }
  });

  test('adds up to the cent and keeps low ≤ likely ≤ high, whatever is changed, taken out, added and moved', () => {
    fc.assert(
      fc.property(edited, ({ base, edits }) => holds(editEstimate(base, edits, CAR))),
      { numRuns: 300 },
    );
  });

  test('is made in under 100 ms', async () => {
    const base = BASES[2];
    if (!base) throw new Error('no estimate');
    const edits = fc.sample(editsOf(base), { numRuns: 20, seed: 1 });
    const ms = await processorMs(() => {
      for (const edit of edits) editEstimate(base, edit, CAR);
    });
    expect(ms / edits.length).toBeLessThan(100);
  });

  test('costs less, or as much, when a line is taken out, and the line counts nowhere', () => {
    const oneOut = fc
      .constantFrom(...BASES)
      .chain((base) => fc.record({ base: fc.constant(base), line: fc.constantFrom(...base.lines) }));
    fc.assert(
      fc.property(oneOut, ({ base, line }) => {
        const after = editEstimate(base, { ...NO_EDITS, excluded: [line.id] }, CAR);
        expect(after.lines.map(({ id }) => id)).not.toContain(line.id);
        expect(after.excluded?.map(({ id }) => id)).toEqual([line.id]);
        expect(after.subtotal).toBeLessThanOrEqual(base.subtotal);
      }),
      { numRuns: 200 },
    );
  });

  test('never costs less for a line that is added or made more likely', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASES), figures, (base, set) => {
        const line = {
          ...set,
          id: 'user:1',
          name: 'Tow hook',
          section: 'front_bumper' as const,
          operation: 'replace' as const,
          side: 'none' as const,
          position: 'none' as const,
        };
        const after = editEstimate(base, { ...NO_EDITS, added: [line] }, CAR);
        expect(after.subtotal).toBeGreaterThanOrEqual(base.subtotal - 0.005);
      }),
    );
  });

  const front = BASES[0] as Estimate;
  const find = (estimate: Estimate, id: string): EstimateLine | undefined =>
    estimate.lines.find((line) => line.id === id);
  const painted = front.lines.find(
    (line) => line.refinish && line.refinish.overlap_hours === 0 && line.refinish.hours > 1,
  );

  test('gives a panel back its overlap when the neighbour it overlapped with is taken out', () => {
    const neighbours = front.lines.filter((line) => (line.refinish?.overlap_hours ?? 0) > 0);
    expect(painted && neighbours.length > 0).toBe(true);
    const rest = front.lines.filter((line) => line.refinish && line.id !== neighbours[0]?.id);
    const alone = editEstimate(front, { ...NO_EDITS, excluded: rest.map(({ id }) => id) }, CAR);
    const line = find(alone, neighbours[0]?.id ?? '');
    expect(line?.refinish?.overlap_hours).toBe(0);
  });

  test('loses with a line the operations that only this line brings', () => {
    const brought = front.lines.find((line) => line.called_by?.length === 1);
    const caller = brought?.called_by?.[0] ?? '';
    expect(find(front, caller)).toBeDefined();
    const without = editEstimate(front, { ...NO_EDITS, excluded: [caller] }, CAR);
    expect(find(without, brought?.id ?? '')).toBeUndefined();
  });

  test("keeps our figures beside the user's, which carry the basis user and no range", () => {
    const line = front.lines.find((one) => one.operation === 'replace' && one.part_price && !one.refinish);
    if (!line?.part_price) throw new Error('no replaced part');
    const set = { part_price: 123.45, quantity: 2, probability: 1 };
    const after = find(editEstimate(front, { ...NO_EDITS, changed: { [line.id]: set } }, CAR), line.id);
    expect(after?.part_price).toMatchObject({ low: 123.45, likely: 123.45, high: 123.45, basis: 'user' });
    expect(after?.estimated).toMatchObject({
      part_price: line.part_price.likely,
      quantity: 1,
      probability: line.probability,
      cost: line.cost,
    });
    const before = cents(line.cost.likely) - cents(line.part_price.likely);
    expect(cents(after?.cost.likely ?? 0) - 24_690).toBe(before);
    expect(after?.expected_cost).toBe(after?.cost.likely);
  });

  test('prices a line anew by our tables when only its operation changes: repaired, then replaced again', () => {
    const hood = front.lines.find((line) => line.category === 'hood' && line.operation === 'replace');
    if (!hood?.part_price) throw new Error('no hood');
    const as = (operation: 'repair' | 'replace'): EstimateLine | undefined =>
      find(editEstimate(front, { ...NO_EDITS, changed: { [hood.id]: { operation } } }, CAR), hood.id);
    const repaired = as('repair');
    expect(repaired).toMatchObject({ operation: 'repair', part_type: 'none', part_price: null });
    expect(repaired?.labour?.hours.likely).toBeGreaterThan(0);
    expect(repaired?.labour?.hours).not.toEqual(hood.labour?.hours);
    // The underside of a new hood no longer shares the clear coat of the job.
    expect(repaired?.refinish?.hours).toBeCloseTo(hood.refinish?.hours ?? 0, 1);
    expect(repaired?.estimated).toMatchObject({ operation: 'replace', part_price: hood.part_price.likely });
    expect(as('replace')).toMatchObject({ part_price: hood.part_price, cost: hood.cost });
  });

  test('gives a repaired panel that is to be replaced a price of our tables', () => {
    const panel = front.lines.find(
      (line) => line.operation === 'repair' && line.category !== null && !line.part_price,
    );
    if (!panel) throw new Error('no repaired panel');
    const changed = { [panel.id]: { operation: 'replace' as const } };
    const replaced = find(editEstimate(front, { ...NO_EDITS, changed }, CAR), panel.id);
    expect(replaced?.part_price?.likely).toBeGreaterThan(0);
    expect(replaced?.part_price?.source).toContain('OEM list');
  });

  test("shows the lines in the user's order", () => {
    const ids = front.lines.map(({ id }) => id).toReversed();
    const after = editEstimate(front, { ...NO_EDITS, order: ids }, CAR);
    expect(after.lines.map(({ id }) => id)).toEqual(ids);
    expect(after.total).toEqual(front.total);
  });

  test('narrows its range as the user fixes lines', () => {
    const set = (line: EstimateLine): LineFigures => ({
      probability: 1,
      ...(line.part_price ? { part_price: line.part_price.likely } : {}),
      ...(line.labour ? { labour_hours: line.labour.hours.likely } : {}),
      ...(line.sublet ? { sublet: line.sublet.likely } : {}),
    });
    const changed = Object.fromEntries(front.lines.map((line) => [line.id, set(line)]));
    const { total } = editEstimate(front, { ...NO_EDITS, changed }, CAR);
    expect(total.high).toBe(total.low);
  });
});
