import { expect, test } from 'vitest';
import type { EvidenceShown } from '../../../contract/evidence.ts';
import { narrowingRows } from '../../../contract/report-view/grounds/narrowing-rows.ts';
import type { Estimate } from '../../../contract/schemas/estimate.ts';
import { scopeReport } from '../../../tests/fixtures/scope-report.ts';

const report = scopeReport({ damage: 'FRONT END' });
const fender = {
  category: 'fender',
  name: null,
  side: 'unknown',
  position: 'front',
  label: 'Front fender',
} as const;
const asked = (narrowing: NonNullable<Estimate['narrowing']>, more: Partial<Estimate> = {}) =>
  narrowingRows({ ...report, estimate: { ...report.estimate, ...more, narrowing } });

test('each asks one thing, says how much narrower the range gets, and leads to where it is answered', () => {
  expect(
    asked([
      { kind: 'photos', zone: 'front', narrows: 0.61 },
      { kind: 'pair_answer', part: fender, narrows: 0.04 },
      { kind: 'odometer', narrows: 0.02 },
    ]).map(({ what, narrower, place }) => ({ what, narrower, place })),
  ).toEqual([
    { what: 'Front photos', narrower: 'Tightens the range 61%', place: { to: 'photos' } },
    {
      what: 'Front fender: which side?',
      narrower: 'Tightens the range 4%',
      place: { to: 'line', id: 'fender:unknown' },
    },
    { what: 'Actual miles', narrower: 'Tightens the range 2%', place: null },
  ]);
});

test('a part without a line, airbags that can not be set and photos that are not there lead nowhere', () => {
  const gone = { ...fender, category: 'no_such_part' };
  expect(asked([{ kind: 'part_answer', part: gone, narrows: 0.1 }])[0]?.place).toBeNull();
  const { airbags: _, ...fixed } = report.estimate;
  const narrowing = [{ kind: 'airbags' as const, narrows: 0.1 }];
  expect(narrowingRows({ ...report, estimate: { ...fixed, narrowing } })[0]?.place).toBeNull();
  const airbags = { told: 'unknown' as const, lines: {} };
  expect(asked([{ kind: 'airbags', narrows: 0.1 }], { airbags })[0]?.place).toEqual({
    to: 'setting',
    name: 'airbags',
  });
  const estimate = { ...report.estimate, narrowing: [{ kind: 'photos' as const, narrows: 0.1 }] };
  expect(narrowingRows({ ...report, estimate, photos: [] })[0]?.place).toBeNull();
});

test('what has been answered is asked no more', () => {
  const answer: EvidenceShown = {
    id: 'answer',
    kind: 'part_answer',
    says: 'left',
    part: { ...fender, side: 'left' },
    moves: -40,
  };
  expect(asked([{ kind: 'pair_answer', part: fender, narrows: 0.1 }], { evidence: [answer] })).toEqual([]);
  const set = { scenario: { set: { airbags: 'intact' as const }, effects: [] } };
  expect(asked([{ kind: 'airbags', narrows: 0.1 }], set)).toEqual([]);
});
