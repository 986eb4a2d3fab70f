import { describe, expect, test } from 'vitest';
import type { EvidenceItem, PartAnswer, PhotoSighting } from '../../../contract/evidence.ts';
import { whyOf } from '../../../contract/report-view/words/line-reason.ts';
import { NO_EDITS } from '../../../contract/schemas/edit-report.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { overridesOf } from '../build-estimate.ts';
import { answered, FIXED_CASES, seenAs } from '../fixtures/answered-pass.ts';
import { finding, madeOf } from '../fixtures/made-up-lot.ts';
import { partSighting } from '../fixtures/photo-sighting.ts';
import { calculate } from './calculate.ts';
import type { EstimateInputs } from './estimate-inputs.ts';

const DEPLOYED: PhotoSighting['look'] = {
  state: 'damaged',
  confidence: 0.9,
  severity: 4,
  types: ['deployed'],
};
const CABIN = { photo: 4, surface: 'interior' };
const FRONT_BAGS = ['airbag_driver:none:none', 'airbag_passenger:none:none'].map((bag) =>
  partSighting(bag, DEPLOYED, CABIN),
);

const LOTS = [...new Map(FIXED_CASES.map(({ lot, inputs }) => [lot, inputs]))];
const listedAs = (inputs: EstimateInputs, value: 'intact' | 'deployed' | null): EstimateInputs => {
  const listed: EvidenceItem[] = value === null ? [] : [{ id: 'airbags', kind: 'airbags', value }];
  return {
    ...inputs,
    evidence: [...inputs.evidence.filter(({ kind }) => kind !== 'airbags'), ...listed],
  };
};
const figures = ({ total, outcome, lines }: Pick<Estimate, 'total' | 'outcome' | 'lines'>) => ({
  total,
  outcome,
  lines: lines.map(({ id, standing, cost }) => [id, standing, cost.likely]),
});

describe.each(LOTS)('bags of the %s', (_, inputs) => {
  const seen = (value: 'intact' | 'deployed' | null, bags: readonly EvidenceItem[]) =>
    calculate(seenAs(listedAs(inputs, value), bags)).estimate;

  test('two of which a photo shows deployed outweigh a listing that says intact', () => {
    const estimate = seen('intact', FRONT_BAGS);
    expect(figures(estimate)).toEqual(figures(seen('deployed', FRONT_BAGS)));
    const written = estimate.lines
      .filter(({ standing }) => standing === 'scope')
      .map(({ category }) => category);
    expect(written).toEqual(
      expect.arrayContaining(['airbag_driver', 'airbag_passenger', 'airbag_module', 'airbag_sensor']),
    );
    expect(estimate.total.likely).toBeGreaterThan(seen('intact', []).total.likely);
  });

  test('that photos show deployed cost at least what they do where the listing says so', () => {
    expect(seen('intact', FRONT_BAGS).total.likely).toBeGreaterThanOrEqual(seen('deployed', []).total.likely);
  });

  test('leave a listing that says intact standing where a model sees one of them deployed', () => {
    const one = seen('intact', FRONT_BAGS.slice(0, 1));
    expect(one.total.likely).toBeLessThan(seen(null, FRONT_BAGS.slice(0, 1)).total.likely);
  });
});

describe('what is seen outside the declared place', () => {
  const front = { primary: 'FRONT END', run: 'runs_and_drives' } as const;
  const isWritten = (estimate: Estimate, category: string): boolean =>
    estimate.lines.some((line) => line.category === category && line.standing === 'scope');

  test.each([
    ['a dent that one photo shows and a second look confirms', 2, [1]],
    ['a dent on two photos', 2, [1, 2]],
    ['heavy damage on one photo', 3, [1]],
  ] as const)('writes its line: %s', (_, severity, photos) => {
    const quarter = finding('quarter_panel', {
      side: 'left',
      severity,
      confidence: 0.9,
      position: 'rear',
      operation: 'repair',
      evidence: photos.map((photo) => ({ photo, box: null, kind: 'model_box' as const })),
      because: { from: { code: 'photos', photos: [...photos], by: 'eye', confidence: 0.9 } },
    });
    expect(isWritten(madeOf({ ...front, findings: [quarter] }), 'quarter_panel')).toBe(true);
  });

  test('stays possible where it is a dent that no second look settled', () => {
    const quarter = finding('quarter_panel', {
      side: 'left',
      severity: 2,
      confidence: 0.9,
      position: 'rear',
      operation: 'repair',
      because: { from: { code: 'photos', photos: [1], by: 'eye', confidence: 0.9, doubts: ['unsettled'] } },
    });
    expect(isWritten(madeOf({ ...front, findings: [quarter] }), 'quarter_panel')).toBe(false);
  });

  test.each(['damaged', 'repair', 'replace'] as const)('writes its line: an answer of %s', (answer) => {
    const [, bmw] = LOTS[0] ?? [];
    if (!bmw) throw new Error('no lot');
    const said: PartAnswer = {
      id: 'answer:000',
      kind: 'part_answer',
      category: 'quarter_panel',
      name: null,
      side: 'left',
      position: 'rear',
      answer,
    };
    const estimate = answered(bmw, [said]);
    expect(isWritten(estimate, 'quarter_panel')).toBe(true);
    expect(estimate.outcome?.as_written).toBeGreaterThan(answered(bmw, []).outcome?.as_written ?? 0);
  });
});

test('a line of a part that is damaged on one photo and whole on another says that photos disagree', () => {
  const hood = madeOf({
    findings: [finding('hood', { confidence: 0.9, position: 'front' })],
    seen_whole: [{ category: 'hood', side: 'none', position: 'front', photo: 3, visible: 0.9 }],
  }).lines.find(({ id }) => id === 'hood:none');
  expect(hood && whyOf(hood)).toContain('photos disagree: photo 3 shows no damage');
});

test('once parts were confirmed no line says that photos were not reviewed', () => {
  const [, bmw] = LOTS[0] ?? [];
  if (!bmw) throw new Error('no lot');
  const hood = { category: 'hood', name: null, side: 'none', position: 'front', answer: 'damaged' } as const;
  const said = (answers: readonly PartAnswer[]): string =>
    calculate(bmw, overridesOf({ ...NO_EDITS, part_answers: [...answers] }))
      .estimate.lines.map(whyOf)
      .join('\n');
  expect(said([])).toContain('photos not reviewed');
  expect(said([{ id: 'answer:000', kind: 'part_answer', ...hood }])).not.toContain('not reviewed');
});
