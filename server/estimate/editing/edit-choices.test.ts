import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type EstimateSettings, RATE_STATES } from '../../../contract/estimate-settings.ts';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import { NO_EDITS, type ReportEdits } from '../../../contract/schemas/edit-report.ts';
import {
  type Estimate,
  type EstimateLine,
  estimateSchema,
  type OemNumber,
} from '../../../contract/schemas/estimate.ts';
import { processorMs } from '../../../tests/machine.ts';
import {
  type PartProbabilities,
  partProbabilities,
} from '../../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate } from '../build-estimate.ts';
import { ratesFor } from '../tables/labour-rates.ts';
import { airbagAnswers } from './airbag-variants.ts';
import { editEstimate } from './apply-edits.ts';

const VEHICLE = { year: 2017, make: 'BMW', model: 'X5', trim: null, body_class: null, fuel: null };
const CAR = { vehicle: VEHICLE, retailValue: 15_000 };
const US_STATES =
  'AL AK AZ AR CA CO CT DE FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY'.split(
    ' ',
  );
const cents = (dollars: number): number => Math.round(dollars * 100);

const number = (id: string, price: number | null): OemNumber => ({
  number: id,
  name: 'Bumper cover',
  source: 'Test catalogue',
  dated: '2026-01-01',
  fit: 'needs_option',
  decides: '',
  price,
  currency: price === null ? null : 'USD',
  superseded_by: null,
  url: null,
  format_ok: true,
});
const COVER = [number('A', 300), number('B', 500), number('C', 900), number('D', null)];

function estimateOf(
  primary: string,
  state: string | null,
  airbags: 'deployed' | null = null,
  vehicle: typeof VEHICLE = VEHICLE,
): Estimate {
  const chancesOf = (told: 'deployed' | 'intact' | null): PartProbabilities =>
    partProbabilities({
      vehicle,
      declared: {
        site: null,
        primary,
        secondary: null,
        run: null,
        airbags: told,
        title: null,
        loss_type: null,
      },
    });
  const of = (probabilities: PartProbabilities): Estimate =>
    buildEstimate({
      vehicle,
      mileage: 60_000,
      title: null,
      state,
      findings: [],
      probabilities,
      numbers: [
        { category: 'front_bumper_cover', side: 'none', position: 'front', numbers: COVER },
        { category: 'airbag_driver', side: 'none', position: 'none', numbers: COVER.slice(0, 2) },
      ],
      retailValue: CAR.retailValue,
      seed: 7,
    });
  const made = of(chancesOf(airbags));
  const cover = made.lines.find(({ category }) => category === 'front_bumper_cover');
  const question: OptionQuestion = {
    id: 'fog_lamps',
    text: 'Fog lamps?',
    answers: [
      { id: 'yes', text: 'With fog lamps', leaves: { [cover?.id ?? '']: ['A', 'B'] } },
      { id: 'no', text: 'Without fog lamps', leaves: { [cover?.id ?? '']: ['C', 'D'] } },
    ],
    said: [],
    known: null,
    answered: null,
  };
  const sonar: OptionQuestion = {
    ...question,
    id: 'parking_sensors',
    text: 'Parking sensors?',
    answers: [
      { id: 'yes', text: 'With', leaves: { [cover?.id ?? '']: ['B', 'D'] } },
      { id: 'no', text: 'Without', leaves: { [cover?.id ?? '']: ['A', 'C'] } },
    ],
  };
  return {
    ...made,
    questions: cover ? [question, sonar] : [],
    airbags: airbagAnswers(
      airbags ?? 'unknown',
      made,
      (answer) => of(chancesOf(answer === 'unknown' ? null : answer)).lines,
    ),
  };
}
const FRONT = estimateOf('FRONT END', 'TX');
const BASES = [FRONT, estimateOf('LEFT SIDE', 'PA', 'deployed'), estimateOf('ALL OVER', null)];

const edited = (base: Estimate, more: Partial<ReportEdits>): Estimate =>
  editEstimate(base, { ...NO_EDITS, ...more }, CAR);
