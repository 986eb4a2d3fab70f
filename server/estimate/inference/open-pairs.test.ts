import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { EvidenceItem, PartAnswer, PhotoSighting } from '../../../contract/evidence.ts';
import type { Side } from '../../../contract/schemas/part.ts';
import { believe } from '../fixtures/believed.ts';
import { photoSighting } from '../fixtures/photo-sighting.ts';
import { type Belief, believeListing } from './believe.ts';
import type { PairBelief } from './open-pairs.ts';

const CAR = { year: 2019, body_class: 'sedan' as const };
const declared = (words: string): EvidenceItem => ({
  id: 'declared-1',
  kind: 'declared_damage',
  place: 'primary',
  words,
  site: 'iaai',
});
const WORDS = ['FRONT END', 'SIDE', 'REAR END', 'ROLLOVER', 'ALL OVER', 'FRONT & REAR', 'Flood'];
const door = (side: Side, look: PhotoSighting['look'], more: Partial<PhotoSighting> = {}): PhotoSighting =>
  photoSighting(look, {
    id: `photo-${side}-${more.photo ?? 1}`,
    category: 'front_door_shell',
    side,
    surface: String(side),
    ...more,
  });
const whole = (side: Side): PhotoSighting => door(side, { state: 'whole' });
const damaged = (side: Side): PhotoSighting =>
  door(side, { state: 'damaged', confidence: 0.97, severity: 3, types: ['dent'] });
const answered = (side: Side, answer: PartAnswer['answer'], category = 'front_door_shell'): EvidenceItem => ({
  id: `answer-${category}-${side}`,
  kind: 'part_answer',
  category,
  name: null,
  side,
  position: 'front',
  answer,
});

const pairOf = (belief: Belief, id: string): PairBelief => {
  const pair = belief.pairs.find(({ left }) => left === `${id}:left`);
  if (!pair) throw new Error(`no pair of ${id}`);
  return pair;
};
const chances = (belief: Belief, id: string) => {
  const of = (side: string): number =>
    belief.parts.find(({ key }) => key === `${id}:${side}`)?.probability ?? 0;
  const { at_least_one, both, side_known } = pairOf(belief, id);
  return { left: of('left'), right: of('right'), at_least_one, both, side_known };
};
const side = (evidence: readonly EvidenceItem[]) =>
  chances(believe(CAR, [declared('SIDE'), ...evidence]), 'front_door');

