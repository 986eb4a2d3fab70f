import { expect, test } from 'vitest';
import type { EvidenceShown } from '../../../contract/evidence.ts';
import { answersOfLine, takenBack } from '../../../contract/report-view/grounds/part-answers.ts';
import type { EstimateLine } from '../../../contract/schemas/estimate.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';

const said = (says: string, side: EstimateLine['side'], label = 'Front fender'): EvidenceShown => ({
  id: `answer:${side}:${says}`,
  kind: 'part_answer',
  says,
  part: { category: 'fender', name: null, side, position: 'front', label },
  moves: 0,
});
const found = scopeReport({ damage: 'FRONT END' }).estimate.lines.find(({ id }) => id === 'fender:unknown');
if (!found) throw new Error('the front end has no fender');
const fender: EstimateLine = found;
const answers = (line: EstimateLine, ...evidence: EvidenceShown[]): string[] =>
  answersOfLine(line, evidence).map(({ answer }) => answer);

test('a line shows what was said of its own part and side', () => {
  expect(answers(fender, said('damaged', 'unknown'), said('whole', 'left'))).toEqual(['damaged']);
  expect(answers({ ...fender, side: 'left' }, said('damaged', 'left'), said('whole', 'right'))).toEqual([
    'damaged',
  ]);
  expect(answers({ ...fender, category: 'hood' }, said('damaged', 'unknown'))).toEqual([]);
  expect(answers({ ...fender, position: 'rear' }, said('damaged', 'unknown'))).toEqual([]);
});

test('the piece that a pair was said to be shows that answer, the other piece does not', () => {
  expect(answers({ ...fender, side: 'left' }, said('left', 'unknown'))).toEqual(['left']);
  expect(answers({ ...fender, side: 'right' }, said('left', 'unknown'))).toEqual([]);
});

test('taking an answer back names its place and nothing that is only shown', () => {
  const [standing] = answersOfLine(fender, [said('damaged', 'unknown')]);
  expect(standing && takenBack(standing)).toEqual({
    kind: 'part',
    place: { category: 'fender', name: null, side: 'unknown', position: 'front' },
    answer: null,
  });
});
