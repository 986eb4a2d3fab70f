import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding } from '../../contract/schemas/damage.ts';
import { type Estimate, estimateSchema } from '../../contract/schemas/estimate.ts';
import { CATEGORIES } from '../categories/generic-categories.ts';
import { partProbabilities } from '../damage-detectors/declared/part-probabilities.ts';
import { buildEstimate, type EstimateInput } from './build-estimate.ts';
import { calculateEstimate } from './totals/calculate-estimate.ts';

type Case = {
  year: number;
  make: string;
  model: string;
  primary: string | null;
  run: 'runs_and_drives' | 'starts' | 'stationary' | null;
  airbags: 'deployed' | 'intact' | null;
  state: string | null;
  colour?: string;
};

const input = (it: Case, findings: Finding[] = []): EstimateInput => {
  const vehicle = { year: it.year, make: it.make, model: it.model, trim: null, body_class: null, fuel: null };
  const { run, airbags, primary } = it;
  const declared = { site: null, primary, secondary: null, run, airbags, title: null, loss_type: null };
  const probabilities = partProbabilities({ declared, vehicle });
  return {
    vehicle,
    mileage: null,
    title: null,
    state: it.state,
    findings,
    probabilities,
    retailValue: 15_000,
    colour: it.colour ?? null,
    seed: 7,
  };
};

const cases: fc.Arbitrary<Case> = fc.record({
  year: fc.integer({ min: 2000, max: 2026 }),
  make: fc.constantFrom('Toyota', 'BMW', 'Ford', 'Nobody'),
  model: fc.constantFrom('Camry', 'X5', 'F150', 'Else'),
  primary: fc.constantFrom(
    'FRONT END',
    'REAR',
    'LEFT SIDE',
    'ROLLOVER',
    'HAIL',
    'FLOOD',
    'TOTAL BURN',
    'MINOR DENT/SCRATCHES',
    'NONE',
    null,
  ),
  run: fc.constantFrom('runs_and_drives', 'starts', 'stationary', null),
  airbags: fc.constantFrom('deployed', 'intact', null),
  state: fc.constantFrom('TX', 'PA', 'OR', null),
  colour: fc.constantFrom('WHITE', 'Pearl white', 'Two-tone'),
});

const finding = (category: string, side: Finding['side'], probability: number): Finding => ({
  category,
  side,
  status: 'visible',
  basis: 'photos',
  types: ['dent'],
  severity: 3,
  operation: 'replace',
  probability,
  evidence: [{ photo: 1, box: [0.1, 0.1, 0.4, 0.4], kind: 'model_box' }],
  why: 'Seen on photo 1',
});
const findings = fc
  .record({
    category: fc.constantFrom(...CATEGORIES.map((category) => category.id)),
    side: fc.constantFrom('left' as const, 'right' as const, 'none' as const),
    probability: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map((it) => finding(it.category, it.side, it.probability));

const cents = (dollars: number): number => Math.round(dollars * 100);
const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

function holds(estimate: Estimate): void {
  estimateSchema.parse(estimate);
  const lines = sum(estimate.lines.map((line) => cents(line.expected_cost)));
  const rows = estimate.totals.filter((row) => row.key !== 'tax').map((row) => cents(row.likely));
  expect(lines).toBe(cents(estimate.subtotal));
  expect(sum(rows)).toBe(cents(estimate.subtotal));
  expect(sum(Object.values(estimate.blocks).map((block) => cents(block ?? 0)))).toBe(
    cents(estimate.subtotal),
  );
  expect(cents(estimate.subtotal) + cents(estimate.tax)).toBe(cents(estimate.total.likely));
  expect(estimate.total.low).toBeLessThanOrEqual(estimate.total.likely);
  expect(estimate.total.likely).toBeLessThanOrEqual(estimate.total.high);
  for (const line of estimate.lines) {
    expect(line.cost.low).toBeLessThanOrEqual(line.cost.likely);
    expect(line.cost.likely).toBeLessThanOrEqual(line.cost.high);
  }
  expect(new Set(estimate.lines.map((line) => line.id)).size).toBe(estimate.lines.length);
}

test('lines, rows and blocks add up to the cent, for any lot and any profile', () => {
  const profiles = fc.constantFrom({ id: 'insurer' } as const, { id: 'shop' } as const);
  fc.assert(
    fc.property(cases, fc.array(findings, { maxLength: 5 }), profiles, (it, seen, profile) => {
      holds(buildEstimate({ ...input(it, seen), profile }));
    }),
    { numRuns: 60 },
  );
});

test('the report and the bulk command give one figure', () => {
  fc.assert(
    fc.property(cases, (it) => {
      const { total } = calculateEstimate(input(it));
      const report = buildEstimate(input(it)).total;
      expect([report.low, report.likely, report.high].map(cents)).toEqual([
        total.low,
        total.likely,
        total.high,
      ]);
    }),
    { numRuns: 20 },
  );
});

test('one more finding never lowers the total', () => {
  fc.assert(
    fc.property(cases, fc.array(findings, { minLength: 1, maxLength: 4 }), findings, (it, seen, more) => {
      const told = input(it).probabilities?.parts.some((part) => part.category === more.category);
      fc.pre(!told && !seen.some((other) => other.category === more.category));
      const before = buildEstimate(input(it, seen)).total.likely;
      expect(cents(buildEstimate(input(it, [...seen, more])).total.likely)).toBeGreaterThanOrEqual(
        cents(before),
      );
    }),
    { numRuns: 40 },
  );
});

test('the same seed gives the same answer, another seed nearly the same', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'FRONT END',
    run: null,
    airbags: null,
    state: 'TX',
  };
  expect(buildEstimate(input(it))).toEqual(buildEstimate(input(it)));
  const other = buildEstimate({ ...input(it), seed: 8 }).total.likely;
  expect(Math.abs(other / buildEstimate(input(it)).total.likely - 1)).toBeLessThan(0.08);
});

