import { expect, test } from 'vitest';
import type { PhotoSighting } from '../../../contract/evidence.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import {
  OPERATION_REASONS,
  OPERATION_REASONS_OF_PART,
} from '../../../contract/report-view/words/operation-reasons.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { buildEstimate, overridesOf } from '../build-estimate.ts';
import { CAMRY, finding, inputsOf, madeOf } from '../fixtures/made-up-lot.ts';
import { photoSighting } from '../fixtures/photo-sighting.ts';
import { OPERATION_RULES } from './included-operations.ts';
import { WRITTEN_RULES } from './written-rules.ts';

const of = (lines: readonly EstimateLine[], category: string) =>
  lines.find((line) => line.category === category);
const seenWhole = (category: string, photo: number): PhotoSighting =>
  photoSighting(
    { state: 'whole' },
    {
      id: `whole:${category}:${photo}`,
      category,
      position: 'none',
      photo,
      surface: `view${photo}`,
      visible_fraction: 0.4,
      witness: { kind: 'model', family: 'eye', small: true },
    },
  );

test('every operation of the table has words for why it is there', () => {
  const worded = [...Object.keys(OPERATION_REASONS), ...Object.keys(OPERATION_REASONS_OF_PART)].sort();
  expect(worded).toEqual(
    [
      ...[...OPERATION_RULES, ...WRITTEN_RULES].map(({ id }) => id),
      ...['blend', 'inside', 'extend_clear', 'r_and_i', 'emblem', 'with_new'],
    ].sort(),
  );
});

test('every line of an estimate says why in codes, and stores no sentence', () => {
  for (const { because, why } of madeOf({ vehicle: CAMRY, airbags: 'deployed' }).lines) {
    expect(because).toBeDefined();
    expect(why).toBeUndefined();
  }
});

test('a part that a photo shows whole is said to be whole, never to be unseen', () => {
  const inputs = { ...inputsOf({ examined: 8 }), photos_examined: 8 };
  const evidence = [...inputs.evidence, seenWhole('hood', 3)];
  const { lines } = buildEstimate({ ...inputs, evidence });
  const hood = of(lines, 'hood');
  expect(hood?.because?.looked).toEqual({ state: 'whole', photos: [3] });
  expect(hood && whyOf(hood)).toMatch(/; photo 3 shows no damage$/);
  expect(lines.filter((line) => /not seen/.test(whyOf(line)) && /whole/.test(whyOf(line)))).toEqual([]);
});

test('a part seen on photos and declared says both once', () => {
  const { lines } = madeOf({
    examined: 4,
    findings: [finding('hood', { evidence: [{ photo: 2, box: null, kind: 'model_box' }] })],
  });
  const hood = of(lines, 'hood');
  expect(hood?.because).toEqual({
    from: { code: 'photos', photos: [2], by: null, confidence: null },
    matches_declared: true,
  });
});

test('what the user confirms says so', () => {
  const inputs = inputsOf();
  const answer = {
    id: 'answer:hood',
    kind: 'part_answer' as const,
    category: 'hood',
    name: null,
    side: 'none' as const,
    position: 'none' as const,
    answer: 'damaged' as const,
  };
  const { lines } = buildEstimate(inputs, { ...overridesOf(NO_EDITS), answers: [answer] });
  expect(of(lines, 'hood')?.because).toEqual({ from: { code: 'confirmed' } });
});
