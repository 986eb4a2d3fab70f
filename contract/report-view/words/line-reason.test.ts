import { expect, test } from 'vitest';
import { type LineReason, lineReasonSchema } from '../../facts/line-reason.ts';
import { addedWords, groundsWords, reasonWords, whyOf } from './line-reason.ts';

const DECLARED = { code: 'declared', words: ['FRONT END', 'HAIL'] } as const;
const reason = (more: Partial<LineReason> = {}): LineReason =>
  lineReasonSchema.parse({ from: DECLARED, ...more });

test('a declared part tells the listed words and what looking came to', () => {
  const looked = (one: LineReason['looked']) => reasonWords(reason({ looked: one }));
  expect(looked({ state: 'not_examined' })).toBe(
    'Probable from declared damage FRONT END and HAIL; photos not reviewed',
  );
  expect(looked({ state: 'not_seen', examined: 1 })).toContain('; not seen on the one photo examined');
  expect(looked({ state: 'not_seen', examined: 8 })).toContain('; not seen on the 8 photos examined');
  expect(looked({ state: 'whole', photos: [2, 5] })).toContain('; photos 2 and 5 show no damage');
  expect(looked({ state: 'whole', photos: [] })).toContain('; a photo shows no damage');
});

test('a declared part tells the count that its chance rests on, with year and limits', () => {
  const counted = { share: 0.274, inspected: 594, hits: 'front' } as const;
  expect(reasonWords(reason({ from: { ...DECLARED, words: ['FRONT END'], counted } }))).toBe(
    'Probable from declared damage FRONT END; 27% of 594 inspected front hits (US crash investigations, 2015: crashes, not auction lots; older cars)',
  );
});

test('photos that show a part damaged and others that show it undamaged disagree', () => {
  const from = { code: 'photos', photos: [1], by: null, confidence: null } as const;
  expect(
    reasonWords(reason({ from: { ...from, photos: [1] }, looked: { state: 'whole', photos: [2] } })),
  ).toBe('Seen on photo 1; photos disagree: photo 2 shows no damage');
});

test('photos tell who saw it, how surely, and what is doubtful', () => {
  const from = {
    code: 'photos',
    photos: [1, 4, 6],
    by: 'model eye',
    confidence: 0.86,
    doubts: ['repair_may_do', 'unsettled'],
  } as const;
  expect(reasonWords(reason({ from: { ...from, photos: [...from.photos], doubts: [...from.doubts] } }))).toBe(
    'Seen on photos 1, 4 and 6 (model eye, confidence 0.86); repair may be enough; not settled by a second look',
  );
});

test('a hidden part tells what it lies behind', () => {
  const part = { category: 'fender', side: 'left', position: 'none' } as const;
  expect(reasonWords(reason({ from: { code: 'hidden_behind', part } }))).toBe(
    'Not visible; often damaged with the left fender; check at teardown',
  );
});

test('grounds that lines share stand apart from what one of them adds', () => {
  const one = reason({ looked: { state: 'not_examined' }, opposite_side: true });
  expect(groundsWords(one)).toBe(groundsWords({ ...one, opposite_side: undefined }));
  expect(addedWords(one)).toBe('the opposite side may be hit too');
});

test('a line of schema_version 1 shows the sentence it stores', () => {
  expect(whyOf({ why: 'Seen on photo 3' })).toBe('Seen on photo 3');
});
