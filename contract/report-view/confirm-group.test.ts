import { expect, test } from 'vitest';
import { groupEdits, groupSays, piecesOf } from './confirm-group.ts';
import type { ConfirmQuestion } from './confirm-questions.ts';

const part = (category: string, side: 'none' | 'unknown'): ConfirmQuestion => ({
  key: `${category}::${side}:none`,
  place: { category, name: null, side, position: 'none' },
  line: null,
  name: category,
  side_open: side === 'unknown',
  panels: [],
  marked: false,
});
const PARTS = [part('driver', 'none'), part('curtain', 'unknown')];
const [driver, left, right] = piecesOf(PARTS).map(({ id }) => id) as [string, string, string];
const said = (ticked: readonly string[], rest: 'whole' | 'not_seen') =>
  groupEdits(PARTS, new Set(ticked), rest).map(
    ({ place, answer }) => `${place.category} ${place.side} ${answer}`,
  );

test('a pair whose damaged side is not known is two pieces of its group', () => {
  expect(piecesOf(PARTS).map(({ name }) => name)).toEqual(['driver', 'curtain, left', 'curtain, right']);
});

test('a group without a tick is undamaged, every part of it', () => {
  expect(said([], 'whole')).toEqual(['driver none whole', 'curtain unknown whole']);
  expect(groupSays(PARTS, new Set(), 'whole')).toBe('undamaged');
});

test('one ticked side is the only one where the rest is undamaged, and no word on the other where it was not seen', () => {
  expect(said([left], 'whole')).toEqual(['driver none whole', 'curtain unknown left']);
  expect(said([left], 'not_seen')).toEqual(['curtain left damaged']);
  expect(groupSays(PARTS, new Set([left]), 'not_seen')).toBe('curtain, left damaged');
});

test('both ticked sides are two damaged parts', () => {
  expect(said([driver, left, right], 'whole')).toEqual([
    'driver none damaged',
    'curtain left damaged',
    'curtain right damaged',
  ]);
  expect(groupSays(PARTS, new Set([driver, left, right]), 'whole')).toBe('all damaged');
});

test('what is not seen is not answered', () => {
  expect(said([driver], 'not_seen')).toEqual(['driver none damaged']);
  expect(groupSays(PARTS, new Set([driver]), 'whole')).toBe('driver damaged, the rest undamaged');
});
