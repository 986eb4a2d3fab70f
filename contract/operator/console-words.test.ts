import { expect, test } from 'vitest';
import { counted, detailWords, isSection, waitWords } from './console-words.ts';

test('a wait is told in the largest unit that says enough', () => {
  const told = [30_000, 5 * 60_000, 3 * 3_600_000, 47 * 3_600_000, 50 * 3_600_000].map(waitWords);
  expect(told).toEqual(['under a minute', '5 min', '3 h', '47 h', '2 days']);
});

test('one is one, and many are many', () => {
  expect([counted(1, 'report'), counted(1204, 'report')]).toEqual(['1 report', '1,204 reports']);
});

test('what an entry tells besides leaves out what is empty, and counts long lists', () => {
  const details = { text: '', users: ['a', 'b', 'c'], on: false, reports: ['x'] };
  expect(detailWords(details)).toBe('Users: 3 · On: false · Reports: x');
});

test('a name that every object has is no section', () => {
  expect([isSection('users'), isSection('constructor')]).toEqual([true, false]);
});
