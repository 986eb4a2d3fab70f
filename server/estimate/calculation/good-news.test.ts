import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EvidenceItem, PartAnswer } from '../../../contract/evidence.ts';
import { FIXED_CASES } from '../fixtures/answered-pass.ts';
import { CAMRY, inputsOf } from '../fixtures/made-up-lot.ts';
import { calculate, NO_OVERRIDES } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

const BASES: readonly EstimateInputs[] = [
  ...FIXED_CASES.filter(({ truth, lot }) => truth === 'light' && lot !== 'Q50').map(({ inputs }) => inputs),
  inputsOf({ run: 'runs_and_drives' }),
  inputsOf({
    vehicle: { ...CAMRY, year: 2021, make: 'BMW', model: 'X5', body_class: 'suv' },
    primary: 'LEFT SIDE',
  }),
];
const PLACES = [
  ['hood', 'none', 'front'],
  ['front_bumper_cover', 'none', 'front'],
  ['grille', 'none', 'front'],
  ['headlamp', 'left', 'front'],
  ['headlamp', 'right', 'front'],
  ['fender', 'left', 'front'],
  ['fender', 'right', 'front'],
  ['front_door_shell', 'left', 'front'],
  ['rear_bumper_cover', 'none', 'rear'],
  ['quarter_panel', 'left', 'rear'],
  ['tail_lamp', 'right', 'rear'],
  ['airbag_driver', 'none', 'none'],
  ['airbag_passenger', 'none', 'none'],
  ['airbag_curtain', 'left', 'none'],
  ['airbag_curtain', 'right', 'none'],
] as const;
type Place = (typeof PLACES)[number];

const said = ([category, side, position]: Place, answer: PartAnswer['answer']): EvidenceItem => ({
  id: `answer:${category}:${side}`,
  kind: 'part_answer',
  category,
  name: null,
  side,
  position,
  answer,
});
const INTACT: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'intact' };
const sums = (inputs: EstimateInputs, evidence: readonly EvidenceItem[]) => {
  const others = inputs.evidence.filter(({ kind }) => kind !== 'airbags');
  const { total, outcome } = calculate(
    { ...inputs, evidence: [...others, ...evidence] },
    NO_OVERRIDES,
  ).estimate;
  return { ...total, written: outcome?.as_written ?? Number.NaN };
};

/** Six hundred draws stand for all outcomes: two weighings of them may differ by a hair. */
const SAMPLED = 1 + 3e-3;
const others = fc.array(
  fc.tuple(fc.constantFrom(...PLACES), fc.constantFrom('damaged', 'whole', 'replace')),
  {
    maxLength: 8,
  },
);
const base = fc.constantFrom(...BASES);
const lowersOrKeeps = (inputs: EstimateInputs, before: readonly EvidenceItem[], news: EvidenceItem): void => {
  const [without, withIt] = [sums(inputs, before), sums(inputs, [...before, news])];
  expect(withIt.likely).toBeLessThanOrEqual(without.likely * SAMPLED + 1);
  // A scope past the car's value closes, and opens again below it: with parts this holds for likely and high alone.
  if (news.kind === 'airbags') expect(withIt.written).toBeLessThanOrEqual(without.written * SAMPLED + 1);
  expect(withIt.high).toBeLessThanOrEqual(without.high * SAMPLED + 1);
};
const answersBut = (
  list: readonly (readonly [Place, PartAnswer['answer']])[],
  but: Place | null,
): EvidenceItem[] => [
  ...new Map(
    list.filter(([place]) => place !== but).map(([place, answer]) => [place, said(place, answer)]),
  ).values(),
];

describe('good news never costs more', () => {
  test('bags listed as intact lower or keep likely and high, after whatever was answered', () => {
    fc.assert(
      fc.property(base, others, (inputs, list) => {
        const seen = answersBut(list, null).filter(
          (item) =>
            item.kind !== 'part_answer' || !item.category.startsWith('airbag') || item.answer === 'whole',
        );
        lowersOrKeeps(inputs, seen, INTACT);
      }),
      { numRuns: 40 },
    );
  });

  test('a part seen undamaged or not on this car lowers or keeps likely and high, after whatever was answered', () => {
    fc.assert(
      fc.property(
        base,
        others,
        fc.constantFrom(...PLACES),
        fc.constantFrom('whole' as const, 'not_fitted' as const),
        fc.boolean(),
        (inputs, list, place, answer, intact) => {
          lowersOrKeeps(
            inputs,
            [...answersBut(list, place), ...(intact ? [INTACT] : [])],
            said(place, answer),
          );
        },
      ),
      { numRuns: 40 },
    );
  });

  test('all bags confirmed undamaged, then listed as intact, cost no more', () => {
    for (const inputs of BASES) {
      const bags = PLACES.filter(([category]) => category.startsWith('airbag')).map((place) =>
        said(place, 'whole'),
      );
      lowersOrKeeps(inputs, bags, INTACT);
    }
  });
});
