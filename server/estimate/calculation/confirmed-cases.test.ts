import { expect, test } from 'vitest';
import { confirmQuestions } from '../../../contract/report-view/confirm-questions.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { answeredGrounds, groundsOf, overridesOf } from '../build-estimate.ts';
import { answered, answerPass, FIXED_CASES, type FixedCase, type Step } from '../fixtures/answered-pass.ts';

/** A pass over all questions of each case; its first steps are those of a shorter one. */
const passes = new Map<FixedCase, Step[]>();
function passOf(one: FixedCase): Step[] {
  const steps = passes.get(one) ?? answerPass(one);
  passes.set(one, steps);
  return steps;
}

const width = ({ low, high }: { low: number; high: number }): number => high - low;

test.each(FIXED_CASES.map((one) => [one.lot, one.truth, one] as const))(
  'answering all questions of the %s with %s damage narrows its range',
  (_lot, truth, one) => {
    const before = answered(one.inputs, []).total;
    const after = passOf(one).at(-1)?.estimate.total ?? before;
    expect(1 - width(after) / width(before)).toBeGreaterThanOrEqual(truth === 'heavy' ? 0.25 : 0.4);
    expect(after.low).toBeGreaterThan(0);
  },
);

const PROMPT = FIXED_CASES.filter(({ truth }) => truth !== 'heavy');
test.each(PROMPT.map((one) => [one.lot, one.truth, one] as const))(
  'ten of the questions halve the range of the %s with %s damage',
  (_lot, _truth, one) => {
    const before = answered(one.inputs, []).total;
    const after = passOf(one).slice(0, 10).at(-1)?.estimate.total ?? before;
    expect(width(after)).toBeLessThanOrEqual(width(before) / 2);
  },
);

test.each(PROMPT.map((one) => [one.lot, one.truth, one] as const))(
  'no damaged part of the %s with %s damage is left out of the pass',
  (_lot, _truth, one) => {
    const asked = new Set(passOf(one).flatMap(({ asked }) => asked.parts.map(({ place }) => place.category)));
    const left = [...one.damaged.keys()].filter((key) => !asked.has(key.replace(/:.*/, '')));
    expect(left.filter((key) => key !== 'dash_panel')).toEqual([]);
  },
);

test.each(['BMW', 'QX60', 'Q50', 'pickup'])(
  'the first question on the %s is of a large part that is likely hit',
  (lot) => {
    const one = FIXED_CASES.find((entry) => entry.lot === lot);
    if (!one) throw new Error(`no ${lot}`);
    const [first] = confirmQuestions({ estimate: answered(one.inputs, []) });
    expect(first?.line?.probability, first?.key).toBeGreaterThan(0.5);
    expect(first?.line?.cost.likely, first?.key).toBeGreaterThan(500);
  },
);

const BMW = FIXED_CASES.find(({ lot }) => lot === 'BMW');
if (!BMW) throw new Error('no BMW');

test('what is promised of the next look is a share of the range as it stands, and an answered part is promised no more', () => {
  const { narrowing = [] } = groundsOf(BMW.inputs);
  expect(narrowing.length).toBeGreaterThan(0);
  for (const { narrows } of narrowing) expect(narrows).toBeLessThan(1);
  const hood = { category: 'hood', name: null, side: 'none', position: 'front' } as const;
  const after = answeredGrounds(
    { evidence: [], narrowing },
    BMW.inputs,
    overridesOf({ ...NO_EDITS, part_answers: [{ id: 'a', kind: 'part_answer', ...hood, answer: 'whole' }] }),
  );
  expect(after.narrowing).not.toEqual(narrowing);
  expect(after.narrowing?.some(({ part }) => part?.category === 'hood')).toBe(false);
});