const inScenario = (base: Estimate, scenario: EstimateSettings): Estimate => edited(base, { scenario });
const lineOf = (estimate: Estimate, category: string): EstimateLine => {
  const line = estimate.lines.find((one) => one.category === category);
  if (!line) throw new Error(`no ${category}`);
  return line;
};
const coverOf = (estimate: Estimate) => lineOf(estimate, 'front_bumper_cover');

function holds(estimate: Estimate): void {
  estimateSchema.parse(estimate);
  const sum = (all: readonly number[]): number => all.reduce((some, one) => some + cents(one), 0);
  const rows = estimate.totals.filter(({ key }) => key !== 'tax').map(({ likely }) => likely);
  expect(sum(estimate.lines.map((line) => line.expected_cost))).toBe(cents(estimate.subtotal));
  expect(sum(rows)).toBe(cents(estimate.subtotal));
  expect(sum(Object.values(estimate.blocks).map((block) => block ?? 0))).toBe(cents(estimate.subtotal));
  expect(sum([estimate.subtotal, estimate.tax])).toBe(cents(estimate.total.likely));
  for (const range of [estimate.total, ...estimate.lines.map(({ cost }) => cost)]) {
    expect(range.low).toBeLessThanOrEqual(range.likely);
    expect(range.likely).toBeLessThanOrEqual(range.high);
  }
}

test('a price that is the other side’s stays when answers rule out numbers that have none', () => {
  const unpriced = (line: EstimateLine): EstimateLine => ({
    ...line,
    oem_numbers: line.oem_numbers.map((one) => ({ ...one, price: null })),
  });
  const cover = coverOf(FRONT);
  const base = { ...FRONT, lines: FRONT.lines.map((line) => (line === cover ? unpriced(line) : line)) };
  const narrowed = coverOf(edited(base, { answers: { fog_lamps: 'yes' } }));
  expect(narrowed.oem_numbers.map(({ number: name }) => name)).toEqual(['A', 'B']);
  expect(narrowed.part_price).toEqual(cover.part_price);
});