test('a heavier listed condition never makes the estimate cheaper', () => {
  const heavier = { year: 2018, make: 'Toyota', model: 'Camry', primary: 'FRONT END', state: 'TX' };
  const light = buildEstimate(input({ ...heavier, run: 'runs_and_drives', airbags: 'intact' })).total;
  const heavy = buildEstimate(input({ ...heavier, run: 'stationary', airbags: 'deployed' })).total;
  expect(heavy.likely).toBeGreaterThan(light.likely);
});

test('year, make and model move the estimate more than the damage code does', () => {
  const at = (year: number, make: string, model: string, primary: string): number =>
    buildEstimate(input({ year, make, model, primary, run: null, airbags: null, state: null })).total.likely;
  expect(at(2023, 'BMW', 'X5', 'REAR')).toBeGreaterThan(2 * at(2008, 'Toyota', 'Corolla', 'FRONT END'));
});

test('declared parts stand in their own block, hidden ones apart, and nothing is called seen', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'FRONT END',
    run: null,
    airbags: null,
    state: 'TX',
  };
  const { blocks, lines } = buildEstimate(input(it));
  expect(blocks.seen).toBe(0);
  expect(blocks.declared).toBeGreaterThan(0);
  expect(blocks.likely_hidden).toBeGreaterThan(0);
  expect(lines.some((line) => line.block === 'seen' || line.evidence.length > 0)).toBe(false);
});

test('what is not declared is one honest line from the value of the car', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: null,
    run: null,
    airbags: null,
    state: 'TX',
  };
  const { lines, total } = buildEstimate(input(it));
  expect(lines.map((line) => line.name)).toEqual(['Damage not declared']);
  expect(total.high / total.low).toBeGreaterThan(3);
});

test('a catalogue price takes the place of the band and keeps its source', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'FRONT END',
    run: null,
    airbags: null,
    state: 'TX',
  };
  const number = {
    number: 'TEST-HOOD-1',
    name: 'Hood',
    source: 'test list',
    dated: '2026-01-02',
    fit: 'model_year' as const,
    decides: '',
    price: 999,
    currency: 'USD',
    superseded_by: null,
    url: null,
    format_ok: true,
  };
  const numbers = [
    { category: 'hood', side: 'center' as const, position: 'front' as const, numbers: [number] },
  ];
  const hood = buildEstimate({ ...input(it), numbers }).lines.find((line) => line.category === 'hood');
  expect(hood?.part_price).toMatchObject({ likely: 999, basis: 'catalogue', source: 'test list' });
  expect(hood?.oem_numbers).toEqual([number]);
  expect(hood?.oem_missing_reason).toBeNull();
});

