import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { OptionQuestion } from '../../../contract/option-question.ts';
import { assumptionsOf } from '../../../contract/report-view/words/assumptions.ts';
import { plain } from '../../../contract/report-view/words/sentence.ts';
import { buildEstimate } from '../build-estimate.ts';
import type { EstimateInputs } from '../calculation/estimate-inputs.ts';
import { oemNumber } from '../fixtures/catalogue.ts';
import { expectSums } from '../fixtures/expect-sums.ts';
import { editedWith, inputsOf } from '../fixtures/made-up-lot.ts';

const of = (id: string, price: number | null) => oemNumber(id, price, { fit: 'needs_option' });
const COVER = [of('A', 300), of('B', 500), of('C', 900), of('D', null)];
const ID = 'front_bumper_cover:none';

const asked = (id: string, yes: string[], no: string[]): OptionQuestion => ({
  id,
  asked: { code: 'has', option: id },
  answers: [
    { id: 'yes', leaves: { [ID]: yes } },
    { id: 'no', leaves: { [ID]: no } },
  ],
  said: [],
  known: null,
  answered: null,
});
const INPUTS: EstimateInputs = {
  ...inputsOf({
    vehicle: { year: 2017, make: 'BMW', model: 'X5', body_class: 'suv' },
    numbers: [
      { category: 'front_bumper_cover', side: 'none', position: 'front', numbers: COVER },
      { category: 'airbag_driver', side: 'none', position: 'none', numbers: COVER.slice(0, 2) },
    ],
  }),
  questions: [asked('fog_lamps', ['A', 'B'], ['C', 'D']), asked('parking_sensors', ['B', 'D'], ['A', 'C'])],
};
const made = buildEstimate(INPUTS);
const cover = (
  answers: Record<string, string | null>,
  numbers: Record<string, string> = {},
  inputs = INPUTS,
) => editedWith(inputs, { answers, numbers }).lines.find(({ id }) => id === ID);
const namesOf = (line: ReturnType<typeof cover>) => line?.oem_numbers.map(({ number }) => number);

test('an answer leaves the numbers that fit, at their catalogue price, and says who narrowed them', () => {
  const line = cover({ fog_lamps: 'no' });
  expect(namesOf(line)).toEqual(['C', 'D']);
  expect(line?.ruled_out?.map(({ number }) => number)).toEqual(['A', 'B']);
  expect(line?.part_price).toMatchObject({ low: 900, likely: 900, high: 900, basis: 'catalogue' });
  expect(line?.narrowed).toEqual([
    {
      by: 'user',
      answered: { asked: { code: 'has', option: 'fog_lamps' }, answer: 'no', told: { code: 'user' } },
    },
  ]);
});

test('two answers together leave one number, which then depends on no option', () => {
  const line = cover({ fog_lamps: 'yes', parking_sensors: 'no' });
  expect(line?.oem_numbers).toMatchObject([{ number: 'A', fit: 'model_year' }]);
  expect(line?.part_price?.likely).toBe(300);
});

test('a line is priced by the table again where the numbers left have no price', () => {
  expect(made.lines.find(({ id }) => id === ID)?.part_price?.basis).toBe('catalogue');
  const line = cover({ fog_lamps: 'no', parking_sensors: 'yes' });
  expect(namesOf(line)).toEqual(['D']);
  expect(line?.part_price?.basis).toBe('judgement');
});

test('answers only narrow, whatever is said, and every sum holds', () => {
  const answer = fc.constantFrom('yes', 'no', null, 'never offered');
  fc.assert(
    fc.property(fc.record({ fog_lamps: answer, parking_sensors: answer }), (answers) => {
      const after = editedWith(INPUTS, { answers });
      expectSums(after);
      for (const line of after.lines) {
        const before = made.lines.find(({ id }) => id === line.id)?.oem_numbers ?? [];
        expect(line.oem_numbers.length === 0).toBe(before.length === 0);
        for (const { number } of line.oem_numbers) expect(before.map((one) => one.number)).toContain(number);
        expect(line.oem_numbers.length + (line.ruled_out?.length ?? 0)).toBe(before.length);
      }
    }),
    { numRuns: 10 },
  );
});

test('what the VIN says stands until the user says otherwise', () => {
  const known = { answer: 'yes', by: 'vin' as const, told: { code: 'vin' as const, says: 'fog lamps' } };
  const questions = INPUTS.questions.map((one, at) => (at === 0 ? { ...one, known, answered: known } : one));
  const told = { ...INPUTS, questions };
  expect(namesOf(cover({}, {}, told))).toEqual(['A', 'B']);
  const unsure = editedWith(told, { answers: { fog_lamps: null } });
  expect(unsure.lines.find(({ id }) => id === ID)?.oem_numbers).toHaveLength(4);
  expect(unsure.total).toEqual(made.total);
});

test('a chosen number stands alone, by the user', () => {
  const line = cover({ fog_lamps: 'no' }, { [ID]: 'B' });
  expect(namesOf(line)).toEqual(['B']);
  expect(line?.narrowed).toEqual([{ by: 'user', chosen: true }]);
  expect(line?.part_price?.likely).toBe(500);
});

test('a number chosen for an air bag stands whatever is said of the air bags', () => {
  for (const scenario of [{}, { airbags: 'deployed' as const }]) {
    const { lines } = editedWith(INPUTS, { scenario, numbers: { 'airbag_driver:none': 'B' } });
    const bag = lines.find(({ category }) => category === 'airbag_driver');
    expect(namesOf(bag)).toEqual(['B']);
    expect(bag?.part_price).toMatchObject({ likely: 500, basis: 'catalogue' });
  }
});

test('narrowing moves the price of its line and no chance of any', () => {
  const chances = ({ lines }: typeof made) => lines.map(({ id, probability }) => [id, probability]);
  const after = editedWith(INPUTS, { answers: { fog_lamps: 'no' } });
  expect(chances(after)).toEqual(chances(made));
  expect(after.subtotal).toBeGreaterThan(made.subtotal);
});

test('the estimate says which of its assumptions the user made', () => {
  const estimate = editedWith(INPUTS, { answers: { fog_lamps: 'no' }, numbers: { [ID]: 'C' } });
  expect(estimate.facts?.slice(-2)).toEqual([
    { code: 'answers', given: [{ question: 'fog_lamps', answer: 'no' }] },
    { code: 'chosen_numbers', lines: 1 },
  ]);
  expect(assumptionsOf(estimate).slice(-2).map(plain)).toEqual([
    'Answered by the user: Fog lamps? Without fog lamps.',
    'OEM number chosen by the user on 1 line.',
  ]);
});
