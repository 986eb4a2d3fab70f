import { expect, test } from 'vitest';
import { sellerNote } from './seller.ts';
import { plain } from './sentence.ts';

const NOTHING = {
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
type Outcome = typeof NOTHING;
const noteOf = (repair_cost: number, retail_value: number | null, outcome?: Outcome): string =>
  plain(sellerNote({ seller: { repair_cost, retail_value }, estimate: { ...estimate, outcome } }));
const estimate = { total: { low: 4_000, likely: 6_000, high: 9_000 } };

test('a seller’s repair figure equal to the value is called a cap', () => {
  const note = noteOf(12_500, 12_500);
  expect(note).toContain('a cap, not a count of the damage');
  expect(note).not.toContain('our likely figure');
});

test('what is written stands beside the likely figure, where anything is', () => {
  const outcome = { ...NOTHING, as_written: 10_000, average: 10_000 };
  expect(noteOf(5_000, null, outcome)).toContain(
    'inside our range (0.83 × our likely figure, 0.50 × as written)',
  );
  expect(noteOf(5_000, null, NOTHING)).toContain('(0.83 × our likely figure)');
});

test.each([12_400, null])('beside a value of %s it stands against our range', (retail_value) => {
  const note = noteOf(12_500, retail_value);
  expect(note).toContain('above our range (2.08 × our likely figure)');
});
