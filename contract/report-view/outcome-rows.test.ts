import fc from 'fast-check';
import { expect, test } from 'vitest';
import { centsFromDollars, dollarsFromCents } from '../schemas/money.ts';
import { likelyWords, outcomeRows, possibleGroups, writtenRow } from './outcome-rows.ts';

const NONE = {
  as_written: 0,
  possible: 0,
  possible_count: 0,
  slight: 0,
  slight_count: 0,
  fall_away: 0,
  fall_away_count: 0,
  unlocated: 0,
  average: 0,
};

test('the rows shown make the average to the cent, whichever of them are nothing', () => {
  const money = fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 9_999_999 }));
  fc.assert(
    fc.property(money, money, money, money, (written, possible, away, unlocated) => {
      const rows = outcomeRows({
        ...NONE,
        as_written: dollarsFromCents(written),
        possible: dollarsFromCents(possible),
        fall_away: dollarsFromCents(-away),
        unlocated: dollarsFromCents(unlocated),
        average: dollarsFromCents(written + possible - away + unlocated),
      });
      const sum = rows.slice(0, -1).reduce((all, { amount }) => all + centsFromDollars(amount), 0);
      expect(sum).toBe(centsFromDollars(rows.at(-1)?.amount ?? 0));
      expect(rows[0]?.key).toBe('as_written');
    }),
  );
});

test('a row says what is in it', () => {
  const notes = outcomeRows({
    ...NONE,
    possible: 3,
    possible_count: 1,
    slight_count: 18,
    fall_away: -2,
    fall_away_count: 1,
  }).map(({ note }) => note);
  expect(notes).toContain('1 item and 18 more under 5%, not listed');
  expect(notes).toContain('1 line, by chance');
});

test('the likely figure says what it is, and speaks of no further total', () => {
  const words = (as_written: number) =>
    likelyWords({
      outcome: { ...NONE, as_written, average: 120 },
      total: { low: 1, likely: 100, high: 200 },
      vehicle_value: { low: 90, likely: 110, high: 130, origin: 'model' },
    });
  expect(words(105)).toBe(
    'Half of repairs like this cost less. It counts written and possible items by their chance.',
  );
  expect(words(120)).toContain('near the car’s value');
  expect(likelyWords({ total: { low: 1, likely: 100, high: 200 }, vehicle_value: null })).toBe(
    'Half of repairs like this cost less.',
  );
  for (const amount of [80, 120]) expect(words(amount)).not.toContain('average');
});

test('what is written is the one row that page and print show', () => {
  const row = writtenRow({ ...NONE, as_written: 812.5, possible: 90, average: 902.5 });
  expect(row).toMatchObject({ key: 'as_written', amount: 812.5 });
});

test('possible lines are grouped by what settles them, and a group adds up to what its lines show', () => {
  const line = (settled_by: 'look' | 'teardown' | undefined, expected_cost: number) =>
    ({ standing: 'possible', settled_by, expected_cost }) as const;
  const groups = possibleGroups([
    line('look', 0.1),
    line('teardown', 5),
    line(undefined, 0.2),
    { standing: 'scope', expected_cost: 9 },
  ]);
  expect(groups.map(({ by, lines, expected }) => [by, lines.length, expected])).toEqual([
    ['teardown', 1, 5],
    ['look', 2, 0.3],
  ]);
});
