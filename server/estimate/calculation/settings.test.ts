import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EstimateSettings } from '../../../contract/estimate-settings.ts';
import { RATE_STATES } from '../../../contract/estimate-settings.ts';
import type { Estimate, EstimateLine } from '../../../contract/schemas/estimate.ts';
import { centsFromDollars as cents } from '../../../contract/schemas/money.ts';
import { buildEstimate } from '../build-estimate.ts';
import { anySettings, ownLine } from '../fixtures/any-edits.ts';
import { withPrices } from '../fixtures/catalogue.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { CAMRY, editedWith, inputsOf } from '../fixtures/made-up-lot.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

const US_STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );
const X5 = { year: 2017, make: 'BMW', model: 'X5', trim: null, body_class: 'suv', fuel: null } as const;
const FRONT = withPrices(inputsOf({ vehicle: X5 }), { front_bumper_cover: 700 });
const BASES = [
  FRONT,
  inputsOf({ vehicle: X5, primary: 'LEFT SIDE', state: 'PA', airbags: 'deployed' }),
  inputsOf({ vehicle: X5, primary: 'ALL OVER', state: null }),
].map((inputs) => ({ inputs, estimate: buildEstimate(inputs) }));
const base = fc.constantFrom(...BASES);
const front = buildEstimate(FRONT);

const within = (inputs: EstimateInputs, scenario: EstimateSettings): Estimate =>
  editedWith(inputs, { scenario });
const lineOf = ({ lines }: Estimate, category: string): EstimateLine => {
  const line = lines.find((one) => one.category === category);
  if (!line) throw new Error(`no ${category}`);
  return line;
};
const rowOf = ({ totals }: Estimate, name: string) => totals.find(({ key }) => key === name);

describe('switches', () => {
  test('all together keep every sum, and each says what it moves', () => {
    fc.assert(
      fc.property(base, anySettings, fc.nat(), ({ inputs, estimate }, scenario, at) => {
        const line = estimate.lines[at % estimate.lines.length];
        const after = editedWith(inputs, { scenario, excluded: line ? [line.id] : [] });
        expectSums(after);
        const told = after.scenario?.effects.map((effect) => effect.switch) ?? [];
        expect(new Set(told)).toEqual(new Set(Object.keys(scenario)));
      }),
      { numRuns: 8 },
    );
  });

  test('effects add up to the difference they make, to the cent', () => {
    fc.assert(
      fc.property(base, anySettings, ({ inputs, estimate }, scenario) => {
        const after = within(inputs, scenario);
        const moved = (after.scenario?.effects ?? []).reduce((all, { change }) => all + cents(change), 0);
        expect(cents(estimate.total.likely) + moved).toBe(cents(after.total.likely));
      }),
      { numRuns: 8 },
    );
  });

  test('taken back leave the estimate as it was made', () => {
    for (const { inputs, estimate } of BASES) expect(within(inputs, {})).toEqual(estimate);
  });

  test('tax off takes exactly the tax from what is written', () => {
    for (const { inputs, estimate } of BASES) {
      const without = within(inputs, { tax: { kind: 'off' } });
      expect(without.tax).toBe(0);
      expect(without.subtotal).toBe(estimate.subtotal);
      expect(cents(estimate.outcome?.as_written ?? 0) - cents(without.outcome?.as_written ?? 0)).toBe(
        cents(estimate.tax),
      );
      expect(without.total.likely).toBeLessThan(estimate.total.likely);
    }
  });

  test('a percent of one’s own taxes what the estimate taxes', () => {
    for (const { inputs, estimate } of BASES) {
      const own = within(inputs, { tax: { kind: 'own', percent: 10 } });
      const taxed = rowOf(estimate, 'tax')?.basis ?? 0;
      expect(rowOf(own, 'tax')).toMatchObject({ basis: taxed, rate: 10 });
      expect(cents(own.tax)).toBe(Math.round(cents(taxed) / 10));
    }
  });

  test('OEM parts cost no less than the mix, aftermarket and used less than OEM', () => {
    for (const { inputs, estimate } of BASES.filter((one) => one.estimate.located)) {
      const parts = (parts: 'oem' | 'aftermarket' | 'used') =>
        rowOf(within(inputs, { parts }), 'parts')?.likely ?? 0;
      expect(parts('oem')).toBeGreaterThanOrEqual(rowOf(estimate, 'parts')?.likely ?? 0);
      expect(parts('aftermarket')).toBeLessThan(parts('oem'));
      expect(parts('used')).toBeLessThan(parts('oem'));
    }
  });

  test('a catalogue’s OEM price stays where only OEM is wanted, and is the list that others are a share of', () => {
    const cover = lineOf(front, 'front_bumper_cover');
    expect(cover.part_price?.likely).toBe(700);
    expect(lineOf(within(FRONT, { parts: 'oem' }), 'front_bumper_cover').part_price).toEqual(
      cover.part_price,
    );
    const other = lineOf(within(FRONT, { parts: 'aftermarket' }), 'front_bumper_cover');
    expect(other).toMatchObject({
      part_type: 'aftermarket',
      part_price: { basis: 'judgement', likely: 420 },
    });
  });

  test('no switch but that of the air bags and the paint changes what is believed', () => {
    // A shop writes one operation more than an insurer.
    const chances = ({ lines }: Estimate) =>
      lines
        .filter(({ id }) => id !== 'standard:clean_for_delivery')
        .map(({ id, probability }) => [id, probability]);
    const rest = fc
      .tuple(base, anySettings)
      .map(([one, { airbags: _, paint: __, ...scenario }]) => ({ one, scenario }));
    fc.assert(
      fc.property(rest, ({ scenario }) => {
        expect(chances(within(FRONT, scenario))).toEqual(chances(front));
      }),
      { numRuns: 10 },
    );
  });

  test('rates of one’s own stand on every line and in every row', () => {
    const rates = {
      body: 101,
      refinish: 102,
      mechanical: 103,
      structural: 104,
      frame: 104,
      glass: 106,
      diagnostic: 103,
      materials: 55,
    };
    const wiring = {
      ...ownLine,
      id: 'user:1',
      operation: 'repair',
      labour_type: 'diagnostic',
      labour_hours: 2,
    } as const;
    const own = editedWith(FRONT, { scenario: { rates: { profile: 'own', rates } }, added: [wiring] });
    for (const { labour, refinish } of own.lines) {
      if (labour) expect(labour.rate).toBe(rates[labour.type]);
      if (labour && labour.basis !== 'user') expect(labour.rate_basis).toBe('user');
      if (refinish) expect([refinish.rate, refinish.materials_rate]).toEqual([102, 55]);
    }
    expect(own.profile).toMatchObject({ id: 'own', name: 'Your own rates' });
    expect(rowOf(own, 'body_labour')?.rate).toBe(101);
    const body = own.lines.find(({ labour, switched_by }) => labour?.type === 'body' && switched_by);
    expect(body?.switched_by).toEqual(['rates']);
  });

  test('every state offered has a rate of its own, and no other has', () => {
    const isUsual = (state: string) =>
      ratesFor({ id: 'insurer' }, state, 0).body === ratesFor({ id: 'insurer' }, null, 0).body;
    // Ohio and New Jersey are paid what most states are.
    const own = US_STATES.filter((state) => !isUsual(state));
    expect([...own, 'NJ', 'OH'].toSorted()).toEqual(Object.keys(RATE_STATES).toSorted());
  });

  test('three-stage and two-tone paint take more than two-stage, three-stage most', () => {
    const paint = (stage: NonNullable<EstimateSettings['paint']>): number =>
      within(FRONT, { paint: stage })
        .lines.filter(({ standing }) => standing === 'scope')
        .reduce((all, { refinish }) => all + (refinish?.hours ?? 0), 0);
    expect(paint('two_stage')).toBeLessThan(paint('two_tone'));
    expect(paint('two_tone')).toBeLessThan(paint('three_stage'));
  });

  test('bands in proportion move the lines priced from bands by the catalogue’s share, and no others', () => {
    const prices = {
      front_bumper_cover: 300,
      hood: 350,
      radiator: 200,
      headlamp: 400,
      fender: 180,
      grille: 90,
      radiator_support: 150,
      condenser: 160,
      fender_liner: 40,
    };
    const inputs = withPrices(inputsOf(), prices);
    const [before, after] = [buildEstimate(inputs), within(inputs, { bands: 'in_proportion' })];
    expect(before.catalogue_share?.lines).toBeGreaterThanOrEqual(8);
    const now = new Map(after.lines.map((line) => [line.id, line]));
    for (const line of before.lines) {
      const { part_price: price } = now.get(line.id) ?? {};
      if (line.part_price?.basis === 'catalogue') expect(price).toEqual(line.part_price);
      if (line.part_price?.basis === 'judgement' && price)
        expect(price.likely / line.part_price.likely).toBeCloseTo(before.catalogue_share?.share ?? 0, 1);
    }
    expect(after.scenario?.effects.map((effect) => effect.switch)).toEqual(['bands']);
  });
});