const hourly = fc.integer({ min: 100, max: 40_000 }).map((value) => value / 100);
const scenarios = fc.record(
  {
    rates: fc.oneof(
      fc.constantFrom({ profile: 'insurer' as const }, { profile: 'shop' as const, state: 'CA' }),
      fc
        .record({
          body: hourly,
          refinish: hourly,
          mechanical: hourly,
          structural: hourly,
          frame: hourly,
          glass: hourly,
          diagnostic: hourly,
          materials: hourly,
        })
        .map((rates) => ({ profile: 'own' as const, rates })),
    ),
    parts: fc.constantFrom('oem' as const, 'aftermarket' as const, 'used' as const),
    paint: fc.constantFrom('three_stage' as const, 'two_tone' as const),
    airbags: fc.constantFrom('deployed' as const, 'intact' as const, 'unknown' as const),
    tax: fc.oneof(
      fc.constant({ kind: 'off' as const }),
      fc.integer({ min: 0, max: 2_000 }).map((value) => ({ kind: 'own' as const, percent: value / 100 })),
    ),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<EstimateSettings>;
const answer = fc.constantFrom('yes', 'no', null, undefined);
const choices = fc.record({ fog_lamps: answer, parking_sensors: answer }).map((all) => ({
  answers: Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as Record<
    string,
    string | null
  >,
}));

describe('answers', () => {
  test('leave the numbers that fit, at their catalogue price, and say who narrowed them', () => {
    const cover = coverOf(edited(FRONT, { answers: { fog_lamps: 'no' } }));
    expect(cover.oem_numbers.map((it) => it.number)).toEqual(['C', 'D']);
    expect(cover.ruled_out?.map((it) => it.number)).toEqual(['A', 'B']);
    expect(cover.part_price).toMatchObject({ low: 900, likely: 900, high: 900, basis: 'catalogue' });
    expect(cover.narrowed).toEqual([
      { by: 'user', because: 'Fog lamps? Without fog lamps (Answered by the user)' },
    ]);
  });

  test('together leave one number, which then depends on no option', () => {
    const cover = coverOf(edited(FRONT, { answers: { fog_lamps: 'yes', parking_sensors: 'no' } }));
    expect(cover.oem_numbers).toMatchObject([{ number: 'A', fit: 'model_year' }]);
    expect(cover.part_price?.likely).toBe(300);
  });

  test('price a line by the table again where the numbers left have no price', () => {
    const priced = coverOf(FRONT).part_price?.basis;
    const cover = coverOf(edited(FRONT, { answers: { fog_lamps: 'no', parking_sensors: 'yes' } }));
    expect([priced, cover.part_price?.basis]).toEqual(['catalogue', 'judgement']);
    expect(cover.oem_numbers.map((it) => it.number)).toEqual(['D']);
  });

  test('only narrow, whatever is said, and every sum holds', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASES), choices, (base, more) => {
        const result = edited(base, more);
        holds(result);
        for (const line of result.lines) {
          const before = base.lines.find(({ id }) => id === line.id)?.oem_numbers ?? [];
          const all = before.map((it) => it.number);
          expect(line.oem_numbers.length === 0).toBe(before.length === 0);
          for (const one of line.oem_numbers) expect(all).toContain(one.number);
          expect(line.oem_numbers.length + (line.ruled_out?.length ?? 0)).toBe(before.length);
        }
      }),
    );
  });

  test('of the VIN stand until the user says otherwise', () => {
    const known = { answer: 'yes', by: 'vin' as const, because: 'The VIN says so' };
    const questions = (FRONT.questions ?? []).map((one, at) =>
      at === 0 ? { ...one, known, answered: known } : one,
    );
    const { excluded: _, ...told } = edited({ ...FRONT, questions }, {});
    expect(coverOf(told).oem_numbers.map((it) => it.number)).toEqual(['A', 'B']);
    expect(edited(told, {})).toEqual({ ...told, excluded: [] });
    const unsure = edited(told, { answers: { fog_lamps: null } });
    expect(coverOf(unsure).oem_numbers).toHaveLength(4);
    expect(coverOf(unsure).part_price).toEqual(coverOf(FRONT).part_price);
    expect(unsure.total.likely).toBe(FRONT.total.likely);
    // The range keeps its proportions both ways; a cent may be lost to rounding.
    expect(unsure.total.high).toBeCloseTo(FRONT.total.high, 1);
  });

  test('a chosen number stands alone, by the user', () => {
    const { id } = coverOf(FRONT);
    const cover = coverOf(edited(FRONT, { numbers: { [id]: 'B' }, answers: { fog_lamps: 'no' } }));
    expect(cover.oem_numbers.map((it) => it.number)).toEqual(['B']);
    expect(cover.narrowed).toEqual([{ by: 'user', because: 'Chosen by the user', chosen: true }]);
    expect(cover.part_price?.likely).toBe(500);
  });
});

