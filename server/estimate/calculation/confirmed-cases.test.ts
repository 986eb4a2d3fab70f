import { expect, test } from 'vitest';
import { answered, answerPass, FIXED_CASES } from '../fixtures/answered-pass.ts';

const width = ({ low, high }: { low: number; high: number }): number => high - low;

test.each(FIXED_CASES.map((one) => [one.lot, one.truth, one] as const))(
  'answering all questions of the %s with %s damage narrows its range',
  (_lot, truth, one) => {
    const before = answered(one.inputs, []).total;
    const steps = answerPass(one);
    const after = steps.at(-1)?.estimate.total ?? before;
    expect(1 - width(after) / width(before)).toBeGreaterThanOrEqual(truth === 'heavy' ? 0.25 : 0.4);
    expect(after.low).toBeGreaterThan(0);
  },
);

const PROMPT = FIXED_CASES.filter(({ lot, truth }) => lot !== 'Q50' && truth !== 'heavy');
test.each(PROMPT.map((one) => [one.lot, one.truth, one] as const))(
  'ten of the questions halve the range of the %s with %s damage',
  (_lot, _truth, one) => {
    const before = answered(one.inputs, []).total;
    const after = answerPass(one, 10).at(-1)?.estimate.total ?? before;
    expect(width(after)).toBeLessThanOrEqual(width(before) / 2);
  },
);
