import { expect, test } from 'vitest';
import type { EvidenceItem } from '../../../contract/evidence.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import { buildEstimate, groundsOf, overridesOf } from '../build-estimate.ts';
import { answered, answerPass, FIXED_CASES, seenAs } from '../fixtures/answered-pass.ts';

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

const BMW = FIXED_CASES.find(({ lot }) => lot === 'BMW');
if (!BMW) throw new Error('no BMW');
const OUTER_FRONT = [
  ['front_bumper_cover', 'none'],
  ['front_bumper_grille', 'none'],
  ['grille', 'none'],
  ['emblem_front', 'none'],
  ['license_plate_bracket', 'none'],
  ['hood', 'none'],
  ['headlamp', 'left'],
  ['headlamp', 'right'],
  ['fender', 'left'],
  ['fender', 'right'],
] as const;
const seen = (category: string, side: 'none' | 'left' | 'right', scratched: boolean): EvidenceItem => ({
  id: `seen:${category}:${side}`,
  kind: 'photo_sighting',
  category,
  name: null,
  side,
  position: 'front',
  photo: 1,
  surface: 'front',
  duplicate_of: null,
  visible_fraction: 0.9,
  poor_light: false,
  witness: { kind: 'model', family: 'qwen', small: false },
  look: scratched
    ? { state: 'damaged', confidence: 0.9, severity: 1, types: ['scratch'] }
    : { state: 'whole' },
});

const INTACT: EvidenceItem = { id: 'airbags', kind: 'airbags', value: 'intact' };

test('all outer panels of the front on photos and bags intact leave the high end at most .35 of the unexamined likely', () => {
  const before = answered(BMW.inputs, []).total;
  const whole = OUTER_FRONT.map(([category, side]) => seen(category, side, false));
  const after = answered(seenAs(BMW.inputs, [...whole, INTACT]), []).total;
  expect(after.high).toBeLessThanOrEqual(0.35 * before.likely);
});

test('a lone scratch of the bumper costs less once the bags are listed as intact, and never nothing', () => {
  const scratch = OUTER_FRONT.map(([category, side]) =>
    seen(category, side, category === 'front_bumper_cover'),
  );
  const lone = answered(seenAs(BMW.inputs, scratch), []).total;
  const told = answered(seenAs(BMW.inputs, [...scratch, INTACT]), []).total;
  expect(told.likely).toBeLessThanOrEqual(lone.likely);
  expect(told.low).toBeGreaterThan(0);
});

test('what is promised of the next look is a share of the range as it stands, and an answered part is promised no more', () => {
  const { narrowing = [] } = groundsOf(BMW.inputs);
  expect(narrowing.length).toBeGreaterThan(0);
  for (const { narrows } of narrowing) expect(narrows).toBeLessThan(1);
  const hood = { category: 'hood', name: null, side: 'none', position: 'front' } as const;
  const after = buildEstimate(
    BMW.inputs,
    overridesOf({ ...NO_EDITS, part_answers: [{ id: 'a', kind: 'part_answer', ...hood, answer: 'whole' }] }),
    { evidence: [], narrowing },
  );
  expect(after.narrowing).not.toEqual(narrowing);
  expect(after.narrowing?.some(({ part }) => part?.category === 'hood')).toBe(false);
});