describe('switches', () => {
  test('all together keep every sum to the cent and low ≤ likely ≤ high, with other edits on top', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASES), scenarios, choices, fc.nat(), (base, scenario, more, at) => {
        const line = base.lines[at % base.lines.length];
        const result = edited(base, {
          ...more,
          scenario,
          excluded: line ? [line.id] : [],
        });
        holds(result);
        const moved = result.scenario?.effects.map((effect) => effect.switch) ?? [];
        expect(new Set(moved)).toEqual(new Set(Object.keys(scenario)));
      }),
      { numRuns: 60 },
    );
  });

  test('effects add up to the difference they make', () => {
    fc.assert(
      fc.property(fc.constantFrom(...BASES), scenarios, (base, scenario) => {
        const result = inScenario(base, scenario);
        const moved = (result.scenario?.effects ?? []).reduce((all, { change }) => all + cents(change), 0);
        expect(cents(base.total.likely) + moved).toBe(cents(result.total.likely));
      }),
      { numRuns: 40 },
    );
  });

  test('tax off lowers the likely total by exactly the tax', () => {
    for (const base of BASES) {
      const without = inScenario(base, { tax: { kind: 'off' } });
      expect(cents(base.total.likely) - cents(without.total.likely)).toBe(cents(base.tax));
      expect(without.tax).toBe(0);
      expect(without.subtotal).toBe(base.subtotal);
    }
  });

  test('a percent of one’s own taxes what the estimate taxes', () => {
    const base = BASES[1];
    if (!base) throw new Error('no base');
    const row = (estimate: Estimate) => estimate.totals.find(({ key }) => key === 'tax');
    const own = inScenario(base, { tax: { kind: 'own', percent: 10 } });
    expect(row(own)).toMatchObject({ basis: row(base)?.basis, rate: 10 });
    expect(cents(own.tax)).toBe(Math.round(cents(row(base)?.basis ?? 0) / 10));
  });

  test('OEM parts cost no less than the mix, aftermarket and used no more than OEM', () => {
    const parts = (estimate: Estimate) => estimate.totals.find(({ key }) => key === 'parts')?.likely ?? 0;
    for (const base of BASES) {
      const oem = parts(inScenario(base, { parts: 'oem' }));
      expect(oem).toBeGreaterThanOrEqual(parts(base));
      expect(parts(inScenario(base, { parts: 'aftermarket' }))).toBeLessThan(oem);
      expect(parts(inScenario(base, { parts: 'used' }))).toBeLessThan(oem);
    }
  });

  test('a catalogue’s OEM price stays where only OEM is wanted, and is the list that others are a share of', () => {
    expect(coverOf(inScenario(FRONT, { parts: 'oem' })).part_price).toEqual(coverOf(FRONT).part_price);
    const after = coverOf(inScenario(FRONT, { parts: 'aftermarket' }));
    expect(after).toMatchObject({ part_type: 'aftermarket', part_price: { basis: 'judgement' } });
    expect(after.part_price?.likely).toBe((coverOf(FRONT).part_price?.likely ?? 0) * 0.6);
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
    const own = edited(FRONT, {
      scenario: { rates: { profile: 'own', rates } },
      added: [
        {
          id: 'user:1',
          name: 'Wiring',
          section: 'electrical',
          operation: 'repair',
          side: 'none',
          position: 'none',
          labour_type: 'diagnostic',
          labour_hours: 2,
        },
      ],
    });
    for (const { labour, refinish } of own.lines) {
      if (labour) expect(labour.rate).toBe(rates[labour.type]);
      if (labour && labour.basis !== 'user') expect(labour.rate_basis).toBe('user');
      if (refinish) expect([refinish.rate, refinish.materials_rate]).toEqual([102, 55]);
    }
    expect(own.profile).toMatchObject({ id: 'own', name: 'Your own rates' });
    expect(own.totals.find(({ key }) => key === 'body_labour')?.rate).toBe(101);
    const body = own.lines.find(({ labour, switched }) => labour?.type === 'body' && switched);
    expect(body?.switched).toEqual(['Your own rates']);
  });

  test('every state offered has a rate of its own, and no other has', () => {
    const bodyIn = (state: string) =>
      ratesFor({ id: 'insurer' }, state, 0).body === ratesFor({ id: 'insurer' }, null, 0).body;
    // Ohio and New Jersey are paid what most states are.
    const own = US_STATES.filter((state) => !bodyIn(state));
    expect([...own, 'NJ', 'OH'].toSorted()).toEqual(Object.keys(RATE_STATES).toSorted());
  });

  test('three-stage and two-tone paint take more than two-stage, three-stage most', () => {
    const paint = (estimate: Estimate) =>
      estimate.lines.reduce(
        (all, { refinish, probability }) => all + (refinish?.hours ?? 0) * probability,
        0,
      );
    const [two, tone, three] = [
      paint(FRONT),
      paint(inScenario(FRONT, { paint: 'two_tone' })),
      paint(inScenario(FRONT, { paint: 'three_stage' })),
    ];
    expect(two).toBeLessThan(tone);
    expect(tone).toBeLessThan(three);
  });

  test('of airbags stand on their lines as the user’s word, not the listing’s', () => {
    const reasons = (lines: readonly { why: string }[] = []): string[] =>
      lines.map(({ why }) => why).filter((why) => /airbags/i.test(why));
    const said = reasons(FRONT.airbags?.lines.deployed);
    expect(said.length).toBeGreaterThan(0);
    expect(said.filter((why) => !why.startsWith('Airbags deployed, as the user says'))).toEqual([]);
  });

  test('deployed air bags bring restraints as the table has them, intact ones take them away', () => {
    const bag = (estimate: Estimate) => lineOf(estimate, 'airbag_driver').probability;
    const deployed = inScenario(FRONT, { airbags: 'deployed' });
    expect(bag(deployed)).toBeGreaterThan(bag(FRONT));
    expect(bag(inScenario(FRONT, { airbags: 'intact' }))).toBeLessThan(bag(FRONT));
    const check = (estimate: Estimate) =>
      estimate.lines.find(({ id }) => id === 'standard:restraint_check')?.probability ?? 0;
    expect(check(deployed)).toBeGreaterThan(check(FRONT));
  });

  const AIRBAG_LINES = /^(?:airbag_|seatbelt|srs_|instrument_panel|standard:(?:srs|restraint))/;
  const airbagChances = ({ lines }: Estimate): Record<string, number> =>
    Object.fromEntries(
      lines.filter(({ id }) => AIRBAG_LINES.test(id)).map(({ id, probability }) => [id, probability]),
    );

  test.each([
    [2006, 'Toyota', 'Corolla', 'FRONT END'],
    [2006, 'Toyota', 'Corolla', 'ALL OVER'],
    [2012, 'Honda', 'Accord', 'REAR END'],
    [2012, 'Honda', 'Accord', 'LEFT SIDE'],
    [2017, 'BMW', 'X5', 'MINOR DENT/SCRATCHES'],
    [2022, 'Toyota', 'RAV4', 'FRONT END'],
  ])(
    'air bags declared deployed weigh as much as the user saying so: %i %s %s, %s',
    (year, make, model, primary) => {
      const vehicle = { ...VEHICLE, year, make, model };
      const declared = airbagChances(estimateOf(primary, 'TX', 'deployed', vehicle));
      const answered = airbagChances(
        editEstimate(
          estimateOf(primary, 'TX', null, vehicle),
          { ...NO_EDITS, scenario: { airbags: 'deployed' } },
          { ...CAR, vehicle },
        ),
      );
      expect(declared).toEqual(answered);
      for (const known of ['srs_module:none', 'instrument_panel:none', 'standard:srs_disarm'])
        expect(declared[known], known).toBeGreaterThanOrEqual(0.85);
    },
  );

  test('a number chosen for an air bag stands whatever is said of the air bags', () => {
    const { id } = lineOf(FRONT, 'airbag_driver');
    for (const scenario of [{}, { airbags: 'deployed' as const }, { airbags: 'intact' as const }]) {
      const line = lineOf(edited(FRONT, { scenario, numbers: { [id]: 'B' } }), 'airbag_driver');
      expect(line.oem_numbers.map(({ number }) => number)).toEqual(['B']);
      expect(line.part_price).toMatchObject({ likely: 500, basis: 'catalogue' });
      expect(line.expected_cost).toBeCloseTo(line.cost.likely * line.probability, 1);
    }
  });

  test('an answer of an estimate stored before panels hung on it changes its restraints alone', () => {
    const { replaces: _, ...airbags } = FRONT.airbags ?? { told: 'unknown' as const, lines: {} };
    const restraints = (airbags.lines.deployed ?? []).filter(({ section }) => section === 'restraints');
    const stored = { ...FRONT, airbags: { ...airbags, lines: { deployed: restraints } } };
    const answered = inScenario(stored, { airbags: 'deployed' });
    holds(answered);
    expect(lineOf(answered, 'instrument_panel').probability).toBe(
      lineOf(FRONT, 'instrument_panel').probability,
    );
    expect(lineOf(answered, 'airbag_driver').probability).toBeGreaterThan(0.7);
  });

  test('taken back leave the estimate as it was made', () => {
    for (const base of BASES) {
      const { excluded: _, ...same } = edited(base, { scenario: {}, answers: {}, numbers: {} });
      expect(same).toEqual(base);
    }
  });

  test('are calculated in less than a tenth of a second', async () => {
    const scenario = {
      rates: { profile: 'shop' },
      parts: 'oem',
      paint: 'three_stage',
      airbags: 'deployed',
    } as const;
    const times: number[] = [];
    for (let turn = 0; turn < 5; turn += 1) times.push(await processorMs(() => inScenario(FRONT, scenario)));
    expect(times.toSorted((a, b) => a - b)[2]).toBeLessThan(100);
  });
});