describe('air bags', () => {
  const AIRBAG_LINES = /^(?:airbag_|seatbelt|srs_|instrument_panel|standard:(?:srs|restraint))/;
  const chances = ({ lines }: Estimate): Record<string, number> =>
    Object.fromEntries(
      lines.filter(({ id }) => AIRBAG_LINES.test(id)).map(({ id, probability }) => [id, probability]),
    );

  test('deployed bring restraints, intact take them away', () => {
    const bag = (estimate: Estimate) => lineOf(estimate, 'airbag_driver').probability;
    const deployed = within(FRONT, { airbags: 'deployed' });
    expect(bag(deployed)).toBeGreaterThan(bag(front));
    expect(
      within(FRONT, { airbags: 'intact' }).lines.some(
        ({ id, probability }) => id.startsWith('airbag_driver') && probability >= bag(front),
      ),
    ).toBe(false);
    const check = ({ lines }: Estimate) =>
      lines.find(({ id }) => id === 'standard:restraint_check')?.probability ?? 0;
    expect(check(deployed)).toBeGreaterThan(check(front));
    expect(deployed.total.likely).toBeGreaterThan(front.total.likely);
  });

  test.each([
    [2006, 'Toyota', 'Corolla', 'FRONT END'],
    [2012, 'Honda', 'Accord', 'REAR END'],
    [2012, 'Honda', 'Accord', 'LEFT SIDE'],
    [2017, 'BMW', 'X5', 'MINOR DENT/SCRATCHES'],
    [2022, 'Toyota', 'RAV4', 'FRONT END'],
  ])('declared deployed weigh as much as the user saying so: %i %s %s, %s', (year, make, model, primary) => {
    const lot = { vehicle: { ...CAMRY, body_class: null, year, make, model }, primary };
    const declared = chances(buildEstimate(inputsOf({ ...lot, airbags: 'deployed' })));
    expect(declared).toEqual(chances(within(inputsOf(lot), { airbags: 'deployed' })));
    for (const known of ['srs_module:none', 'instrument_panel:none', 'standard:srs_disarm'])
      expect(declared[known], known).toBeGreaterThanOrEqual(0.85);
  });

  test('a listing that says they are missing leaves nothing to ask', () => {
    expect(buildEstimate(inputsOf({ airbags: 'missing' })).airbags).toBeUndefined();
    expect(front.airbags).toEqual({ told: 'unknown', lines: {} });
  });
});
