import { expect, test } from 'vitest';
import type { MappedPart } from '../../../contract/schemas/part.ts';
import { unmappedParts } from './unmapped-parts.ts';

const part = (number: string, category: string | null = null): MappedPart => ({
  number,
  name: 'Thingummy',
  group: 'front bumper',
  side: null,
  position: null,
  quantity: null,
  notes: null,
  price: null,
  currency: null,
  url: null,
  superseded_by: null,
  catalogue: 'imported-file',
  source: 'a listing',
  dated: '2026-01-02',
  fit: 'model_year',
  year_from: null,
  year_to: null,
  category,
  mapped_side: 'none',
  mapped_position: 'none',
});

test('every part whose name has no place is listed, once, wherever its source draws it', () => {
  const listed = unmappedParts([
    part('1'),
    part('2', 'hood'),
    part('3'),
    { ...part('1'), group: 'rear bumper' },
  ]);
  expect(listed.unmapped_parts).toEqual([
    { number: '1', name: 'Thingummy', group: 'front bumper' },
    { number: '3', name: 'Thingummy', group: 'front bumper' },
  ]);
  expect(listed.unmapped_more).toBe(0);
});

test('what is beyond the longest list is counted, not lost', () => {
  const { unmapped_parts, unmapped_more } = unmappedParts(
    Array.from({ length: 1_000 }, (_, index) => part(String(index))),
  );
  expect(unmapped_parts.length).toBeGreaterThanOrEqual(300);
  expect(unmapped_parts.length + unmapped_more).toBe(1_000);
});