test('a posted-shop profile costs more than an insurer pays for the same lines', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'FRONT END',
    run: null,
    airbags: null,
    state: 'TX',
  };
  const paid = buildEstimate(input(it));
  const shop = buildEstimate({ ...input(it), profile: { id: 'shop' } });
  expect(shop.total.likely).toBeGreaterThan(paid.total.likely);
  expect(shop.lines.map((line) => line.id)).toEqual(paid.lines.map((line) => line.id));
});

test('a pearl colour makes refinish dearer, and the estimate says by which word', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'SIDE',
    run: null,
    airbags: null,
    state: 'TX',
  };
  const refinish = (estimate: Estimate): number =>
    sum(estimate.lines.map((line) => (line.refinish?.hours ?? 0) * line.probability));
  const plain = buildEstimate(input(it, [finding('front_door_shell', 'left', 1)]));
  const pearl = buildEstimate({
    ...input(it, [finding('front_door_shell', 'left', 1)]),
    colour: 'Blizzard Pearl',
  });
  expect(refinish(pearl)).toBeGreaterThan(refinish(plain));
  expect(pearl.paint).toEqual({ stage: 'three_stage', because: 'Listed color: Blizzard Pearl' });
  expect(plain.paint).toBeUndefined();
});

test('photos that were examined and showed nothing are not called unexamined', () => {
  const it: Case = {
    year: 2018,
    make: 'Toyota',
    model: 'Camry',
    primary: 'SIDE',
    run: null,
    airbags: null,
    state: 'TX',
  };
  const said = (photos_examined: number): string =>
    buildEstimate({ ...input(it), photos_examined }).assumptions[0] ?? '';
  expect(said(0)).toContain('photos were not examined');
  expect(said(9)).not.toContain('not examined');
});

test('what a rear hit breaks at the rear bumper stands in its section, not in the front one’s', () => {
  const rear: Case = {
    year: 2021,
    make: 'Toyota',
    model: 'Camry',
    primary: 'REAR',
    run: 'runs_and_drives',
    airbags: null,
    state: 'TX',
  };
  const { lines } = buildEstimate(input(rear));
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
  numbers: [
    {
      number: '41007290944',
      name: 'Hood',
      source: 'test list',
      dated: '2026-01-02',
      fit: 'model_year' as const,
      decides: '',
      price: 248.57,
      currency: 'EUR',
      superseded_by: null,
      url: null,
      format_ok: true,
    },
  ],
};
const front: Case = {
  year: 2015,
  make: 'BMW',
  model: '328i',
  primary: 'FRONT END',
  run: 'runs_and_drives',
  airbags: 'intact',
  state: 'TX',
};
const hoodOf = ({ lines }: Estimate) => lines.find(({ category }) => category === 'hood');

test('a catalogue price in a currency without a rate is said to be unused, in the assumptions and on its line', () => {
  const estimate = buildEstimate({ ...input(front), numbers: [euroHood] });
  expect(estimate.assumptions.filter((text) => text.includes('EUR'))).toEqual([
    'One catalog price is in EUR and no exchange rate is configured: it is shown, and its line uses our price table.',
  ]);
  expect(hoodOf(estimate)?.part_price).toMatchObject({
    basis: 'judgement',
    source: expect.stringContaining("the catalog's price in EUR is not used"),
  });
});

test('with a rate the foreign price is the price of the line, and nothing is said', () => {
  const currencies = { EUR: { usd: 1.1, date: '2026-03-01' } };
  const estimate = buildEstimate({ ...input(front), numbers: [euroHood], currencies });
  expect(estimate.assumptions.filter((text) => text.includes('EUR'))).toEqual([]);
  expect(hoodOf(estimate)?.part_price).toMatchObject({ basis: 'catalogue', likely: 273.43 });
});

test('a smaller piece stands beside its line, whose price is that of the table', () => {
  const [one] = euroHood.numbers;
  const pieces = one ? [{ ...one, name: 'Hood, outer', price: 50, currency: 'USD' }] : [];
  const estimate = buildEstimate({
    ...input(front),
    numbers: [{ ...euroHood, numbers: [], other_pieces: pieces }],
  });
  expect(hoodOf(estimate)).toMatchObject({
    oem_numbers: [],
    other_pieces: [{ name: 'Hood, outer' }],
    part_price: { basis: 'judgement' },
    oem_missing_reason: 'The catalogs we hold list only smaller pieces of this part for this car',
  });
});