describe('an open pair', () => {
  test.each(WORDS)('has the pieces the declaration expects without evidence: %s', (words) => {
    const belief = believe(CAR, [declared(words)]);
    const { told, prior } = believeListing(CAR, [declared(words)], null);
    for (const { prior_id, quantity, hidden } of told.parts.filter((part) => part.side === 'unknown')) {
      if (hidden) continue;
      const { left, right, at_least_one, both, side_known } = chances(belief, prior_id);
      const part = belief.parts.find(({ key }) => key === `${prior_id}:left`);
      expect(left).toBeCloseTo(right, 12);
      expect(left).toBeCloseTo(part?.unexamined ?? 0, 9);
      expect(left + right).toBeCloseTo(at_least_one + both, 9);
      expect(side_known).toBe(false);
      const { at_least_one_by_hit, both_by_hit } = pairOf(belief, prior_id);
      for (const [at, any] of at_least_one_by_hit.entries()) {
        const chance = (any + (both_by_hit[at] ?? 0)) / quantity;
        expect(part?.by_hit[at]).toBeCloseTo((chance * quantity) / 2, 9);
        expect(any).toBeCloseTo(chance + (quantity - 1) * chance * (1 - chance), 9);
      }
      const weights = prior.weights.map((weight, at) => weight * (at_least_one_by_hit[at] ?? 0));
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(at_least_one, 9);
    }
  });

  test('that is nearly certain to have one piece hit says so: at least one is the declared chance', () => {
    const listed = believeListing(CAR, [declared('SIDE')], null);
    const { at_least_one, left, both } = side([]);
    const told = listed.told.parts.find(({ prior_id }) => prior_id === 'front_door');
    expect(told?.quantity).toBe(1);
    expect(at_least_one).toBeGreaterThan(0.6);
    expect(left).toBeCloseTo(at_least_one / 2, 9);
    expect(both).toBeCloseTo(0, 12);
  });

  test('hit on one side: the left piece seen whole raises the right one and nothing else of the pair', () => {
    const before = side([]);
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 1, noNaN: true }), (visible_fraction) => {
        const after = side([{ ...whole('left'), visible_fraction }]);
        expect(after.right).toBeGreaterThanOrEqual(before.right);
        expect(after.left).toBeLessThan(before.left);
        expect(after.at_least_one).toBeLessThan(before.at_least_one);
        expect(after.left + after.right).toBeLessThan(before.left + before.right);
      }),
      { numRuns: 30 },
    );
  });

  test('hit on one side: damage seen on the left speaks against the right one', () => {
    const before = side([]);
    const after = side([damaged('left')]);
    expect(after.left).toBeGreaterThan(0.8);
    expect(after.right).toBeLessThan(0.5 * before.right);
    expect(after.side_known).toBe(true);
  });

  test('two pieces found damaged are both damaged, though the declaration knows one side only', () => {
    const { left, right, both } = side([damaged('left'), damaged('right')]);
    expect(Math.min(left, right)).toBeGreaterThan(0.6);
    expect(both).toBeGreaterThan(0.4);
    const sure = side([answered('left', 'damaged'), answered('right', 'damaged')]);
    expect(sure.both).toBeGreaterThan(0.999);
  });

  test.each(['left', 'right'] as const)('is settled by the answer “%s”', (said) => {
    for (const words of ['SIDE', 'ALL OVER']) {
      const told = chances(believe(CAR, [declared(words), answered('unknown', said)]), 'front_door');
      const [hit, spared] = said === 'left' ? [told.left, told.right] : [told.right, told.left];
      expect(hit).toBeGreaterThan(0.999);
      expect(spared).toBeLessThan(0.001);
      expect(told.side_known).toBe(true);
    }
  });

  test('answered damaged without a side has one damaged piece for certain, and its side stays open', () => {
    for (const words of ['SIDE', 'ALL OVER']) {
      const before = chances(believe(CAR, [declared(words)]), 'front_door');
      const told = chances(believe(CAR, [declared(words), answered('unknown', 'damaged')]), 'front_door');
      expect(told.at_least_one).toBeGreaterThan(0.999);
      expect(told.left).toBeCloseTo(told.right, 9);
      expect(told.both).toBeGreaterThanOrEqual(before.both);
      expect(told.both).toBeLessThan(0.9);
    }
  });

  test('keeps its figures in order whatever is seen: no side above any, both no more than either', () => {
    const looks = fc.constantFrom<PhotoSighting['look']>(
      { state: 'whole' },
      { state: 'damaged', confidence: 0.9, severity: 4, types: [] },
      { state: 'damaged', confidence: 0.4, severity: 2, types: ['scratch'] },
    );
    const seen = fc.record({
      side: fc.constantFrom<Side>('left', 'right', 'unknown'),
      category: fc.constantFrom(
        'front_door_shell',
        'fender',
        'headlamp',
        'hood',
        'front_bumper_cover',
        'frame_rail_front',
      ),
      look: looks,
    });
    fc.assert(
      fc.property(fc.constantFrom(...WORDS), fc.array(seen, { maxLength: 8 }), (words, items) => {
        const evidence = items.map(({ side, category, look }, at) => ({
          ...door(side, look, { photo: at + 1 }),
          category,
          id: `photo-${at}`,
        }));
        const belief = believe(CAR, [declared(words), ...evidence]);
        for (const pair of belief.pairs) {
          const { left, right, at_least_one, both } = chances(belief, pair.left.replace(':left', ''));
          expect(left + right).toBeCloseTo(at_least_one + both, 9);
          expect(both).toBeLessThanOrEqual(Math.min(left, right) + 1e-9);
          expect(Math.max(left, right)).toBeLessThanOrEqual(at_least_one + 1e-9);
          // One expectation a pair: over all hits they took most of the time.
          const wrong = [...pair.at_least_one_by_hit].filter(
            (any, at) => !(any <= 1 + 1e-9 && (pair.both_by_hit[at] ?? Number.NaN) <= any + 1e-9),
          );
          expect(wrong).toEqual([]);
        }
      }),
      { numRuns: 60 },
    );
  });
});
