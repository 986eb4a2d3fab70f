import { expect, test } from 'vitest';
import type { EvidenceItem, PartAnswer, PhotoSighting } from '../../../contract/evidence.ts';
import { partSighting } from '../fixtures/photo-sighting.ts';
import { FIRST_RATES } from './inference-table.ts';
import { withSeenBags } from './seen-bags.ts';

const look = (confidence: number): PhotoSighting['look'] => ({
  state: 'damaged',
  confidence,
  severity: 4,
  types: ['deployed'],
});
const seen = (bag: string, confidence = 0.9, more: Partial<PhotoSighting> = {}) =>
  partSighting(`${bag}:none:none`, look(confidence), { photo: 4, surface: 'interior', ...more });
const said = (category: string, side: PartAnswer['side'], answer: PartAnswer['answer']): EvidenceItem => ({
  id: `answer:${category}:${side}`,
  kind: 'part_answer',
  category,
  name: null,
  side,
  position: 'none',
  answer,
});
const listed = (value: 'intact' | 'none' | 'missing'): EvidenceItem => ({
  id: 'airbags',
  kind: 'airbags',
  value,
});
const bagsOf = (...evidence: EvidenceItem[]): string | null => {
  const found = withSeenBags(evidence, FIRST_RATES).find(({ kind }) => kind === 'airbags');
  return found?.kind === 'airbags' ? found.value : null;
};

test('two bags seen deployed stand in place of a listing that says intact or nothing', () => {
  const two = [seen('airbag_driver'), seen('airbag_passenger')];
  expect(bagsOf(listed('intact'), ...two)).toBe('deployed');
  expect(bagsOf(...two)).toBe('deployed');
});

test('a bag on two photos, a repeated photo and a side that is not told are one bag', () => {
  expect(
    bagsOf(listed('intact'), seen('airbag_driver'), seen('airbag_driver', 0.9, { photo: 5, id: 'b' })),
  ).toBe('intact');
  expect(bagsOf(listed('intact'), said('airbag_curtain', 'unknown', 'damaged'))).toBe('intact');
  const repeated = seen('airbag_passenger', 0.9, { duplicate_of: 3 });
  expect(bagsOf(listed('intact'), seen('airbag_driver'), repeated)).toBe('intact');
});

test('findings too weak to outweigh the listing leave it standing', () => {
  expect(bagsOf(listed('intact'), seen('airbag_driver', 0.1), seen('airbag_passenger', 0.1))).toBe('intact');
});

test('bags the user says are undamaged do not count', () => {
  expect(
    bagsOf(
      listed('intact'),
      seen('airbag_driver'),
      seen('airbag_passenger'),
      said('airbag_passenger', 'none', 'whole'),
    ),
  ).toBe('intact');
});

test('a listing of bags that are not there stays', () => {
  expect(bagsOf(listed('missing'), seen('airbag_driver'), seen('airbag_passenger'))).toBe('missing');
});
