import { expect, test } from 'vitest';
import { lineSupersessions, supersessionChain, supersessionSaid } from './supersession.ts';

const replaced = { number: 'A-1', superseded_by: 'A-2' };

test('a chain goes from the old number to the new one', () => {
  expect(supersessionChain({ ...replaced, told_by: { replaced_by: ['A-2', 'A-3'] } })).toBe(
    'A-1 → A-2 → A-3',
  );
});

test('a chain of a report that kept no fields is its one step', () => {
  expect(supersessionChain(replaced)).toBe('A-1 → A-2');
});

test('several successors of a number all stand at the end', () => {
  const told_by = { replaced_by: ['A-2'], replaced_also: ['B-2'] };
  expect(supersessionChain({ ...replaced, told_by })).toBe('A-1 → A-2, B-2');
});

test('the limits of a supersession are told in the source’s words', () => {
  const told_by = { replaced_by: ['A-2'], note: 'superseded by A-2 from 03/2015, with sensors' };
  expect(supersessionSaid({ ...replaced, told_by })).toBe(
    'A-1 → A-2 (“superseded by A-2 from 03/2015, with sensors”)',
  );
});

test('numbers that were not replaced have no chain', () => {
  const current = { number: 'A-2', superseded_by: null, told_by: { note: 'with sensors' } };
  expect(supersessionSaid(current)).toBeNull();
  expect(lineSupersessions([current])).toBeNull();
  expect(lineSupersessions([current, replaced])).toBe('A-1 → A-2');
});
