import { expect, test } from 'vitest';
import { medianWords, outcomeRows } from './outcome-rows.ts';

const outcome = {
  as_written: 8000,
  possible: 2500,
  possible_count: 12,
  slight: 100,
  slight_count: 3,
  fall_away: -1500,
  fall_away_count: 9,
  unlocated: 0,
  average: 9000,
};
const total = (likely: number) => ({ low: 4000, likely, high: 15_000 });

test('four rows lead to the average outcome, with what they count', () => {
  const rows = outcomeRows({ outcome });
  expect(rows.map(({ label }) => label)).toEqual([
    'As written',
    'Possible items (15, of which 3 under 5 % not listed)',
    'Lines that may fall away (9)',
    'Average outcome',
  ]);
  const sum = rows.slice(0, -1).reduce((all, { amount }) => all + amount, 0);
  expect(sum).toBe(rows.at(-1)?.amount);
});

test('damage nobody can locate has its row only where there is some, and what is not there is not counted', () => {
  const rows = outcomeRows({
    outcome: { ...outcome, unlocated: 700, slight: 0, slight_count: 0, fall_away_count: 1 },
  });
  expect(rows.map(({ label }) => label)).toEqual([
    'As written',
    'Possible items (12)',
    'Line that may fall away (1)',
    'Damage nobody can locate',
    'Average outcome',
  ]);
});

test('one sentence says why the median is not the average', () => {
  expect(medianWords({ total: total(7000), outcome })).toContain('Below the average');
  expect(medianWords({ total: total(9500), outcome })).toContain('Above the average');
  expect(medianWords({ total: total(9050), outcome })).toBe('The median of all outcomes: about the average.');
});
