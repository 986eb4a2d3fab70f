import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { type Estimate, type EstimateLine, estimateSchema } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents } from '../../../contract/schemas/money.ts';
import { buildEstimate, overridesOf } from '../build-estimate.ts';
import { anyEdits } from '../fixtures/any-edits.ts';
import { anyLot } from '../fixtures/any-lot.ts';
import { withPrices } from '../fixtures/catalogue.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { CAMRY, inputsOf } from '../fixtures/made-up-lot.ts';
import { calculate } from './calculate.ts';
import { type EstimateInputs, estimateInputsSchema } from './estimate-inputs.ts';

const priced = inputsOf({ vehicle: { ...CAMRY, year: 2019 }, airbags: 'deployed' });
/** The same lot whose catalogue asks these prices for the parts of some lines. */
const asked = (prices: Readonly<Record<string, number>>): EstimateInputs => withPrices(priced, prices);
const CATALOGUE = {
  front_bumper_cover: 412.5,
  hood: 633.33,
  radiator: 287.01,
  headlamp: 901.99,
  fender: 333.33,
};

const byId = ({ lines }: Pick<Estimate, 'lines'>) => new Map(lines.map((line) => [line.id, line]));
const chances = ({ lines }: Pick<Estimate, 'lines'>) =>
  lines.map(({ id, probability, standing }) => [id, probability, standing]);
const isAsked = (line: EstimateLine): boolean => line.part_price?.basis === 'catalogue';

describe('prices and rates move money, not beliefs', () => {
  const before = calculate(asked(CATALOGUE)).estimate;

  test('half the prices of a catalogue lower as written by exactly those halves and the tax on them', () => {
    fc.assert(
      fc.property(
        fc.record(
          Object.fromEntries(
            Object.keys(CATALOGUE).map((category) => [
              category,
              fc.integer({ min: 1_000, max: 300_000 }).map((half) => half / 50),
            ]),
          ),
        ),
        (prices) => {
          const halves = Object.fromEntries(Object.entries(prices).map(([key, price]) => [key, price / 2]));
          const [full, half] = [calculate(asked(prices)).estimate, calculate(asked(halves)).estimate];
          const written = full.lines.filter((line) => line.standing === 'scope' && isAsked(line));
          const saved = written.reduce(
            (sum, { part_price, quantity }) => sum + (cents(part_price?.likely ?? 0) / 2) * quantity,
            0,
          );
          expect(written.length).toBeGreaterThan(3);
          expect(cents(full.subtotal) - cents(half.subtotal)).toBe(saved);
          const tax = (saved * (full.totals.find(({ key }) => key === 'tax')?.rate ?? 0)) / 100;
          expect(Math.abs(cents(full.tax) - cents(half.tax) - tax)).toBeLessThanOrEqual(1);
          expect(chances(half)).toEqual(chances(full));
        },
      ),
      { numRuns: 12 },
    );
  });

  test('lines priced from bands do not move with a catalogue', () => {
    const halved = Object.fromEntries(Object.entries(CATALOGUE).map(([key, price]) => [key, price / 2]));
    const after = byId(calculate(asked(halved)).estimate);
    const bands = before.lines.filter((line) => !isAsked(line));
    expect(bands.length).toBeGreaterThan(50);
    for (const line of bands) expect(after.get(line.id)).toEqual(line);
  });

  test('a dearer catalogue makes likely dearer', () => {
    const doubled = Object.fromEntries(Object.entries(CATALOGUE).map(([key, price]) => [key, price * 2]));
    expect(calculate(asked(doubled)).estimate.total.likely).toBeGreaterThan(before.total.likely);
  });

  test('a higher rate raises as written, and no probability and no price of a part', () => {
    const rates = {
      body: 60,
      refinish: 60,
      mechanical: 60,
      structural: 60,
      frame: 60,
      glass: 60,
      diagnostic: 60,
      materials: 40,
    };
    fc.assert(
      fc.property(
        fc.constantFrom(...(Object.keys(rates) as (keyof typeof rates)[])),
        fc.integer({ min: 1, max: 20_000 }),
        (type, more) => {
          const at = (extra: number) =>
            calculate(asked(CATALOGUE), {
              answers: [],
              edits: {
                ...NO_EDITS,
                scenario: { rates: { profile: 'own', rates: { ...rates, [type]: rates[type] + extra } } },
              },
            }).estimate;
          const [low, high] = [at(0), at(more / 100)];
          const used = low.lines.some(
            (line) =>
              line.standing === 'scope' &&
              (line.labour?.type === type || (line.refinish && /refinish|materials/.test(type))),
          );
          if (used) expect(high.subtotal).toBeGreaterThan(low.subtotal);
          else expect(high.subtotal).toBe(low.subtotal);
          expect(high.total.likely).toBeGreaterThanOrEqual(low.total.likely);
          expect(chances(high)).toEqual(chances(low));
          // A shop writes one operation more than an insurer.
          const written = chances(high).filter(([id]) => id !== 'standard:clean_for_delivery');
          expect(written).toEqual(chances(before));
          expect(high.lines.map(({ part_price }) => part_price)).toEqual(
            low.lines.map(({ part_price }) => part_price),
          );
        },
      ),
      { numRuns: 8 },
    );
  });
});

describe('sums', () => {
  test('scope and tax are as written, the four rows the average, low ≤ likely ≤ high, for any lot and any edits', () => {
    fc.assert(
      fc.property(
        anyLot.map(inputsOf).chain((inputs) => {
          const { lines } = calculate(inputs).estimate;
          return fc.tuple(fc.constant(inputs), anyEdits(lines));
        }),
        ([inputs, edits]) => {
          const estimate = buildEstimate(inputs, overridesOf(edits));
          estimateSchema.parse(estimate);
          expectSums(estimate);
        },
      ),
      { numRuns: 12 },
    );
  });

  test('inputs that went through JSON give the same answer', () => {
    fc.assert(
      fc.property(anyLot, (lot) => {
        const inputs = inputsOf(lot);
        const stored = estimateInputsSchema.parse(JSON.parse(JSON.stringify(inputs)));
        expect(stored).toEqual(inputs);
        expect(buildEstimate(stored)).toEqual(buildEstimate(inputs));
      }),
      { numRuns: 8 },
    );
  });
});
