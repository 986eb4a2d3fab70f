import { expect, test } from 'vitest';
import { sellerNote } from './report-model.ts';

const estimate = { total: { low: 4_000, likely: 6_000, high: 9_000 } };

test('a seller’s repair figure equal to the value is called a cap', () => {
  const note = sellerNote({ seller_repair_cost: 12_500, retail_value: 12_500 }, estimate);
  expect(note).toContain('a cap, not a count of the damage');
  expect(note).not.toContain('our likely figure');
});

test.each([12_400, null])('beside a value of %s it stands against our range', (retail_value) => {
  const note = sellerNote({ seller_repair_cost: 12_500, retail_value }, estimate);
  expect(note).toContain('above our range (2.08 × our likely figure)');
});
