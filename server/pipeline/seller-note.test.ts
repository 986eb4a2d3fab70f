import { expect, test } from 'vitest';
import { sellerNote } from './report-model.ts';

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
const estimate = { total: { low: 4_000, likely: 6_000, high: 9_000 } };

test('a seller’s repair figure equal to the value is called a cap', () => {
  const note = sellerNote({ seller_repair_cost: 12_500, retail_value: 12_500 }, estimate);
  expect(note).toContain('a cap, not a count of the damage');
  expect(note).not.toContain('our likely figure');
});

test('what is written stands beside the likely figure, where anything is', () => {
  const outcome = { ...NOTHING, as_written: 10_000, average: 10_000 };
  const lot = { seller_repair_cost: 5_000, retail_value: null };
  expect(sellerNote(lot, { ...estimate, outcome })).toContain(
    'inside our range (0.83 × our likely figure, 0.50 × as written)',
  );
  expect(sellerNote(lot, { ...estimate, outcome: NOTHING })).toContain('(0.83 × our likely figure)');
});

test.each([12_400, null])('beside a value of %s it stands against our range', (retail_value) => {
  const note = sellerNote({ seller_repair_cost: 12_500, retail_value }, estimate);
  expect(note).toContain('above our range (2.08 × our likely figure)');
});
