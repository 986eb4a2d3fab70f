import { expect, test } from 'vitest';
import { NOTHING_DECLARED } from '../../../contract/schemas/damage.ts';
import { listingEvidence, odometerStatusOf } from './listing-evidence.ts';

test.each([
  ['ACTUAL', true, 'actual'],
  ['Actual miles', true, 'actual'],
  ['95,638 mi (ACTUAL)', true, 'actual'],
  ['ACTUAL MILES DISPUTED', true, null],
  ['NOT ACTUAL', true, 'not_actual'],
  ['Non-actual', true, 'not_actual'],
  ['NOT REQUIRED/EXEMPT', true, 'exempt'],
  ['EXCEEDS MECHANICAL LIMITS', true, 'over_limit'],
  ['INOPERABLE DIGITAL DASH', false, 'unread'],
  ['NOT ACTUAL', false, 'unread'],
  ['EXEMPT', false, 'unread'],
  ['ACTUAL', false, null],
  [null, false, null],
] as const)('an odometer of brand %s, read: %s, is %s', (brand, hasReading, status) => {
  expect(odometerStatusOf(brand, hasReading)).toBe(status);
});

const titleEvidence = (title: string, state: string | null = null) =>
  listingEvidence({
    declared: { ...NOTHING_DECLARED, title, state },
    keys: null,
    odometer: null,
    retail_value: null,
  }).flatMap((item) => (item.kind === 'title' ? item.content : []));

test('a title that is not sure is no evidence', () => {
  expect(titleEvidence('CERT OF TITLE - ZORBED')).toEqual([]);
  expect(titleEvidence('RB')).toEqual([]);
});

test('a code of the lot’s state is evidence', () => {
  expect(titleEvidence('RB', 'FL')).toEqual(['rebuildable']);
});
